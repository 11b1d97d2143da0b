// A PUT takes what its GET returned: nothing changes, nothing is written and no event is made. A field that
// the call cannot change must equal the record (api.md 4.12). The table is made from the routes.
import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { addressOf, type Ids, makeObjects, namesObject, pathWith, UNKNOWN } from '../fixtures/samples.ts';
import { MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';

const harness = await startHarness();
const { api, merchant, moveBy } = harness;
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
});

const isMerchants = ({ audience }: (typeof ROUTES)[number]) => audience === 'merchant';
const readable = ROUTES.filter((one) => isMerchants(one) && one.method === 'GET').map(({ path }) => path);
const rows = ROUTES.filter(
  (one) => isMerchants(one) && namesObject(one) && one.method === 'PUT' && readable.includes(one.path),
);
const named = rows.map((route) => ({ name: addressOf(route), route }));

/** Values that differ from those of every sample. */
const OTHERS: Record<string, unknown> = {
  id: '01890000-0000-7000-8000-00000000000f',
  customerId: '01890000-0000-7000-8000-00000000000f',
  currency: 'USD',
  frequency: 'yearly',
  frequencyInterval: 7,
  timeZone: 'America/New_York',
  startDate: '2031-01-01T10:00:00Z',
  hasTrialPeriod: true,
  trialPeriodDays: 9,
  trialAmount: 5,
  status: 'Cancelled',
  saveCard: false,
  isTemporary: true,
  bin: '411111',
  lastFour: '9999',
  cardAssociation: 'OTHER',
  createdAt: '2020-01-01T00:00:00Z',
  createdBy: 'another-key',
};

it('customers, cards, recurring payments and webhooks are in the table', () => {
  expect(named.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'PUT /api/customer/{id}',
      'PUT /api/card/{id}',
      'PUT /api/RecurringPayment/{id}',
      'PUT /api/webhook/{id}',
    ]),
  );
});

describe.each(named)('$name', ({ route }) => {
  const read = async () => (await api('GET', pathWith(route, ids))).json.data;
  const put = async (body: object) => await api('PUT', pathWith(route, ids), { body });

  it('the whole answer of its GET is 200, changes nothing, and writes nothing', async () => {
    await moveBy(MINUTE);
    const before = await read();
    const id = before['id'] ?? before['paymentReferenceNumber'];
    const rowsBefore = await rowsOf(id);
    const answer = await put(before);
    expect([answer.status, answer.json.errorCode]).toEqual([200, null]);
    expect(await read()).toEqual(before);
    expect(rowsBefore.length).toBeGreaterThan(0);
    expect(await rowsOf(id)).toEqual(rowsBefore);
  });

  it('ids and words in another case, and an instant in another offset, agree with the record', async () => {
    const before = await read();
    const other = Object.entries(before).flatMap(([name, value]) =>
      name in OTHERS && typeof value === 'string' ? [[name, otherSpelling(value)]] : [],
    );
    expect(other.length).toBeGreaterThan(0);
    expect((await put(Object.fromEntries(other))).status).toBe(200);
    const words = Object.fromEntries(
      other.map(([name = '']) => [name, ` ${String(before[name]).toLocaleUpperCase('tr')} `]),
    );
    expect((await put(words)).json.errorCode).toBe(null);
    expect((await put({ id: `{${before['id']}}` })).status).toBe(200);
    expect((await put({ id: String(before['id']).replaceAll('-', '') })).status).toBe(200);
  });

  it('an instant that a program cut to whole seconds agrees, another one does not', async () => {
    await moveBy(SECOND / 4);
    const fresh = await makeObjects(harness, merchant.apiKey);
    const { createdAt } = (await api('GET', pathWith(route, fresh))).json.data;
    const send = async (instant: string) =>
      (await api('PUT', pathWith(route, fresh), { body: { createdAt: instant } })).json.errorCode;
    const [second = '', fraction] = String(createdAt).split('.');
    const other = fraction === '001Z' ? '002Z' : '001Z';
    expect(await send(`${second}Z`)).toBe(null);
    expect(await send(String(createdAt).replace('Z', '9876+00:00'))).toBe(null);
    expect(await send(`${second}.${other}`)).toBe('FIELD_IMMUTABLE');
  });

  it('another value of a field that it cannot change is refused with the value of the record', async () => {
    const before = await read();
    const wrong = Object.keys(before).filter((name) => name in OTHERS && before[name] !== OTHERS[name]);
    expect(wrong.length).toBeGreaterThan(1);
    for (const name of wrong) {
      const refused = await put({ ...before, [name]: OTHERS[name] });
      const isPlan = route.path.startsWith('/api/RecurringPayment');
      const advice = isPlan
        ? { advice: expect.stringContaining('`POST /api/RecurringPayment/{id}/pause`') }
        : {};
      expectRejection(refused, { code: 'FIELD_IMMUTABLE', fields: [name], facts: ['record'], ...advice });
      expect(refused.json.data['record']).toEqual({ [name]: before[name] });
    }
    expect(await read()).toEqual(before);
  });

  it('a field that may change without the caller has no effect', async () => {
    const before = await read();
    const moved = ['updatedAt', 'nextPaymentDate', 'lastSuccessAt', 'paidAt'].filter(
      (name) => name in before,
    );
    expect(moved).toHaveLength(1);
    const sent = Object.fromEntries(moved.map((name) => [name, '2020-01-01T00:00:00Z']));
    expect((await put(sent)).status).toBe(200);
    expect(await read()).toEqual(before);
  });
});

describe('PUT /api/RecurringPayment/{id} with the body of its POST', () => {
  it.each(['2026-11-27T00:00:00', '2026-11-27', '2026-11-27 09:30', '2026-11-27T00:00:00.1234567'])(
    'the start date %s is read as the POST read it',
    async (startDate) => {
      for (const timeZone of [undefined, 'Europe/London']) {
        const { customer: customerId, card: cardStorageId } = ids;
        const plan = { subscriptionName: 'Kahve', amount: 100, currency: 'TRY', frequency: 'monthly' };
        const body = { customerId, cardStorageId, ...plan, startDate, ...(timeZone && { timeZone }) };
        const { id } = (await api('POST', '/api/RecurringPayment', { body })).json.data;
        const path = `/api/RecurringPayment/${id}`;
        const same = await api('PUT', path, { body });
        expect([same.status, same.json.errorCode]).toEqual([200, null]);
        const other = await api('PUT', path, { body: { ...body, startDate: '2026-11-28' } });
        expect(other.json.data).toMatchObject({ errors: [{ field: 'startDate', code: 'FIELD_IMMUTABLE' }] });
      }
    },
  );
});

describe('PUT /api/RecurringPayment/{id} while a change is to come', () => {
  it('a whole object with another name keeps the change, which its own values are not', async () => {
    const path = `/api/RecurringPayment/${ids.recurringPayment}`;
    const read = async () => (await api('GET', path)).json.data;
    const before = await read();
    const wanted = { amount: 250, effectiveFrom: '2030-01-01', maxRetryAttempts: 7 };
    expect((await api('PUT', path, { body: wanted })).status).toBe(200);
    const whole = await read();
    expect([whole['amount'], whole['maxRetryAttempts']]).toEqual([
      before['amount'],
      before['maxRetryAttempts'],
    ]);
    const renamed = await api('PUT', path, { body: { ...whole, subscriptionName: 'Yeni ad' } });
    expect(renamed.status).toBe(200);
    const last = ((await read())['planChanges'] as { after: object }[]).map(({ after }) => after);
    expect(last).toContainEqual(expect.objectContaining({ amount: 250, maxRetryAttempts: 7 }));
    const back = { amount: whole['amount'], effectiveFrom: '2030-01-01' };
    expect((await api('PUT', path, { body: back })).status).toBe(200);
    const { charges } = (await api('PUT', `${path}?limit=100`, { body: { preview: true } })).json.data as {
      charges: { amount: number }[];
    };
    expect(charges.filter(({ amount }) => amount !== whole['amount'])).toEqual([]);
  });
});

const otherSpelling = (value: string) =>
  /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace(/(?:\.000)?Z$/, '+00:00') : value.toUpperCase();

/** The stored rows of one object. Rows of events that are on their way are others. */
const rowsOf = async (id: unknown) =>
  (await everyRow())
    .map((row) => JSON.parse(row) as { pk: string; sk: string })
    .filter(({ pk, sk }) => pk.endsWith(`#${id}`) || sk === id)
    .sort((one, other) => (one.sk < other.sk ? -1 : 1));
