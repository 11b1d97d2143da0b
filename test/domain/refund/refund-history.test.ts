// Finding a refund, which has no id at the bank, in the bank's history of its order (refunds.md 5).
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
/** Our books of the payment: the refunded sum, and the references that the bank has given. */
const ours = (refundedMinor: number, ...references: string[]) => ({
  refundedMinor,
  ...(references.length > 0 && { refundReferences: new Set(references) }),
});
const OURS = ours(0);
const done = (bankReferenceNumber: string) => ({ kind: 'done', as: 'Refund', bankReferenceNumber });
/** The history shows a void by the sale, whose reference is not that of the void (nestpay.md 4.5). */
const VOID_DONE = { kind: 'done', as: 'Void' };

describe('findOperation for a refund', () => {
  it('a refund is found as the one that was not in the history before it was sent', () => {
    const history = [refund(4_000, 'NEW'), refund(4_000, 'OLD'), sale()];
    expect(findOperation(sentAfter(1, 4_000), OURS, history)).toEqual(done('NEW'));
    expect(findOperation(sentAfter(0, 0), OURS, [refund(4_000, 'NEW'), sale()])).toEqual(done('NEW'));
  });

  it('a refund is absent while the history has no new approved refund, declined ones not counted', () => {
    expect(findOperation(sentAfter(0, 0), OURS, [sale()])).toEqual({ kind: 'absent' });
    const declined = refund(4_000, '', { status: 'declined' });
    expect(findOperation(sentAfter(1, 4_000), OURS, [declined, refund(4_000, 'OLD'), sale()])).toEqual({
      kind: 'absent',
    });
  });

  it('a new refund of another amount is not taken for ours', () => {
    expect(findOperation(sentAfter(0, 0), OURS, [refund(3_999, 'OTHER'), sale()])).toEqual({
      kind: 'unclear',
    });
    const both = [refund(3_999, 'OTHER'), refund(4_000, 'OURS'), sale()];
    expect(findOperation(sentAfter(0, 0), OURS, both)).toEqual(done('OURS'));
  });

  it('the finding is unclear if an earlier refund is missing or changed', () => {
    expect(findOperation(sentAfter(1, 4_000), OURS, [sale()])).toEqual({ kind: 'unclear' });
    expect(findOperation(sentAfter(1, 4_000), OURS, [refund(3_000, 'OLD'), sale()])).toEqual({
      kind: 'unclear',
    });
    const voided = refund(4_000, 'OLD', { status: 'voided' });
    expect(findOperation(sentAfter(1, 4_000), OURS, [voided, sale()])).toEqual({ kind: 'unclear' });
  });

  it('the finding is unclear without a sale, or without the counts stored before sending', () => {
    expect(findOperation(sentAfter(0, 0), OURS, [])).toEqual({ kind: 'unclear' });
    expect(findOperation(sentAfter(0, 0), OURS, [sale('declined')])).toEqual({ kind: 'unclear' });
    expect(findOperation({ ...refundOf(), processedAs: 'Refund' }, OURS, [sale()])).toEqual({
      kind: 'unclear',
    });
  });

  it('a voided sale completes a refund of the whole payment; for a partial refund it is unclear', () => {
    expect(findOperation(sentAfter(0, 0, { isWhole: true }), OURS, [sale('voided')])).toEqual(VOID_DONE);
    expect(findOperation(sentAfter(0, 0), OURS, [sale('voided')])).toEqual({ kind: 'unclear' });
  });

  it("the bank's transaction id is the reference if there is no host reference", () => {
    const { hostReference: _, ...bare } = refund(4_000, '');
    expect(findOperation(sentAfter(0, 0), OURS, [{ ...bare, transactionId: 'T-1' }, sale()])).toEqual(
      done('T-1'),
    );
    expect(findOperation(sentAfter(0, 0), OURS, [bare, sale()])).toEqual(done(''));
  });
});

describe('findOperation for a void', () => {
  const sent = sentRefundOf({ processedAs: 'Void', isWhole: true, amountMinor: 10_000 });
  it('a void is done if the sale is voided, absent if approved, unclear if it is being reversed', () => {
    expect(findOperation(sent, OURS, [sale('voided')])).toEqual(VOID_DONE);
    expect(findOperation(sent, OURS, [sale()])).toEqual({ kind: 'absent' });
    expect(findOperation(sent, OURS, [sale('reversing')])).toEqual({ kind: 'unclear' });
  });
});

describe('findAlreadyRefunded', () => {
  it('our own refund is found in the history', () => {
    const history = [refund(4_000, 'OURS'), sale()];
    expect(findAlreadyRefunded(sentAfter(0, 0), ours(0), history)).toEqual(done('OURS'));
  });

  it('refunds made elsewhere complete ours if the sums are equal', () => {
    const history = [refund(4_000, 'B'), refund(6_000, 'A'), sale()];
    const refundSent = sentAfter(2, 10_000);
    expect(findAlreadyRefunded(refundSent, ours(6_000), history)).toEqual(done('B'));
  });

  it('the refund is not done if the sums differ', () => {
    const history = [refund(7_000, 'B'), refund(3_000, 'A'), sale()];
    expect(findAlreadyRefunded(sentAfter(2, 10_000), ours(3_000), history)).toEqual({ kind: 'absent' });
    expect(findAlreadyRefunded(sentAfter(0, 0), ours(0), [sale()])).toEqual({ kind: 'unclear' });
  });
});

it('refundsAtBank counts the approved refunds only', () => {
  const history = [refund(100, 'C', { status: 'declined' }), refund(50, 'B'), refund(25, 'A'), sale()];
  expect(refundsAtBank(history)).toEqual({ count: 2, sumMinor: 75 });
  expect(refundsAtBank([sale()])).toEqual({ count: 0, sumMinor: 0 });
});
