// What a preview of a refund says is what the call then does, and the preview itself does nothing
// (refunds.md 10).
import { beforeAll, describe, expect, it } from 'vitest';
import { CANCELLATION_HOURS } from '#domain/limits.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { everyRow } from '../../harness/traces.ts';

/** Noon in Istanbul, where the bank's batch closes with the day. */
const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { api, payOrder, moveTo, now, service } = harness;

const CALLS = ['request', 'approve', 'partial', 'cancel'] as const;
const BEFORE = ['nothing', 'partRefunded', 'partPending'] as const;
const AMOUNTS = { part: 30, all: 100, over: 101 } as const;
const AGES = {
  minutes: 30 * MINUTE,
  nextMorning: 15 * HOUR,
  afterTheWindow: (CANCELLATION_HOURS + 24) * HOUR,
  overAYear: 366 * DAY,
} as const;
type Case = {
  call: (typeof CALLS)[number];
  before: (typeof BEFORE)[number];
  asked: keyof typeof AMOUNTS;
  age: keyof typeof AGES;
};
const CASES = CALLS.flatMap((call) =>
  BEFORE.flatMap((before) =>
    (Object.keys(AMOUNTS) as Case['asked'][]).flatMap((asked) =>
      (Object.keys(AGES) as Case['age'][]).map((age): Case => ({ call, before, asked, age })),
    ),
  ),
);
const nameOf = ({ call, before, asked, age }: Case) => `${age}: ${call} of ${asked} after ${before}`;

type Prepared = { path: string; body: Record<string, unknown>; payment: string };
const prepared = new Map<Case, Prepared>();
const start = now();

async function prepare({ call, before, asked }: Case, at: number): Promise<Prepared> {
  const payment = await payOrder({ orderNumber: `PREVIEW-${at}`, amount: 100 });
  const given = { transactionId: payment, reason: 'Kırık geldi' };
  const first = { ...given, amount: 20 };
  if (before === 'partRefunded') await api('POST', '/api/Refund/partial', { body: first });
  if (before === 'partPending') await api('POST', '/api/Refund', { body: first });
  const body = { ...given, amount: AMOUNTS[asked] };
  if (call === 'request') return { payment, path: '/api/Refund', body };
  if (call === 'partial') return { payment, path: '/api/Refund/partial', body };
  if (call === 'cancel') return { payment, path: '/api/Refund/cancellations', body };
  const { json } = await api<{ refundId?: string }>('POST', '/api/Refund', { body });
  return { payment, path: `/api/Refund/${json.data.refundId}/approve`, body: { reason: 'Tamam' } };
}

beforeAll(async () => {
  for (const [at, one] of CASES.entries()) prepared.set(one, await prepare(one, at));
});

/** The rows but those of events, which follow a change by themselves, and the bank's books. */
const world = async () => {
  const rows = (await everyRow()).map((row) => JSON.parse(row) as Record<string, unknown>);
  const ours = rows.filter(({ pk }) => !/#(?:EVENT|FEED|PAYMENT-COUNTS)/.test(String(pk)));
  return JSON.stringify([inOrder(ours), service.bank.ledger()]);
};
/** DynamoDB keeps neither the order of names nor that of a set. */
const inOrder = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const each = Array.isArray(value) ? value.map(inOrder) : Object.entries(value).map(inOrder);
  return `[${each.sort().join()}]`;
};

type Refund = Record<'status' | 'amount' | 'refundType' | 'processedAs' | 'processedReason', unknown>;
const sameOf = ({ status, amount, refundType, processedAs, processedReason }: Refund) => ({
  status,
  amount,
  refundType,
  processedAs,
  processedReason,
});

describe.each(Object.entries(AGES))('a payment of the age %s', (age, ageMs) => {
  it.each(CASES.filter((one) => one.age === age).map((one) => ({ name: nameOf(one), one })))(
    '$name is as it was previewed, and the preview writes nothing',
    async ({ one }) => {
      const due = new Date(start.getTime() + ageMs);
      if (now() < due) await moveTo(due.toISOString());
      const { path, body, payment } = prepared.get(one) as Prepared;
      const headers = { 'idempotency-key': nameOf(one).replaceAll(' ', '-') };
      // A sweep writes rows of its own.
      await service.timeline.setRunning(false);
      const before = await world();
      const preview = await api<Record<string, unknown>>('POST', path, {
        body: { ...body, preview: true },
        headers,
      });
      expect((await world()) === before).toBe(true);
      await service.timeline.setRunning(true);
      const real = await api<Refund>('POST', path, { body, headers });
      expect(real.headers['idempotent-replayed']).toBeUndefined();
      const { data } = preview.json;
      if (real.json.errorCode === 'REFUND_DECLINED_BY_BANK') {
        expect([preview.status, one.call, age]).toEqual([200, 'approve', 'overAYear']);
        return;
      }
      if (preview.status !== 200 || real.status >= 400) {
        expect([preview.status, preview.json.errorCode]).toEqual([real.status, real.json.errorCode]);
        return;
      }
      const made = sameOf(real.json.data);
      // Only the bank knows that its batch has closed.
      const isClosed = made.processedReason === 'BatchClosed';
      const said = sameOf(data as Refund);
      if (isClosed) expect([said.processedAs, one.call, age]).toEqual(['Void', 'cancel', 'nextMorning']);
      if (one.call === 'request') {
        expect({ ...said, processedAs: null, processedReason: null }).toEqual(made);
      } else {
        const closed = { processedAs: 'Refund', processedReason: 'BatchClosed' };
        expect(isClosed ? { ...said, ...closed } : said).toEqual(made);
      }
      const after = (await api('GET', `/api/payment/${payment}`)).json.data;
      expect(data['remainingAmount']).toBe(after['refundableAmount']);
      if (one.call !== 'request') expect(data['paymentStatus']).toBe(after['status']);
      expect(data['changes']).toBe(true);
    },
  );
});

const previewOf = async (path: string, body: object = {}) =>
  await api('POST', path, { body: { ...body, preview: true } });

it('a preview of what was done already changes nothing, and of what cannot be repeated is refused', async () => {
  const body = { transactionId: await payOrder({ orderNumber: 'PREVIEW-AGAIN' }), reason: 'x' };
  const path = '/api/Refund/cancellations';
  const cancelled = await api<{ refundId: string }>('POST', path, { body });
  const again = await previewOf(path, body);
  expect(again.json.data).toMatchObject({ changes: false, status: 'Completed', processedAs: 'Void' });
  const approve = await previewOf(`/api/Refund/${cancelled.json.data.refundId}/approve`);
  expect(approve.json.data).toMatchObject({ changes: false, paymentStatus: 'Cancelled' });
  const wanted = { ...body, amount: 10, transactionId: await payOrder({ orderNumber: 'PREVIEW-REJECT' }) };
  const { refundId } = (await api<{ refundId: string }>('POST', '/api/Refund', { body: wanted })).json.data;
  await api('POST', `/api/Refund/${refundId}/reject`);
  expectRejection(await previewOf(`/api/Refund/${refundId}/approve`), {
    code: 'REFUND_INVALID_STATE',
    facts: ['refundId', 'status', 'allowedStatuses'],
  });
});

it('the dates and the words of a preview are those of a void, or of a refund', async () => {
  // A Friday, noon in Istanbul.
  await moveTo('2027-12-03T09:00:00Z');
  const transactionId = await payOrder({ orderNumber: 'PREVIEW-DATES', amount: 100 });
  const whole = { transactionId, amount: 100, reason: 'x' };
  expect((await previewOf('/api/Refund', whole)).json.data).toMatchObject({
    processedAs: 'Void',
    status: 'Pending',
    refundableAmount: 100,
    voidUntil: '2027-12-03T20:59:59.999Z',
    refundableUntil: expect.stringMatching(/^2028-12-02T09:/),
    cardholderSees: expect.stringContaining('ekstrede hiç görünmez'),
    cardholderSeesBy: '2027-12-03T20:59:59.999Z',
  });
  const headers = { 'accept-language': 'en' };
  const body = { ...whole, amount: 40, preview: true };
  const part = await api('POST', '/api/Refund/partial', { body, headers });
  expect(part.json.data).toMatchObject({
    processedAs: 'Refund',
    processedReason: null,
    voidUntil: null,
    remainingAmount: 60,
    cardholderSees: expect.stringContaining('a credit of its own'),
    cardholderSeesBy: '2027-12-08T20:59:59.999Z',
  });
});

it('a preview is refused where one key is not enough', async () => {
  const owner = await service.addMerchant({ refundApproval: 'fourEyes', fourEyesFromMinor: 0 });
  const key = owner.apiKey;
  const transactionId = await payOrder({ orderNumber: 'PREVIEW-EYES' }, {}, { key });
  const body = { transactionId, amount: 10, reason: 'x', preview: true };
  const partial = await api('POST', '/api/Refund/partial', { body, key });
  expectRejection(partial, { code: 'FOUR_EYES_REQUIRED', facts: ['oneKeyAmount'] });
});
