// Checks of a merchant's objects after a day under any release, and of all payments against the books of the
// simulated bank.
import { strict as assert } from 'node:assert';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import { type BookedPayment, disagreements, isPaid, movedAt, sumOf } from '../books/compare.ts';
import type { Life } from './life.ts';
import type { Control, Json } from './shop.ts';

/**
 * More than a day, so that daily charges never fall due while a merchant's unfinished objects are created.
 */
const DAY = 'PT26H';

type Charged = { charges: number; tries: number };

const attemptsOf = async ({ shop }: Life, id: string, status: string) =>
  (await shop.list(`/api/RecurringPayment/${id}/transactions`)).filter((one) => one['status'] === status);

const chargedOf = async (life: Life): Promise<Charged> => ({
  charges: (await attemptsOf(life, life.chargedId, 'Succeeded')).length,
  tries: (await attemptsOf(life, life.declinedId, 'Failed')).length,
});

/**
 * Moves time by a day. Each merchant must then be charged and retried, and its unknown and held charges
 * resolved.
 */
export async function passDay(lives: readonly Life[], control: Control): Promise<void> {
  const before = await Promise.all(lives.map(chargedOf));
  await control('POST', '/clock', { by: DAY });
  for (const [at, life] of lives.entries()) {
    const { charges = 0, tries = 0 } = before[at] ?? {};
    const after = await chargedOf(life);
    assert.ok(after.charges > charges, `${life.name}: no period was charged within 26 hours.`);
    assert.ok(after.tries > tries, `${life.name}: a declined period was not retried within 26 hours.`);
    const { status } = await life.shop.call('GET', `/api/payment/${life.left?.unknownId}`);
    assert.equal(status, 'Successful', `${life.name}: the payment whose answer was lost is ${status}.`);
    const countPaid = async (id = '') => (await attemptsOf(life, id, 'Succeeded')).length;
    assert.equal(await countPaid(life.left?.heldId), 1, `${life.name}: a held charge was not made.`);
    assert.equal(await countPaid(life.left?.chargeAtBankId), 1, `${life.name}: a lost charge is unknown.`);
  }
}

/** Reads all objects of a merchant. */
export async function readAll({ shop, ...life }: Life): Promise<void> {
  const { call, list } = shop;
  await Promise.all([
    call('GET', `/api/customer/${life.customerId}`),
    call('GET', `/api/customer/${life.customerId}/export`),
    call('GET', `/api/card/${life.cardId}`),
    ...[life.chargedId, life.declinedId, life.pausedId].map((id) =>
      call('GET', `/api/RecurringPayment/${id}`),
    ),
    ...['/api/customer', '/api/payment', '/api/Refund', '/api/RecurringPayment'].map(list),
  ]);
  const cards = await list(`/api/card/query?bin=460345`);
  assert.ok(cards.some(({ id }) => id === life.cardId));
  const refunds = await list('/api/Refund');
  const { byCurrency } = (await call('GET', '/api/Refund/statistics')) as { byCurrency: Json[] };
  const given = refunds.filter(({ status }) => status === 'Completed').map(({ amount }) => Number(amount));
  assert.equal(sumOf(byCurrency.map((one) => Number(one['refundedAmount']))), sumOf(given));
}

export type Books = { payments: number; surcharged: number; taken: number; given: number };

/** All payments must agree with the bank's ledger. */
export async function compareBooks(lives: readonly Life[], control: Control): Promise<Books> {
  const merchants = await Promise.all(
    lives.map(async ({ name, shop }) => {
      return { name, payments: (await shop.list('/api/payment')) as unknown as BookedPayment[] };
    }),
  );
  const { operations } = (await control('GET', '/bank/ledger')) as { operations: LedgerOperation[] };
  assert.deepEqual(disagreements(merchants, operations), []);
  const paid = merchants.flatMap(({ payments }) => payments).filter(isPaid);
  const surcharged = paid.filter(({ amount, chargedAmount }) => chargedAmount > amount).length;
  return { payments: paid.length, surcharged, ...movedAt(operations) };
}
