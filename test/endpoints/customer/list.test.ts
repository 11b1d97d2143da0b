import { describe, expect, it } from 'vitest';
import { allItems } from '../../drivers/pages.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { DAY, SECOND, startHarness } from '../../harness/harness.ts';
import { problemsOf } from '../card/stored-cards.ts';
import { type CustomerPage, customersOf } from './customers.ts';

const harness = await startHarness();
const { service, api, moveBy } = harness;
const { create, list } = customersOf(harness);
const other = await service.addMerchant();
const idsOf = ({ items }: CustomerPage) => items.map(({ id }) => id);

describe('GET /api/customer', () => {
  it('the list is newest first over months, and its pages contain every customer exactly once', async () => {
    const created: string[] = [];
    for (let month = 0; month < 4; month += 1) {
      created.unshift((await create()).id);
      await moveBy(SECOND);
      created.unshift((await create()).id);
      await moveBy(31 * DAY);
    }
    expect(idsOf(await list())).toEqual(created);
    const items = await allItems((cursor) => list({ limit: '3', ...cursor }));
    expect(items.map(({ id }) => id)).toEqual(created);
  });

  it('the list shows each customer as it was created', async () => {
    const created = await create({ email: 'biri@example.com' });
    const listed = await api('GET', '/api/customer?email=biri%40example.com');
    expectEnvelope(listed);
    expect(listed.json.data).toEqual({ items: [created], nextCursor: null });
  });

  it('an email address is found in any case, and after a change only the new one', async () => {
    const { id } = await create({ email: 'Kim.Bu@Example.com' });
    expect(idsOf(await list({ email: 'kim.bu@EXAMPLE.com' }))).toEqual([id]);
    await api('PUT', `/api/customer/${id}`, { body: { email: 'yeni@example.com' } });
    expect(idsOf(await list({ email: 'kim.bu@example.com' }))).toEqual([]);
    expect(idsOf(await list({ email: 'YENI@example.com' }))).toEqual([id]);
    const removed = await api('PUT', `/api/customer/${id}`, { body: { email: '' } });
    expect(removed.json.data).toMatchObject({ email: null });
    expect(idsOf(await list({ email: 'yeni@example.com' }))).toEqual([]);
    await api('PUT', `/api/customer/${id}`, { body: { email: 'son@example.com' } });
    expect(idsOf(await list({ email: 'son@example.com' }))).toEqual([id]);
  });

  it('a phone number is found by all its digits only', async () => {
    const { id } = await create({ phone: '902120000001' });
    expect(idsOf(await list({ phone: '902120000001' }))).toEqual([id]);
    expect(idsOf(await list({ phone: '9021200000' }))).toEqual([]);
  });

  it('a customer is found by any part of the name, in any case the Turkish way', async () => {
    const [isik, irmak] = [
      await create({ fullName: 'Deniz IŞIK' }),
      await create({ fullName: 'İrem Işıkoğlu' }),
    ];
    const found = async (fullName: string, more = {}) => idsOf(await list({ fullName, ...more }));
    expect(await found('ışık')).toEqual([irmak.id, isik.id]);
    expect(await found('NİZ I')).toEqual([isik.id]);
    expect(await found('İREM')).toEqual([irmak.id]);
    expect(await found('işik')).toEqual([irmak.id, isik.id]);
    expect(await found('isik')).toEqual([irmak.id, isik.id]);
    expect(await found('IREM ISIK')).toEqual([irmak.id]);
    expect(await found('ışık', { email: isik.email })).toEqual([isik.id]);
    expect(await found('ışık', { isActive: 'false' })).toEqual([]);
    await api('DELETE', `/api/customer/${isik.id}`);
    expect(await found('ışık')).toEqual([irmak.id]);
  });

  it('the filter isActive follows a change of the customer', async () => {
    const phone = '902120000002';
    const [one, two] = [await create({ phone }), await create({ phone, isActive: false })];
    const inactive = async () => idsOf(await list({ isActive: 'false' }));
    expect(await inactive()).toEqual([two.id]);
    await api('PUT', `/api/customer/${one.id}`, { body: { isActive: false } });
    await api('PUT', `/api/customer/${two.id}`, { body: { isActive: true } });
    expect(await inactive()).toEqual([one.id]);
    expect(idsOf(await list({ isActive: 'true' }))).toContain(two.id);
    expect(idsOf(await list({ isActive: 'true' }))).not.toContain(one.id);
    expect(idsOf(await list({ isActive: 'true', phone }))).toEqual([two.id]);
    expect(idsOf(await list({ phone, email: one.email, isActive: 'false' }))).toEqual([one.id]);
    expect(idsOf(await list({ phone, email: one.email, isActive: 'true' }))).toEqual([]);
    expect(idsOf(await list({ phone: '902120000099', email: one.email }))).toEqual([]);
  });

  it("the list contains neither another merchant's customers nor erased ones", async () => {
    const email = 'ayni@example.com';
    const [own, erased] = [await create({ email }), await create({ email, phone: '902120000003' })];
    const theirs = await create({ email }, { key: other.apiKey });
    await api('DELETE', `/api/customer/${erased.id}`);
    expect(idsOf(await list({ email }))).toEqual([own.id]);
    expect(idsOf(await list({ email }, { key: other.apiKey }))).toEqual([theirs.id]);
    expect(idsOf(await list({}, { key: other.apiKey }))).toEqual([theirs.id]);
    expect(idsOf(await list({ phone: '902120000003' }))).toEqual([]);
    expect(idsOf(await list())).not.toContain(erased.id);
    expect(idsOf(await list({ isActive: 'true' }))).not.toContain(erased.id);
  });
});

describe('GET /api/customer with invalid parameters', () => {
  it.each([
    ['?email=ayse', [['email', 'INVALID_FORMAT']]],
    ['?phone=555', [['phone', 'TOO_SHORT']]],
    ['?phone=%2B905551112233', [['phone', 'INVALID_FORMAT']]],
    ['?isActive=yes', [['isActive', 'INVALID_TYPE']]],
    ['?isActive=true&isActive=false', [['isActive', 'INVALID_TYPE']]],
    ['?limit=101', [['limit', 'OUT_OF_RANGE']]],
    [
      '?email=a&limit=x',
      [
        ['email', 'INVALID_FORMAT'],
        ['limit', 'INVALID_TYPE'],
      ],
    ],
  ])('the query "%s" is refused', async (query, problems) => {
    const refused = await api('GET', `/api/customer${query}`);
    expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(problemsOf(refused)).toEqual(problems);
  });

  it('a cursor that was altered or belongs to other filters or another merchant is refused', async () => {
    for (const key of [other.apiKey, undefined]) {
      for (const _ of [1, 2]) await create({ phone: '902120000009' }, key ? { key } : {});
    }
    const { nextCursor } = await list({ limit: '1' });
    const cursor = nextCursor ?? '';
    const wrong: [string, string?][] = [
      [`?isActive=true&cursor=${cursor}`],
      [`?cursor=${cursor}`, other.apiKey],
      [`?cursor=${cursor}x`],
    ];
    for (const [query, key] of wrong) {
      expectRejection(await api('GET', `/api/customer${query}`, key ? { key } : {}), {
        code: 'CURSOR_INVALID',
        fields: ['cursor'],
      });
    }
  });

  it('a cursor of another list is refused, even if neither list has filters', async () => {
    const cursor = (await list({ limit: '1' })).nextCursor ?? '';
    expect((await list({ limit: '1', cursor })).items).toHaveLength(1);
    for (const path of ['/api/payment', '/api/Refund', '/api/RecurringPayment']) {
      expectRejection(await api('GET', `${path}?cursor=${cursor}`), {
        code: 'CURSOR_INVALID',
        fields: ['cursor'],
      });
    }
  });
});
