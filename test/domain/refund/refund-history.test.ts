// What the bank's history of an order says of one refund that has no name there.
import { describe, expect, it } from 'vitest';
import {
  findAlreadyRefunded,
  findOperation,
  type OrderOperation,
  refundsAtBank,
} from '#domain/refund/refund-history.ts';
import { refundOf, sentRefundOf } from './refund-builder.ts';

const sale = (status: OrderOperation['status'] = 'approved'): OrderOperation => ({
  operation: 'sale',
  status,
  amountMinor: 10_000,
  hostReference: 'SALE',
});
const refund = (amountMinor: number, hostReference: string, more: Partial<OrderOperation> = {}) =>
  ({ operation: 'refund', status: 'approved', amountMinor, hostReference, ...more }) as OrderOperation;
const sentAfter = (count: number, sumMinor: number, more = {}) =>
  sentRefundOf({ sent: { at: '2026-11-20T09:00:00Z', by: 'sender', before: { count, sumMinor } }, ...more });
const done = (as: 'Void' | 'Refund', bankReferenceNumber: string) => ({
  kind: 'done',
  as,
  bankReferenceNumber,
});

describe('a refund', () => {
  it('is found as the one that was not there before it was sent', () => {
    const history = [refund(4_000, 'NEW'), refund(4_000, 'OLD'), sale()];
    expect(findOperation(sentAfter(1, 4_000), history)).toEqual(done('Refund', 'NEW'));
    expect(findOperation(sentAfter(0, 0), [refund(4_000, 'NEW'), sale()])).toEqual(done('Refund', 'NEW'));
  });

  it('is absent as long as the bank has refunded no more than before, refusals not counted', () => {
    expect(findOperation(sentAfter(0, 0), [sale()])).toEqual({ kind: 'absent' });
    const refused = refund(4_000, '', { status: 'declined' });
    expect(findOperation(sentAfter(1, 4_000), [refused, refund(4_000, 'OLD'), sale()])).toEqual({
      kind: 'absent',
    });
  });

  it("is not taken for somebody else's of another amount", () => {
    expect(findOperation(sentAfter(0, 0), [refund(3_999, 'OTHER'), sale()])).toEqual({ kind: 'unclear' });
    const both = [refund(3_999, 'OTHER'), refund(4_000, 'OURS'), sale()];
    expect(findOperation(sentAfter(0, 0), both)).toEqual(done('Refund', 'OURS'));
  });

  it('is unclear where what was there before has gone or changed', () => {
    expect(findOperation(sentAfter(1, 4_000), [sale()])).toEqual({ kind: 'unclear' });
    expect(findOperation(sentAfter(1, 4_000), [refund(3_000, 'OLD'), sale()])).toEqual({ kind: 'unclear' });
    const voided = refund(4_000, 'OLD', { status: 'voided' });
    expect(findOperation(sentAfter(1, 4_000), [voided, sale()])).toEqual({ kind: 'unclear' });
  });

  it('is unclear without a sale, or where nothing was remembered', () => {
    expect(findOperation(sentAfter(0, 0), [])).toEqual({ kind: 'unclear' });
    expect(findOperation(sentAfter(0, 0), [sale('declined')])).toEqual({ kind: 'unclear' });
    expect(findOperation({ ...refundOf(), processedAs: 'Refund' }, [sale()])).toEqual({ kind: 'unclear' });
  });

  it('of the whole payment is done by a void, whoever made it; of a part it is unclear', () => {
    expect(findOperation(sentAfter(0, 0, { isWhole: true }), [sale('voided')])).toEqual(done('Void', 'SALE'));
    expect(findOperation(sentAfter(0, 0), [sale('voided')])).toEqual({ kind: 'unclear' });
  });

  it("carries the bank's own id where there is no host reference", () => {
    const { hostReference: _, ...bare } = refund(4_000, '');
    expect(findOperation(sentAfter(0, 0), [{ ...bare, transactionId: 'T-1' }, sale()])).toEqual(
      done('Refund', 'T-1'),
    );
    expect(findOperation(sentAfter(0, 0), [bare, sale()])).toEqual(done('Refund', ''));
  });
});

describe('a void', () => {
  const sent = sentRefundOf({ processedAs: 'Void', isWhole: true, amountMinor: 10_000 });
  it('is done when the sale is voided, absent while it stands, unclear while the bank reverses it', () => {
    expect(findOperation(sent, [sale('voided')])).toEqual(done('Void', 'SALE'));
    expect(findOperation(sent, [sale()])).toEqual({ kind: 'absent' });
    expect(findOperation(sent, [sale('reversing')])).toEqual({ kind: 'unclear' });
  });
});

describe('"nothing is left to refund"', () => {
  it('is our own refund where the history shows it', () => {
    const history = [refund(4_000, 'OURS'), sale()];
    expect(findAlreadyRefunded(sentAfter(0, 0), history, 0)).toEqual(done('Refund', 'OURS'));
  });

  it("is somebody else's that comes to the same sum, and our books follow", () => {
    const history = [refund(4_000, 'B'), refund(6_000, 'A'), sale()];
    const refundSent = sentAfter(2, 10_000);
    expect(findAlreadyRefunded(refundSent, history, 6_000)).toEqual(done('Refund', 'B'));
  });

  it('is a plain no where the sums differ', () => {
    const history = [refund(7_000, 'B'), refund(3_000, 'A'), sale()];
    expect(findAlreadyRefunded(sentAfter(2, 10_000), history, 3_000)).toEqual({ kind: 'absent' });
    expect(findAlreadyRefunded(sentAfter(0, 0), [sale()], 0)).toEqual({ kind: 'unclear' });
  });
});

it('counts the refunds that stand', () => {
  const history = [refund(100, 'C', { status: 'declined' }), refund(50, 'B'), refund(25, 'A'), sale()];
  expect(refundsAtBank(history)).toEqual({ count: 2, sumMinor: 75 });
  expect(refundsAtBank([sale()])).toEqual({ count: 0, sumMinor: 0 });
});
