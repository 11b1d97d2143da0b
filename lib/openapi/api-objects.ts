// The objects of the API, as the functions that show them declare them. answer-schemas.ts makes the schemas
// of these types; a test calls every endpoint and compares its response.
import type { showBin } from '#contract/bin.ts';
import type { showCard } from '#contract/card-answer.ts';
import type { Consent, showCustomer } from '#contract/customer-answer.ts';
import type { showApiKey } from '#contract/event/api-key.ts';
import type { showCardTesting } from '#contract/event/card-testing.ts';
import type { showDelivery, showWebhookTest } from '#contract/event/delivery.ts';
import type { showEvent } from '#contract/event/event.ts';
import type { showNewWebhook, showReplay, showWebhook } from '#contract/event/webhook-answer.ts';
import type { showOffers } from '#contract/installment/offers.ts';
import type { showTable } from '#contract/installment/table.ts';
import type { showNewKey, showRevokedKey } from '#contract/key.ts';
import type { showMe } from '#contract/me.ts';
import type { showStory, showStoryEvent } from '#contract/order.ts';
import type { showCardPage } from '#contract/page/card-page-answer.ts';
import type {
  showHostedPage,
  showListedPage,
  showNamedPage,
  showNewPage,
} from '#contract/page/hosted-page-answer.ts';
import type { showPayment, showPaymentDay, showPaymentStatistics } from '#contract/payment.ts';
import type { showPausePreview, showPreviewedCharge } from '#contract/plan-preview.ts';
import type { showAttempt, showPeriod, showRecurringPayment } from '#contract/recurring-payment-answer.ts';
import type { showNamedRefund, showRefund } from '#contract/refund-answer.ts';
import type { showRefundPreview } from '#contract/refund-preview.ts';
import type { showRefundDay, showStatistics } from '#contract/refund-statistics.ts';
import type { showMovement, showSettlement } from '#contract/settlement.ts';
import type { Funnel } from '#domain/payment/funnel.ts';
import type { EndReason } from '#domain/recurring-payment/plan.ts';
import type { ApiObject } from '#routes.ts';

type AllOf<Objects extends Record<ApiObject, object>> = Objects;
type PaymentObject = ReturnType<typeof showPayment>;
/** Names are told where a refund or a page is read (api.md 6.11). */
type RefundObject = ReturnType<typeof showRefund> & Partial<ReturnType<typeof showNamedRefund>>;
type ListedPageObject = ReturnType<typeof showListedPage> & Partial<ReturnType<typeof showNamedPage>>;
type Statistics<Row, DayRow> = {
  startDate: string;
  endDate: string;
  byCurrency: Row[];
  byDay: DayRow[] | null;
};

export type ApiObjects = AllOf<{
  Payment: PaymentObject;
  PaymentStatistics: Statistics<
    ReturnType<typeof showPaymentStatistics>,
    ReturnType<typeof showPaymentDay>
  > & { funnel: Funnel };
  OrderStory: {
    orderNumber: string;
    pages: ListedPageObject[];
    payments: PaymentObject[];
    refunds: RefundObject[];
    recurringPayments: ReturnType<typeof showRecurringPayment>[];
    events: ReturnType<typeof showStoryEvent>[];
    timeline: ReturnType<typeof showStory>;
    nextCursor: string | null;
  };
  Bin: ReturnType<typeof showBin>;
  InstallmentOffers: ReturnType<typeof showOffers>;
  InstallmentTable: ReturnType<typeof showTable>;
  CreatedHostedPage: ReturnType<typeof showNewPage>;
  HostedPage: ReturnType<typeof showHostedPage> & { payment: PaymentObject | null };
  CardPage: ReturnType<typeof showCardPage>;
  ListedHostedPage: ListedPageObject;
  HostedPageQr: { id: string; hostedPageUrl: string; svg: string };
  ClosedHostedPage: { id: string; token: string | null; state: 'Closed'; canBePaid: false };
  Customer: ReturnType<typeof showCustomer>;
  Card: ReturnType<typeof showCard>;
  Refund: RefundObject;
  RefundPreview: ReturnType<typeof showRefundPreview>;
  RefundStatistics: Statistics<ReturnType<typeof showStatistics>, ReturnType<typeof showRefundDay>>;
  Settlement: ReturnType<typeof showSettlement>;
  Movement: ReturnType<typeof showMovement>;
  CustomerExport: {
    customer: ReturnType<typeof showCustomer>;
    cards: ReturnType<typeof showCard>[];
    recurringPayments: ReturnType<typeof showRecurringPayment>[];
    consents: Consent[];
    payments: PaymentObject[];
    refunds: RefundObject[];
    nextCursor: string | null;
    searchedUntil?: string;
  };
  Event: ReturnType<typeof showEvent>;
  CardTesting: ReturnType<typeof showCardTesting>;
  RecurringPayment: ReturnType<typeof showRecurringPayment>;
  ChargeAttempt: ReturnType<typeof showAttempt>;
  Period: ReturnType<typeof showPeriod>;
  PausePreview: ReturnType<typeof showPausePreview>;
  ChargesToCome: { charges: ReturnType<typeof showPreviewedCharge>[]; endReason: EndReason | null };
  ApiKey: ReturnType<typeof showApiKey>;
  CreatedApiKey: ReturnType<typeof showNewKey>;
  RevokedApiKey: ReturnType<typeof showRevokedKey>;
  Me: ReturnType<typeof showMe>;
  Webhook: ReturnType<typeof showWebhook>;
  CreatedWebhook: ReturnType<typeof showNewWebhook>;
  WebhookTest: ReturnType<typeof showWebhookTest>;
  Replay: ReturnType<typeof showReplay>;
  Delivery: ReturnType<typeof showDelivery>;
  Deleted: { id: string; deleted: true };
}>;
