import { describe, expect, it } from 'vitest';
import { writeCustomerErasure } from '#store/customer-writes.ts';
import { commit } from '#store/table/commit.ts';
import { table } from '#store/table/table.ts';
import {
  expectEnvelope,
  expectRejection,
  expectStoredBetween,
  withoutTraces,
} from '../../drivers/rejection.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';
import { problemsOf } from '../card/stored-cards.ts';
import { CUSTOMER_FIELDS, type CustomerView, customersOf } from './customers.ts';

const harness = await startHarness();
const { service, merchant, api, moveBy, now } = harness;
const { create } = customersOf(harness);
const get = (id: string) => api<CustomerView>('GET', `/api/customer/${id}`);
const put = (id: string, body: Record<string, unknown>, headers = {}) =>
  api<CustomerView>('PUT', `/api/customer/${id}`, { body, headers });

describe('PUT /api/customer/{id}', () => {
  it('the given fields change, the others stay, and the answer is the whole customer', async () => {
    const customer = await create({ phone: '905551112233' });
    await moveBy(MINUTE);
    const begun = now();
    const updated = await put(
      customer.id,
      { fullName: ' Ayşe Yıldız ', isActive: false },
      { 'accept-language': 'en' },
    );
    expectEnvelope(updated, 'en');
    expect([updated.status, Object.keys(updated.json.data)]).toEqual([200, CUSTOMER_FIELDS]);
    expect(updated.json.data).toEqual({
      ...customer,
      fullName: 'Ayşe Yıldız',
      isActive: false,
      changedBy: (customer as unknown as { createdBy: string }).createdBy,
      updatedAt: updated.json.data.updatedAt,
    });
    expectStoredBetween(updated.json.data.updatedAt, begun, updated);
    expect((await get(customer.id)).json.data).toEqual(updated.json.data);
  });

  it('all fields can be changed in one request', async () => {
    const { id, createdAt } = await create();
    const all = { fullName: 'Fatma', email: 'fatma@example.com', phone: '0123456789', isActive: true };
    expect((await put(id, all)).json.data).toMatchObject({ id, createdAt, ...all });
  });

  it('null keeps the phone number, an empty text removes it, and a customer can be given one', async () => {
    const { id } = await create({ phone: '905551112266' });
    expect((await put(id, { phone: null })).json.data.phone).not.toBeNull();
    expect((await put(id, { phone: '' })).json.data.phone).toBeNull();
    expect((await get(id)).json.data.phone).toBeNull();
    expect((await put(id, { phone: '905551112244' })).json.data.phone).toBe('905551112244');
    const listed = await api('GET', '/api/customer?phone=905551112266');
    expect(listed.json.data['items']).toEqual([]);
  });

  it('a request without changes leaves the customer as it is', async () => {
    const customer = await create();
    await moveBy(MINUTE);
    for (const body of [{}, { fullName: null, email: null, isActive: null }, { updatedAt: 1 }]) {
      expect((await put(customer.id, body)).json.data).toEqual(customer);
    }
  });

  it('each of several simultaneous updates is applied or gets CONCURRENT_UPDATE', async () => {
    const { id } = await create();
    const bodies = [{ fullName: 'Fatma' }, { phone: '905551112255' }, { isActive: false }];
    const answers = await Promise.all(bodies.map((body) => put(id, body)));
    const { data: last } = (await get(id)).json;
    for (const [at, { status, json }] of answers.entries()) {
      if (status === 200) expect(last).toMatchObject(bodies[at] ?? {});
      else expect([status, json.errorCode]).toEqual([409, 'CONCURRENT_UPDATE']);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('PUT /api/customer/{id} of a customer erased between read and write', () => {
  it('the customer is not found and stays erased', async () => {
    const { id } = await create();
    let isErased = false;
    table.middlewareStack.add(
      (next) => async (args) => {
        if (!isErased && 'UpdateExpression' in args.input) {
          isErased = true;
          await commit([writeCustomerErasure(merchant.merchantId, id, now())]);
        }
        return await next(args);
      },
      { step: 'initialize', name: 'between' },
    );
    const refused = await put(id, { fullName: 'Fatma' });
    table.middlewareStack.remove('between');
    expectRejection(refused, { code: 'CUSTOMER_NOT_FOUND' });
    expectRejection(await get(id), { code: 'CUSTOMER_NOT_FOUND' });
  });
});

describe('PUT /api/customer/{id} with an invalid field or id', () => {
  it.each([
    ['fullName', '', 'REQUIRED'],
    ['fullName', 'a'.repeat(201), 'TOO_LONG'],
    ['email', 'x', 'INVALID_FORMAT'],
    ['phone', '1', 'TOO_SHORT'],
    ['phone', 5_551_112_233, 'INVALID_TYPE'],
    ['phone', 0, 'INVALID_TYPE'],
    ['isActive', 'no', 'INVALID_TYPE'],
  ])('field %s with the value %j gives %s', async (field, value, code) => {
    const customer = await create();
    const refused = await put(customer.id, { [field]: value });
    expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(problemsOf(refused)).toEqual([[field, code]]);
    expect((await get(customer.id)).json.data).toEqual(customer);
  });

  it("another merchant's, an erased and an unknown customer get the same answer", async () => {
    const other = await service.addMerchant();
    const theirs = await create({}, { key: other.apiKey });
    const erased = await create();
    await api('DELETE', `/api/customer/${erased.id}`);
    for (const body of [{ fullName: 'x' }, {}]) {
      const answers = [];
      for (const id of [theirs.id, erased.id, '01890000-0000-7000-8000-000000000001', 'x', '%20']) {
        const refused = await put(id, body);
        expectRejection(refused, { code: 'CUSTOMER_NOT_FOUND' });
        answers.push(withoutTraces(refused));
      }
      expect(new Set(answers).size).toBe(1);
    }
    const kept = await api('GET', `/api/customer/${theirs.id}`, { key: other.apiKey });
    expect(kept.json.data).toEqual(theirs);
  });
});
