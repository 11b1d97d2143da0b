// The bank's refunds of an order compared with ours, by sum and by reference (refunds.md 8.1), and a refund
// recognised among others of the same amount.
import { describe, expect, it } from 'vitest';
import { compareRefunds, findOperation, type OrderOperation } from '#domain/refund/refund-history.ts';
import { sentRefundOf } from './refund-builder.ts';

const sale = (status: OrderOperation['status'] = 'approved'): OrderOperation => ({
  operation: 'sale',
  status,
  amountMinor: 10_000,
  hostReference: 'SALE',
});
const refund = (amountMinor: number, hostReference: string, more: Partial<OrderOperation> = {}) =>
  ({ operation: 'refund', status: 'approved', amountMinor, hostReference, ...more }) as OrderOperation;
const ours = (refundedMinor: number, ...references: string[]) => ({
  refundedMinor,
  ...(references.length > 0 && { refundReferences: new Set(references) }),
});
const kindOf = (books: ReturnType<typeof ours>, ...history: OrderOperation[]) =>
  compareRefunds(books, [...history, sale()]).kind;

describe('compareRefunds', () => {
  it('both sides are equal without refunds, and with the same ones', () => {
    expect(kindOf(ours(0))).toBe('equal');
    expect(kindOf(ours(5_000, 'A', 'B'), refund(2_000, 'B'), refund(3_000, 'A'))).toBe('equal');
    expect(kindOf(ours(0), refund(3_000, 'X', { status: 'declined' }))).toBe('equal');
  });

  it('an answer without HostRefNum was recorded by its TransId', () => {
    const { hostReference: _, ...bare } = refund(3_000, '');
    expect(kindOf(ours(3_000, 'T-1'), { ...bare, transactionId: 'T-1' })).toBe('equal');
    expect(kindOf(ours(3_000, 'T-1'), refund(3_000, 'A', { transactionId: 'T-1' }))).toBe('equal');
  });

  it('less: one of ours is missing, was voided, or another one has its place', () => {
    expect(kindOf(ours(3_000, 'A'))).toBe('less');
    expect(kindOf(ours(3_000, 'A'), refund(3_000, 'A', { status: 'voided' }))).toBe('less');
    expect(kindOf(ours(3_000, 'A'), refund(3_000, 'X'))).toBe('less');
    expect(kindOf(ours(3_000, 'A'), refund(1_000, 'X'))).toBe('less');
  });

  it('less: the bank is undoing an operation', () => {
    expect(compareRefunds(ours(0), [sale('reversing')]).kind).toBe('less');
    expect(kindOf(ours(0), refund(1_000, 'A', { status: 'reversing' }))).toBe('less');
  });

  it('more: a refund that we do not know, which is named', () => {
    const compared = compareRefunds(ours(3_000, 'A'), [refund(1, 'X'), refund(3_000, 'A'), sale()]);
    expect(compared).toEqual({
      kind: 'more',
      bankMinor: 3_001,
      unknown: [{ bankReferenceNumber: 'X', amountMinor: 1, as: 'Refund' }],
    });
  });

  it('more: the sale was voided', () => {
    expect(compareRefunds(ours(0), [sale('voided')])).toEqual({
      kind: 'more',
      bankMinor: 10_000,
      unknown: [{ bankReferenceNumber: 'SALE', amountMinor: 10_000, as: 'Void' }],
    });
  });

  it('refunds without a recorded reference count by their sum', () => {
    expect(kindOf(ours(3_000), refund(3_000, 'OLD'))).toBe('equal');
    expect(kindOf(ours(5_000, 'A'), refund(2_000, 'A'), refund(3_000, 'OLD'))).toBe('equal');
    expect(kindOf(ours(5_000, 'A'), refund(2_000, 'A'))).toBe('less');
    expect(kindOf(ours(5_000, 'A'), refund(1, 'X'), refund(2_000, 'A'), refund(3_000, 'OLD'))).toBe('more');
  });
});

describe('findOperation with references', () => {
  const sentAfter = (count: number, sumMinor: number) =>
    sentRefundOf({ sent: { at: '2026-11-20T09:00:00Z', by: 'sender', before: { count, sumMinor } } });
  const found = (bankReferenceNumber: string) => ({ kind: 'done', as: 'Refund', bankReferenceNumber });

  it('a refund that is another one of ours is not found', () => {
    const history = [refund(4_000, 'A'), sale()];
    expect(findOperation(sentAfter(0, 0), ours(4_000, 'A'), history)).not.toEqual(found('A'));
  });

  it('if the first of two equal refunds is voided, the second is found and not sent again', () => {
    const voided = refund(4_000, 'A', { status: 'voided' });
    const books = ours(4_000, 'A');
    expect(findOperation(sentAfter(1, 4_000), books, [refund(4_000, 'B'), voided, sale()])).toEqual(
      found('B'),
    );
    expect(findOperation(sentAfter(1, 4_000), books, [voided, sale()])).toEqual({ kind: 'unclear' });
  });

  it('refunds without a recorded reference are older than this one', () => {
    const history = [refund(4_000, 'NEW'), refund(4_000, 'A'), refund(4_000, 'OLD'), sale()];
    expect(findOperation(sentAfter(2, 8_000), ours(8_000, 'A'), history)).toEqual(found('NEW'));
    expect(findOperation(sentAfter(2, 8_000), ours(8_000, 'A'), history.slice(1))).toEqual({
      kind: 'absent',
    });
  });
});
