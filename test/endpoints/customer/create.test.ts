import { describe, expect, it } from 'vitest';
import { expectEnvelope, expectRejection, expectStoredBetween } from '../../drivers/rejection.ts';
import { startHarness } from '../../harness/harness.ts';
import { problemsOf } from '../card/stored-cards.ts';
import { CUSTOMER_FIELDS, type CustomerView, customerBody, customersOf } from './customers.ts';

const harness = await startHarness();
const { api, now } = harness;
const { create, list } = customersOf(harness);
const post = (body: Record<string, unknown>, headers = {}) =>
  api<CustomerView>('POST', '/api/customer', { body, headers });

describe('POST /api/customer', () => {
  it('the answer is the customer with its id and all fields that were sent', async () => {
    const sent = {
      fullName: 'Ayşe Yılmaz',
      email: 'Ayse@Example.com',
      phone: '905551112233',
      isActive: false,
    };
    const begun = now();
    const created = await post(sent, { 'accept-language': 'en' });
    expectEnvelope(created, 'en');
    expect([created.status, created.json.message]).toEqual([201, 'The customer was created.']);
    expect(Object.keys(created.json.data)).toEqual(CUSTOMER_FIELDS);
    expect(created.json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      ...sent,
      metadata: {},
      createdBy: expect.any(String),
      changedBy: null,
      createdAt: created.json.data.updatedAt,
      updatedAt: created.json.data.updatedAt,
    });
    expectStoredBetween(created.json.data.updatedAt, begun, created);
    const shown = await api('GET', `/api/customer/${created.json.data.id}`);
    expect([shown.status, shown.json.data]).toEqual([200, created.json.data]);
  });

  it('a customer is active by default and has no phone number', async () => {
    expect(await create()).toMatchObject({ isActive: true, phone: null });
    expect(await create({ isActive: null, phone: null })).toMatchObject({ isActive: true, phone: null });
  });

  it('a customer needs a name only, and has no e-mail address if it is left out, null or empty', async () => {
    for (const none of [{}, { email: null, phone: null }, { email: '', phone: '' }]) {
      const { id, ...made } = (await post({ fullName: 'Yalnız Ad', ...none })).json.data;
      expect(made).toMatchObject({ email: null, phone: null });
      expect((await api('GET', `/api/customer/${id}`)).json.data).toMatchObject({ email: null });
      const exported = await api<{ customer: object }>('GET', `/api/customer/${id}/export`);
      expect(exported.json.data.customer).toMatchObject({ email: null });
    }
  });

  it('customers may share name, email address and phone number', async () => {
    const same = { email: 'ortak@example.com', phone: '902120000000' };
    const ids = [(await create(same)).id, (await create(same)).id];
    expect(new Set(ids).size).toBe(2);
  });

  it('simultaneous calls with one Idempotency-Key create one customer', async () => {
    const body = customerBody({ email: 'tek@example.com' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(body, { 'idempotency-key': 'customer' })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await list({ email: 'tek@example.com' })).items).toHaveLength(1);
  });

  it('a name in any script is normalised to NFC, trimmed and kept up to 200 characters', async () => {
    expect((await create({ fullName: '  A\u0308yşe 李 ' })).fullName).toBe('Äyşe 李');
    expect((await create({ fullName: 'ş'.repeat(200) })).fullName).toBe('ş'.repeat(200));
    expect((await create({ phone: '0'.repeat(10) })).phone).toBe('0000000000');
    expect((await create({ phone: '9'.repeat(15) })).phone).toBe('9'.repeat(15));
  });
});

describe('POST /api/customer with an invalid field', () => {
  it.each([
    ['fullName', undefined, 'REQUIRED'],
    ['fullName', '', 'REQUIRED'],
    ['fullName', 'ş'.repeat(201), 'TOO_LONG'],
    ['fullName', 7, 'INVALID_TYPE'],
    ['fullName', 'Ayşe\u202e', 'INVALID_FORMAT'],
    ['fullName', '\u200b \u2060', 'REQUIRED'],
    ['fullName', 'Ayşe 5528 7900 0000 0008', 'CARD_DATA'],
    ['fullName', 'Ayşe\nYılmaz', 'INVALID_FORMAT'],
    ['email', 'ayse', 'INVALID_FORMAT'],
    ['email', 'ayşe@example.com', 'INVALID_FORMAT'],
    ['email', 'ayse@example', 'INVALID_FORMAT'],
    ['email', 'a@example.com,b@example.com', 'INVALID_FORMAT'],
    ['email', 'ayse@example.com\r\nBcc: x@example.com', 'INVALID_FORMAT'],
    ['email', `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`, 'TOO_LONG'],
    ['email', ['ayse@example.com'], 'INVALID_TYPE'],
    ['phone', '555111', 'TOO_SHORT'],
    ['phone', '1234567890123456', 'TOO_LONG'],
    ['phone', '+905551112233', 'INVALID_FORMAT'],
    ['phone', '0555 111 22 33', 'INVALID_FORMAT'],
    ['phone', '０５５５１１１２２３３', 'INVALID_FORMAT'],
    ['phone', '٠٥٥٥١١١٢٢٣٣', 'INVALID_FORMAT'],
    ['phone', 905_551_112_233, 'INVALID_TYPE'],
    ['isActive', 'evet', 'INVALID_TYPE'],
    ['isActive', 2, 'INVALID_TYPE'],
  ])('field %s with the value %j gives %s', async (field, value, code) => {
    const refused = await post(customerBody({ [field]: value }));
    expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(problemsOf(refused)).toEqual([[field, code]]);
  });

  it('all invalid fields are reported at once, and no value is repeated', async () => {
    const refused = await post({ email: 'gizli-adres', phone: 'gizli-numara', isActive: 'gizli' });
    expect(problemsOf(refused)).toEqual([
      ['fullName', 'REQUIRED'],
      ['email', 'INVALID_FORMAT'],
      ['phone', 'INVALID_FORMAT'],
      ['isActive', 'INVALID_TYPE'],
    ]);
    expect(refused.text).not.toContain('gizli');
  });
});
