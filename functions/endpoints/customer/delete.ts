// DELETE /api/customer/{id}: erases the personal data of a customer with the cards that are not in use;
// payments stay (customers.md 2).
import type { StoredCard } from '#domain/card/stored-card.ts';
import type { Customer } from '#domain/customer.ts';
import { isUuid } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { endpoint } from '#http/endpoint.ts';
import { writeCardErasure } from '#store/card/card-deletion.ts';
import { loadEveryCard } from '#store/card/customer-cards.ts';
import { loadCustomer } from '#store/customer.ts';
import { writeCustomerErasure } from '#store/customer-writes.ts';
import { findPendingCards, writePendingCardOfPageEnd } from '#store/payment/pending-card.ts';
import { commit as commitAlone } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';

const DELETED = { tr: 'Müşteri silindi.', en: 'The customer was deleted.' };

/** Most cards deleted in one transaction: two rows each, and a transaction has at most a hundred rows. */
const CARDS_AT_ONCE = 40;
/** Most pages whose pending card is deleted in the same transaction: one row each. */
const PAGES_AT_ONCE = 15;

export const handler = endpoint({ scope: 'customers' }, async ({ caller, path, now, commit }) => {
  const id = path['id'] ?? '';
  if (!isUuid(id)) throw new Rejection('CUSTOMER_NOT_FOUND');
  const { merchantId } = caller;
  const result = { message: DELETED, data: { id, deleted: true } };
  return await untilCommitted({
    load: () => Promise.all([loadCustomer(merchantId, id), loadEveryCard(merchantId, id)]),
    decide: async ([customer, { cards, pages }]) => {
      const refusal = whyNotErased(customer);
      if (refusal) throw refusal;
      const waiting = await findPendingCards(pages);
      const idle = cards.filter(({ usedBy }) => usedBy === undefined);
      // If a customer has many cards, the last of them are deleted together with the customer, so that the
      // call can be repeated after a crash in between.
      while (idle.length > CARDS_AT_ONCE) await commitAlone(deletionOf(idle.splice(0, CARDS_AT_ONCE), now));
      const before = waiting.splice(0, Math.max(0, waiting.length - PAGES_AT_ONCE));
      for (const digest of before) await commitAlone([writePendingCardOfPageEnd(digest)]);
      const writes = [
        writeCustomerErasure(merchantId, id, now),
        ...deletionOf(idle, now),
        ...waiting.map(writePendingCardOfPageEnd),
      ];
      return { writes, result };
    },
    commit,
  });
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
