// A rejected call is rejected for the same reason in whatever order its writes stand in their transaction.
import { describe, expect, it } from 'vitest';
import { isCardLive, type StoredCard } from '#domain/card/stored-card.ts';
import { Rejection } from '#domain/rejection.ts';
import { rejectionOf } from '#http/conflict.ts';
import { loadCard, writeCardDeletion, writeCardUse, writeNewCard } from '#store/card/card.ts';
import { writeCardNumber } from '#store/card/card-numbers.ts';
import { loadPayment, writePaymentClaim } from '#store/payment/payment.ts';
import { writeBalanceChange, writeReservation } from '#store/payment/payment-balance.ts';
import { writeNewRefund, writeRefund } from '#store/refund/refund.ts';
import { type Conflicted, commit, conflictOn, type Write } from '#store/table/commit.ts';
import { paymentOf, refundOf } from '../domain/refund/refund-builder.ts';
import { cardsOf } from '../endpoints/card/stored-cards.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { merchantId } = harness.merchant;
const { store } = cardsOf(harness);

/** The conflict of each order of the writes: as they are made, reversed, and turned by one. */
async function conflictsOf(writes: readonly Write[]): Promise<Conflicted[]> {
  const orders = [writes, writes.toReversed(), [...writes.slice(1), ...writes.slice(0, 1)]];
  const conflicts: Conflicted[] = [];
  for (const order of orders) {
    const result = await commit(order);
    if (result.kind !== 'conflict') throw new Error('The writes were to be refused.');
    conflicts.push(result);
  }
  return conflicts;
}

const codesOf = (rejections: readonly Rejection[]) => [...new Set(rejections.map(({ code }) => code))];

describe('the order of the writes changes nothing', () => {
  it('for the deletion of a card that a recurring payment uses, or that is gone', async () => {
    const { id } = await store();
    await commit([writeCardUse({ merchantId, id }, 'recurring-1')]);
    const reason = (found: Record<string, unknown> | undefined) => {
      const isLive = found !== undefined && isCardLive(found as StoredCard, harness.now());
      return new Rejection(isLive ? 'CARD_IN_USE' : 'CARD_NOT_FOUND');
    };
    const rejectionsOf = async (cardId: string) =>
      (await conflictsOf(writeCardDeletion(merchantId, cardId, harness.now()))).map((conflicted) =>
        rejectionOf(conflicted, 'card', reason),
      );
    expect(codesOf(await rejectionsOf(id))).toEqual(['CARD_IN_USE']);
    expect(codesOf(await rejectionsOf('01890000-0000-7000-8000-000000000002'))).toEqual(['CARD_NOT_FOUND']);
  });

  it('for the number of cards behind one mask, whatever else is refused beside it', async () => {
    const { id } = await store();
    const card = { ...(await cardRow(id)), bin: '400000', lastFour: '0002' };
    for (let number = 0; number < 50; number += 1) {
      await commit([writeCardNumber({ ...card, fingerprint: `number-${number}` }, harness.now())]);
    }
    const limit = () => new Rejection('RATE_LIMITED');
    const full = [writeCardNumber(card, harness.now()), ...writeNewCard(card, new Uint8Array([1]))];
    const all = await conflictsOf(full);
    expect(codesOf(all.map((one) => rejectionOf(one, 'card-numbers', limit)))).toEqual(['RATE_LIMITED']);
    const room = [writeCardNumber({ ...card, lastFour: '0003' }, harness.now()), ...full.slice(1)];
    const others = await conflictsOf(room);
    expect(codesOf(others.map((one) => rejectionOf(one, 'card-numbers', limit)))).toEqual([
      'CONCURRENT_UPDATE',
    ]);
  });

  it('for a refund that another one overtook: the payment is found as it is now', async () => {
    const payment = await storedPayment();
    const refund = refundOf({ refundId: 'late', amountMinor: 6_000 }, payment);
    await commit([writeReservation(payment, refundOf({ amountMinor: 6_000 }, payment))]);
    const all = await conflictsOf([writeReservation(payment, refund), ...writeNewRefund(refund)]);
    const found = all.map((one) => conflictOn(one, 'payment')?.found?.['reservedMinor']);
    expect(found).toEqual([6_000, 6_000, 6_000]);
    expect(all.map((one) => conflictOn(one, 'refund'))).toEqual([undefined, undefined, undefined]);
  });

  it('for a refund lock: an overtaken refund differs from a payment whose lock is taken', async () => {
    const payment = await storedPayment();
    const refund = refundOf({ refundId: 'mine', amountMinor: 4_000 }, payment);
    await commit(writeNewRefund(refund));
    await commit(writeBalanceChange('Lock', payment, refundOf({ refundId: 'other' }, payment)));
    const about = async (version: number) => {
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
    expect(await about(1)).toEqual(new Set(['payment']));
    expect(await about(1 + 1)).toEqual(new Set(['payment,refund']));
  });
});

it('a contended call may be retried: nothing was found that could be a reason', () => {
  const contended: Conflicted = { kind: 'conflict', conflicts: [], contended: true };
  expect(rejectionOf(contended, 'card', () => new Rejection('CARD_NOT_FOUND')).code).toBe(
    'CONCURRENT_UPDATE',
  );
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
