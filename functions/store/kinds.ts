// Every kind of row of the table, as its store declares it.
import { bankKind } from './bank.ts';
import { binListKind, binRangesKind } from './card/bin-list.ts';
import { cardKind, sealedCardKind } from './card/card.ts';
import { cardNumbersKind } from './card/card-numbers.ts';
import { cardPageKind } from './card/card-page.ts';
import { cardTriesKind } from './card/card-tries.ts';
import { latestCardKind } from './card/latest-card.ts';
import { customerKind } from './customer.ts';
import { differenceKind } from './difference.ts';
import { eventKind } from './event/event.ts';
import { feedKind } from './event/feed.ts';
import { idempotencyKind } from './idempotency.ts';
import { installmentCapsKind } from './installment/caps.ts';
import { installmentTableKind } from './installment/table.ts';
import { tableOwnerKind } from './lease.ts';
import { logoKind } from './logo.ts';
import { apiKeyKind } from './merchant/api-key.ts';
import { merchantKind } from './merchant/merchant.ts';
import { merchantNameKind } from './merchant/merchant-name.ts';
import { personKind } from './merchant/person.ts';
import { merchantHoldKind } from './merchant-hold.ts';
import { operatorActionKind } from './operator-action.ts';
import { cardTestingKind } from './payment/card-testing.ts';
import { declineKind } from './payment/decline.ts';
import { hostedPageKind } from './payment/hosted-page.ts';
import { orderKind } from './payment/order.ts';
import { pageBeaconKind } from './payment/page-beacon.ts';
import { paymentKind } from './payment/payment.ts';
import { paymentCountsKind } from './payment/payment-statistics.ts';
import { pendingCardKind } from './payment/pending-card.ts';
import { variantsKind } from './payment/variants.ts';
import { reconciliationKind } from './reconciliation.ts';
import { attemptKind } from './recurring-payment/attempt.ts';
import { closedPeriodsKind, endedPeriodKind } from './recurring-payment/closed-periods.ts';
import { recurringPaymentKind } from './recurring-payment/recurring-payment.ts';
import { refundKind } from './refund/refund.ts';
import { refundCountsKind } from './refund/refund-statistics.ts';
import { agreementKind } from './settlement/agreement.ts';
import { movementKind } from './settlement/movement.ts';
import { settlementKind } from './settlement/settlement.ts';
import { stageKind } from './stage.ts';
import { unnamedSaleKind } from './unnamed-sale.ts';
import { deliveryKind } from './webhook/delivery.ts';
import { deliveryTryKind } from './webhook/delivery-try.ts';
import { replayKind } from './webhook/replay.ts';
import { webhookTurnKind } from './webhook/turn.ts';
import { webhookCountKind, webhookKind } from './webhook/webhook.ts';

/** If the key of a row fits several kinds, it is of the first. */
export const KINDS = {
  merchant: merchantKind,
  'merchant-name': merchantNameKind,
  logo: logoKind,
  'api-key': apiKeyKind,
  person: personKind,
  'card-page': cardPageKind,
  'hosted-page': hostedPageKind,
  'page-beacon': pageBeaconKind,
  variants: variantsKind,
  order: orderKind,
  payment: paymentKind,
  'payment-counts': paymentCountsKind,
  'pending-card': pendingCardKind,
  decline: declineKind,
  'card-testing': cardTestingKind,
  customer: customerKind,
  'latest-card': latestCardKind,
  card: cardKind,
  'sealed-card': sealedCardKind,
  'card-numbers': cardNumbersKind,
  'card-tries': cardTriesKind,
  'recurring-payment': recurringPaymentKind,
  attempt: attemptKind,
  'closed-periods': closedPeriodsKind,
  'ended-period': endedPeriodKind,
  refund: refundKind,
  'merchant-hold': merchantHoldKind,
  'refund-counts': refundCountsKind,
  idempotency: idempotencyKind,
  'operator-action': operatorActionKind,
  bank: bankKind,
  'table-owner': tableOwnerKind,
  stage: stageKind,
  'bin-list': binListKind,
  'bin-ranges': binRangesKind,
  'installment-caps': installmentCapsKind,
  'installment-table': installmentTableKind,
  agreement: agreementKind,
  movement: movementKind,
  settlement: settlementKind,
  reconciliation: reconciliationKind,
  'unnamed-sale': unnamedSaleKind,
  difference: differenceKind,
  event: eventKind,
  feed: feedKind,
  'webhook-count': webhookCountKind,
  replay: replayKind,
  'webhook-turn': webhookTurnKind,
  webhook: webhookKind,
  delivery: deliveryKind,
  'delivery-try': deliveryTryKind,
};

declare module './table/row-name.ts' {
  interface RowNames extends Record<keyof typeof KINDS, true> {}
}

type Kinds = { [Name in keyof typeof KINDS]: ReturnType<(typeof KINDS)[Name]> };
type WordsIn<Declared> =
  | (Declared extends { grants: infer Words } ? keyof Words : never)
  | (Declared extends { indexGrants: infer Words } ? keyof Words : never);

/** The words by which the route table names rows. `due`: rows of any kind, in the index of due rows. */
export type RowKind = WordsIn<Kinds[keyof Kinds]> | 'due';
