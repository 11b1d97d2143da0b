// DELETE /api/customer/{id}: erases the personal data of a customer with the cards that are not in use;
// payments stay (customers.md 2).
import type { StoredCard } from '#domain/card/stored-card.ts';
import type { Customer } from '#domain/customer.ts';
import { isUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { rejectionOf } from '#http/conflict.ts';
import { endpoint } from '#http/endpoint.ts';
import { writeCardErasure } from '#store/card/card-deletion.ts';
import { loadEveryCard } from '#store/card/customer-cards.ts';
import { CUSTOMER, loadCustomer, writeCustomerErasure } from '#store/customer.ts';
import { findPendingCards, writePendingCardOfPageEnd } from '#store/payment/pending-card.ts';
import { commit as commitAlone, isConflictOn } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';

const DELETED = { tr: 'Müşteri silindi.', en: 'The customer was deleted.' };

/** Most cards deleted in one transaction: two rows each, and a transaction has at most a hundred rows. */
const CARDS_AT_ONCE = 40;
/** Most pages whose pending card is deleted in the same transaction: one row each. */
const PAGES_AT_ONCE = 15;
/** Most tries: between reading and writing, a card can be changed, or a pending card stored. */
const MOST_TRIES = 4;

export const handler = endpoint({ scope: 'customers' }, async ({ caller, path, now, commit }) => {
  const id = path['id'] ?? '';
  if (!isUuid(id)) throw new Rejection('CUSTOMER_NOT_FOUND');
  const { merchantId } = caller;
  const answer = { message: DELETED, data: { id, deleted: true } };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [customer, { cards, pages }] = await Promise.all([
      loadCustomer(merchantId, id),
      loadEveryCard(merchantId, id),
    ]);
    const refusal = whyNotErased(customer);
    if (refusal) throw refusal;
    const waiting = await findPendingCards(pages);
    const idle = cards.filter(({ usedBy }) => usedBy === undefined);
    // If a customer has many cards, the last of them are deleted together with the customer, so that the call
    // can be repeated after a crash in between.
    while (idle.length > CARDS_AT_ONCE) await commitAlone(deletionOf(idle.splice(0, CARDS_AT_ONCE), now));
    const before = waiting.splice(0, Math.max(0, waiting.length - PAGES_AT_ONCE));
    for (const digest of before) await commitAlone([writePendingCardOfPageEnd(digest)]);
    const writes = [
      writeCustomerErasure(merchantId, id, now),
      ...deletionOf(idle, now),
      ...waiting.map(writePendingCardOfPageEnd),
    ];
    const result = await commitWithRetry(() => commit(writes, answer));
    if (result.kind === 'committed') return answer;
    if (isConflictOn(result, 'customer') || !isConflictOn(result, 'card', 'pending-card')) {
      throw rejectionOf(result, CUSTOMER, whyNotErased);
    }
  }
  throw new Rejection('CONCURRENT_UPDATE');
});

const deletionOf = (cards: readonly StoredCard[], now: Date) =>
  cards.flatMap(({ merchantId, id }) => writeCardErasure(merchantId, id, now));

function whyNotErased(found: Customer | undefined): Rejection | undefined {
  if (found === undefined) return new Rejection('CUSTOMER_NOT_FOUND');
  const recurringPaymentIds = [...(found.activeRecurringPayments ?? [])].sort();
  return recurringPaymentIds.length === 0
    ? undefined
    : new Rejection('CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT', { recurringPaymentIds });
}
