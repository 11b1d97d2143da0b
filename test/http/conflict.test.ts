// The order of the writes in a transaction does not change the rejection.
import { describe, expect, it } from 'vitest';
import { isCardLive, type StoredCard } from '#domain/card/stored-card.ts';
import { Rejection } from '#domain/rejection.ts';
import { rejectionOf } from '#http/conflict.ts';
import { CARD, loadCard, writeCardUse, writeNewCard } from '#store/card/card.ts';
import { writeCardDeletion } from '#store/card/card-deletion.ts';
import { CARD_NUMBERS, writeCardNumber } from '#store/card/card-numbers.ts';
import { loadPayment, PAYMENT } from '#store/payment/payment.ts';
import { writeBalanceChange, writeReservation } from '#store/payment/payment-balance.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { writeNewRefund, writeRefund } from '#store/refund/refund.ts';
import { type CommitConflict, commit, conflictOn, isConflictOn, type Write } from '#store/table/commit.ts';
import { paymentOf, refundOf } from '../domain/refund/refund-builder.ts';
import { cardsOf } from '../endpoints/card/stored-cards.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { merchantId } = harness.merchant;
const { store } = cardsOf(harness);

/** The conflicts of three orders of the writes: as given, reversed and rotated by one. */
async function conflictsOf(writes: readonly Write[]): Promise<CommitConflict[]> {
  const orders = [writes, writes.toReversed(), [...writes.slice(1), ...writes.slice(0, 1)]];
  const conflicts: CommitConflict[] = [];
  for (const order of orders) {
    const result = await commit(order);
    if (result.kind !== 'conflict') throw new Error('The transaction should have conflicted.');
    conflicts.push(result);
  }
  return conflicts;
}

const codesOf = (rejections: readonly Rejection[]) => [...new Set(rejections.map(({ code }) => code))];

describe('rejectionOf for any order of the writes', () => {
  it('deleting a card that is in use or gone gives CARD_IN_USE or CARD_NOT_FOUND', async () => {
    const { id } = await store();
    await commit([writeCardUse({ merchantId, id }, 'recurring-1')]);
    const reason = (found: StoredCard | undefined) =>
      new Rejection(found && isCardLive(found, harness.now()) ? 'CARD_IN_USE' : 'CARD_NOT_FOUND');
    const rejectionsOf = async (cardId: string) =>
      (await conflictsOf(writeCardDeletion(merchantId, cardId, harness.now()))).map((conflicted) =>
        rejectionOf(conflicted, CARD, reason),
      );
    expect(codesOf(await rejectionsOf(id))).toEqual(['CARD_IN_USE']);
    expect(codesOf(await rejectionsOf('01890000-0000-7000-8000-000000000002'))).toEqual(['CARD_NOT_FOUND']);
  });

  it('a full mask gives its own code only if the limit itself was exceeded', async () => {
    const { id } = await store();
    const card = { ...(await cardRow(id)), maskedCardNumber: '400000******0002' };
    for (let number = 0; number < 3; number += 1) {
      await commit([writeCardNumber({ ...card, fingerprint: `number-${number}` })]);
    }
    const limit = () => new Rejection('CARD_NUMBER_LIMIT_REACHED');
    const full = [writeCardNumber(card), ...writeNewCard(card, new Uint8Array([1]))];
    const all = await conflictsOf(full);
    expect(codesOf(all.map((one) => rejectionOf(one, CARD_NUMBERS, limit)))).toEqual([
      'CARD_NUMBER_LIMIT_REACHED',
    ]);
    const belowLimit = [writeCardNumber({ ...card, maskedCardNumber: '400000******0003' }), ...full.slice(1)];
    const others = await conflictsOf(belowLimit);
    expect(codesOf(others.map((one) => rejectionOf(one, CARD_NUMBERS, limit)))).toEqual([
      'CONCURRENT_UPDATE',
    ]);
  });

  it('a refund that conflicts with another one finds the payment as it is now', async () => {
    const payment = await storedPayment();
    const refund = refundOf({ refundId: 'late', amountMinor: 6_000 }, payment);
    await commit([writeReservation(payment, refundOf({ amountMinor: 6_000 }, payment))]);
    const all = await conflictsOf([writeReservation(payment, refund), ...writeNewRefund(refund)]);
    const found = all.map((one) => conflictOn(one, PAYMENT)?.found?.reservedMinor);
    expect(found).toEqual([6_000, 6_000, 6_000]);
    expect(all.map((one) => isConflictOn(one, 'refund'))).toEqual([false, false, false]);
  });

  it('a stale refund and a locked payment are different conflicts', async () => {
    const payment = await storedPayment();
    const refund = refundOf({ refundId: 'mine', amountMinor: 4_000 }, payment);
    await commit(writeNewRefund(refund));
    await commit(writeBalanceChange('Lock', payment, refundOf({ refundId: 'other' }, payment)));
    const conflictingRows = async (version: number) => {
      const step = writeRefund({ refund, version }, { ...refund, status: 'Processing' });
      const all = await conflictsOf([step, ...writeBalanceChange('Lock', payment, refund)]);
      return new Set(
        all.map(({ conflicts }) =>
          conflicts
            .map(({ what }) => what)
            .sort()
            .join(),
        ),
      );
    };
    expect(await conflictingRows(1)).toEqual(new Set(['payment']));
    expect(await conflictingRows(1 + 1)).toEqual(new Set(['payment,refund']));
  });
});

it('a transaction conflict without a failed condition gives the retryable CONCURRENT_UPDATE', () => {
  const contended: CommitConflict = { kind: 'conflict', conflicts: [], contended: true };
  expect(rejectionOf(contended, CARD, () => new Rejection('CARD_NOT_FOUND')).code).toBe('CONCURRENT_UPDATE');
});

let payments = 0;
async function storedPayment() {
  payments += 1;
  const paymentReferenceNumber = `PAY-${String(payments).padStart(26, '0')}`;
  const payment = paymentOf({ paymentReferenceNumber, merchantId });
  await commit([writePaymentClaim(payment)]);
  const loaded = await loadPayment(merchantId, paymentReferenceNumber);
  if (loaded === undefined) throw new Error('The payment was just stored.');
  return loaded;
}
async function cardRow(id: string) {
  const card = await loadCard(merchantId, id, harness.now());
  if (card === undefined) throw new Error('The card was just stored.');
  return card;
}
