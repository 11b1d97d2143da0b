// GET /api/customer/{id}/export: returns all stored data about a person (customers.md 3). Payments, with
// their consents, and refunds are paginated; consents on card pages are only on the first page, and all other
// data is on each page.
import { showCard } from '#contract/card-answer.ts';
import { consentsOfCard, consentsOfPayment, showCustomer } from '#contract/customer-answer.ts';
import { fields } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { showPayment } from '#contract/payment.ts';
import { showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import { showRefund } from '#contract/refund-answer.ts';
import { isCardLive } from '#domain/card/stored-card.ts';
import { isUuid, uuidTimeMs } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import { listRows } from '#http/listing.ts';
import { notesOf } from '#http/payment-note.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { CARD } from '#store/card/card.ts';
import { loadCustomer } from '#store/customer.ts';
import { moneyList } from '#store/customer-money.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import { cardsOfCustomer, recurringPaymentsOfCustomer } from '#store/table/keys.ts';
import { readWhole } from '#store/table/list.ts';

const SHOWN = { tr: 'Kişi hakkında tutulan kayıtlar.', en: 'What is held about the person.' };

const CONTRACT = { scope: 'read' as const, query: () => fields(listQuery()) };

export const handler = readEndpoint(CONTRACT, async ({ caller, path, query, now }) => {
  const { id = '' } = path;
  if (!isUuid(id)) throw new Rejection('CUSTOMER_NOT_FOUND');
  const { merchantId } = caller;
  // No payment is older than its customer.
  const call = { caller, now, name: 'customer-export', filters: { id }, ...query, startMs: uuidTimeMs(id) };
  const [customer, cards, plans, page] = await Promise.all([
    loadCustomer(merchantId, id),
    readWhole({ index: 'list', partition: cardsOfCustomer(merchantId, id) }),
    readWhole({ index: 'lookup', partition: recurringPaymentsOfCustomer(merchantId, id) }),
    listRows(call, moneyList(merchantId, id)),
  ]);
  if (customer === undefined) throw new Rejection('CUSTOMER_NOT_FOUND');
  const payments = page.items.flatMap(({ payment = [] }) => payment);
  const refunds = page.items.flatMap(({ refund = [] }) => refund);
  const liveCards = cards.flatMap((item) => CARD.find(item) ?? []).filter((card) => isCardLive(card, now));
  const noteOf = await notesOf(payments);
  const data = {
    customer: showCustomer(customer),
    cards: liveCards.map((card) => showCard(card, caller, now)),
    recurringPayments: plans.map((item) => showRecurringPayment(RECURRING_PAYMENT.read(item), now)),
    // Consents of stored cards are only on the first page, so that joined pages contain each consent once.
    consents: [
      ...(query.cursor === undefined ? liveCards.flatMap(consentsOfCard) : []),
      ...payments.flatMap(consentsOfPayment),
    ],
    payments: payments.map((payment) => showPayment(payment, now, noteOf(payment))),
    refunds: refunds.map((refund) => showRefund(refund, now)),
    ...page.told,
  };
  return { message: SHOWN, data };
});
