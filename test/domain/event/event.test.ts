// The changed fields in an event.
import { expect, it } from 'vitest';
import { eventsOfCustomer } from '#domain/event/customer-events.ts';
import { eventId, previousOf } from '#domain/event/event.ts';

it('an event has the id of its object, number, type and table, and no other event has it', () => {
  const one = { objectId: 'PAY-1', sequence: 3, type: 'payment.refunded' } as const;
  const others = [{ objectId: 'PAY-2' }, { sequence: 4 }, { type: 'payment.cancelled' as const }];
  const ids = [one, ...others.map((other) => ({ ...one, ...other }))].map((of) => eventId(of, 'payments'));
  expect(new Set([...ids, eventId(one, 'payments-2')]).size).toBe(5);
  expect(eventId({ ...one }, 'payments')).toBe(ids[0]);
});

it('an event has the previous value of each changed field, and null for a new field', () => {
  expect(previousOf({ a: 1, b: 2, c: 3 }, { a: 1, b: 1 })).toEqual({ b: 1, c: null });
  expect(previousOf({ a: 1 }, undefined)).toEqual({});
});

it('a new order of the names of metadata is no change', () => {
  const [metadata, turned] = [
    { a: '1', b: '2' },
    { b: '2', a: '1' },
  ];
  expect(previousOf({ metadata }, { metadata: turned })).toEqual({});
  const customer = {
    merchantId: 'M',
    id: 'C',
    fullName: 'Ayşe Yılmaz',
    email: 'ayse@example.com',
    isActive: true,
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
  };
  const told = eventsOfCustomer(
    { ...customer, metadata },
    { ...customer, metadata: turned },
    { at: undefined },
  );
  expect(told).toEqual([]);
  const other = eventsOfCustomer({ ...customer, metadata }, { ...customer, metadata: {} }, { at: undefined });
  expect(other).toEqual([{ type: 'customer.updated', at: customer.updatedAt }]);
});
