// A merchant stores metadata with every object, and finds it on the payments made from the object.
import { describe, expect, it } from 'vitest';
import { LABEL_HEADS } from '#contract/labels.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { LABEL_SAMPLES } from '../../fixtures/label-samples.ts';
import { CARDS, HOUR, pageBody, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ events: true });
const { api, payOrder, createPage, moveTo } = harness;
const { metadata } = LABEL_SAMPLES;

type Data = Record<string, unknown> & { id: string; metadata: Record<string, string> };
const call = async (method: string, path: string, body?: object): Promise<Data> => {
  const answer = await api<Data>(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.json.data;
};
const customerBody = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
const cardBody = {
  cardAlias: 'Kartım',
  cardNumber: CARDS.approved,
  expiryMonth: '12',
  expiryYear: '2049',
};

describe('metadata', () => {
  it('each field of the order is returned with a page and copied to its payments, but metadata not to refunds', async () => {
    const page = await createPage(LABEL_SAMPLES);
    expect(await call('GET', `/api/payment/hostedpage/${page.token}`)).toMatchObject(LABEL_SAMPLES);
    const reference = await payOrder({ ...LABEL_SAMPLES, amount: 100 });
    expect(await call('GET', `/api/payment/${reference}`)).toMatchObject(LABEL_SAMPLES);
    const asked = { transactionId: reference, amount: 10, reason: 'Kırık geldi' };
    expect((await call('POST', '/api/Refund', asked)).metadata).toEqual({});
    const made = await call('POST', '/api/Refund/partial', { ...asked, metadata: { ticket: '7' } });
    expect((await call('GET', `/api/Refund/${String(made['refundId'])}`)).metadata).toEqual({ ticket: '7' });
    const other = await payOrder();
    const cancelled = await call('POST', '/api/Refund/cancellations', { transactionId: other, metadata });
    expect(cancelled.metadata).toEqual(metadata);
  });

  it('each field of the order is in a charge, its event, the list and the table of payments', async () => {
    const { json } = await singleChargeDriver(harness).charge(LABEL_SAMPLES);
    expect(json.data).toMatchObject(LABEL_SAMPLES);
    await harness.moveBy(0);
    const reference = json.data.paymentReferenceNumber;
    const { items: events } = await call('GET', `/api/event?objectId=${reference}`);
    expect(events).toMatchObject([{ data: { object: LABEL_SAMPLES } }]);
    const list = `/api/payment?orderNumber=${(await call('GET', `/api/payment/${reference}`))['orderNumber']}`;
    const { items } = await call('GET', list);
    expect(items).toMatchObject([LABEL_SAMPLES]);
    const { text } = await api('GET', list, { headers: { accept: 'text/csv', 'accept-language': 'en' } });
    for (const [name, [, head]] of Object.entries(LABEL_HEADS)) {
      const value = (items as Data[])[0]?.[name];
      const cell = typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', '""');
      expect([text.includes(head), text.includes(cell)]).toEqual([true, true]);
    }
  });

  it('metadata of a customer or card is replaced as a whole, and removed by an empty one', async () => {
    for (const [path, body] of [
      ['/api/customer', customerBody],
      ['/api/card', cardBody],
    ] as const) {
      expect((await call('POST', path, body)).metadata).toEqual({});
      const { id } = await call('POST', path, { ...body, metadata });
      expect((await call('GET', `${path}/${id}`)).metadata).toEqual(metadata);
      const kept = path === '/api/card' ? { cardAlias: 'Yeni' } : { fullName: 'Ayşe Kaya' };
      expect((await call('PUT', `${path}/${id}`, kept)).metadata).toEqual(metadata);
      expect((await call('PUT', `${path}/${id}`, { metadata: { a: '1' } })).metadata).toEqual({ a: '1' });
      expect((await call('PUT', `${path}/${id}`, { metadata: null })).metadata).toEqual({ a: '1' });
      expect((await call('PUT', `${path}/${id}`, { metadata: {} })).metadata).toEqual({});
      expect((await call('GET', `${path}/${id}`)).metadata).toEqual({});
    }
  });

  it('metadata and merchantReference of a recurring payment are copied to its payments', async () => {
    const made = await recurringPaymentDriver(harness).create({
      startDate: '2026-11-22T09:00:00Z',
      metadata,
      merchantReference: 'ABONE-7',
    });
    const record = await call('GET', `/api/RecurringPayment/${made.id}`);
    expect([record.metadata, record['merchantReference']]).toEqual([metadata, 'ABONE-7']);
    await moveTo('2026-11-22T10:00:00Z');
    const { items } = await call('GET', '/api/payment?merchantReference=ABONE-7');
    expect(items).toMatchObject([
      { recurringPaymentId: made.id, merchantReference: 'ABONE-7', metadata, status: 'Successful' },
    ]);
  });

  it('metadata and merchantReference of a plan can be changed; earlier payments keep theirs', async () => {
    const driver = recurringPaymentDriver(harness);
    const { id } = await driver.create({
      startDate: new Date(harness.now().getTime() + HOUR).toISOString(),
      frequency: 'daily',
      metadata,
      merchantReference: 'ABONE-8',
    });
    const path = `/api/RecurringPayment/${id}`;
    await harness.moveBy(2 * HOUR);
    const before = await call('GET', path);
    const changed = await call('PUT', path, { merchantReference: 'ABONE-9', metadata: { a: '1' } });
    expect(changed).toEqual({ ...before, merchantReference: 'ABONE-9', metadata: { a: '1' } });
    expect(await call('PUT', path, { amount: before['amount'] })).toEqual(changed);
    await harness.moveBy(24 * HOUR);
    const namesOf = async (reference: string) => {
      const { items } = await call('GET', `/api/payment?merchantReference=${reference}`);
      return (items as Data[]).map((payment) => payment.metadata);
    };
    expect([await namesOf('ABONE-8'), await namesOf('ABONE-9')]).toEqual([[metadata], [{ a: '1' }]]);
    const removed = await call('PUT', path, { merchantReference: '', metadata: {} });
    expect([removed['merchantReference'], removed.metadata]).toEqual([null, {}]);
    expect(await call('GET', path)).toEqual(removed);
  });

  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x']));

  it('metadata has at most 20 entries, names of 40 and texts of 500 characters', async () => {
    const largest = { ...entries(18), ['ş'.repeat(40)]: 'ş'.repeat(500), empty: '' };
    const made = await call('POST', '/api/customer', { ...customerBody, metadata: { ...largest, no: null } });
    expect(made.metadata).toEqual(largest);
  });

  it.each([
    ['21 entries', entries(21), 'metadata', 'TOO_LONG'],
    ['a list', ['a'], 'metadata', 'INVALID_TYPE'],
    ['a text', 'a', 'metadata', 'INVALID_TYPE'],
    ['a name of 41 characters', { ['k'.repeat(41)]: 'x' }, 'metadata', 'TOO_LONG'],
    ['an empty name', { ' ': 'x' }, 'metadata', 'REQUIRED'],
    ['a text of 501 characters', { note: 'x'.repeat(501) }, 'metadata.note', 'TOO_LONG'],
    ['a number', { note: 5 }, 'metadata.note', 'INVALID_TYPE'],
    ['an object', { note: { a: 'b' } }, 'metadata.note', 'INVALID_TYPE'],
    ['a card number', { note: `Kart ${CARDS.approvedVisa}` }, 'metadata.note', 'CARD_DATA'],
    ['a card number as a name', { [CARDS.approvedVisa]: 'x' }, 'metadata', 'CARD_DATA'],
    ['a security code under its name', { cardCvv: '123' }, 'metadata.cardCvv', 'CARD_DATA'],
    ['a security code in words', { security_code: '1234' }, 'metadata.security_code', 'CARD_DATA'],
    ['a control character', { note: 'a\u202eb' }, 'metadata.note', 'INVALID_FORMAT'],
  ])('metadata with %s is refused', async (_, given, field, code) => {
    const answer = await api('POST', '/api/payment/hostedpage', { body: pageBody({ metadata: given }) });
    expectRejection(answer, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(answer.json.data['errors']).toMatchObject([{ field, code }]);
    expect(answer.text).not.toContain(CARDS.approvedVisa);
  });

  it.each([
    [entries(21), 'at most 20 names', 'en çok 20 ad'],
    [{ ['k'.repeat(41)]: 'x' }, 'names of 1 to 40 characters', 'adları 1 ile 40 karakter arasında'],
    [{ ' ': 'x' }, 'names of 1 to 40 characters', 'adları 1 ile 40 karakter arasında'],
  ])(
    'metadata with too many or wrong names is refused with a sentence that names the fault',
    async (metadata, en, tr) => {
      const sent = { body: { ...customerBody, metadata } };
      const english = await api('POST', '/api/customer', { ...sent, headers: { 'accept-language': 'en' } });
      expect(english.json.data['errors']).toMatchObject([{ message: expect.stringContaining(en) }]);
      const turkish = await api('POST', '/api/customer', sent);
      expect(turkish.json.data['errors']).toMatchObject([{ message: expect.stringContaining(tr) }]);
    },
  );

  it('metadata named __proto__ is refused, and never changes a prototype', async () => {
    const rawBody = JSON.stringify({ ...customerBody, metadata: 0 }).replace(
      '"metadata":0',
      '"metadata":{"__proto__":"x"}',
    );
    const answer = await api('POST', '/api/customer', { rawBody });
    expect([answer.status, answer.json.data['errors']]).toMatchObject([400, [{ field: 'metadata' }]]);
  });
});

describe('the first digits of a card', () => {
  it('of a card no more than six and four digits are shown, and a search takes six', async () => {
    const [visa, amex] = [
      await call('POST', '/api/card', { ...cardBody, cardNumber: CARDS.approvedVisa }),
      await call('POST', '/api/card', { ...cardBody, cardNumber: CARDS.amex }),
    ];
    expect([visa['bin'], amex['bin']]).toEqual(['460345', '374427']);
    expect(JSON.stringify(visa)).not.toContain('46034500');
    const found = async (bin: string) => (await call('GET', `/api/card/query?bin=${bin}`))['items'];
    expect(await found('460345')).toEqual([visa]);
    for (const bin of ['46034500', '4603450', '46034']) {
      const refused = await api('GET', `/api/card/query?bin=${bin}`);
      expect([bin, refused.status]).toEqual([bin, 400]);
      expect(JSON.stringify(refused.json.data)).toContain('sekiz rakamınız varsa ilk altısı');
    }
  });
});
