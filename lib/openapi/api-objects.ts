// The objects of the API as JSON Schemas. The compiler compares them with the functions that write them, and
// a test calls every endpoint and compares its response.
import type { showCard } from '#contract/card.ts';
import type { Consent, showCustomer } from '#contract/customer.ts';
import type { showHostedPage, showListedPage, showNewPage } from '#contract/hosted-page.ts';
import type { showPayment } from '#contract/payment.ts';
import type { showRefund, showStatistics } from '#contract/refund.ts';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { HOSTED_PAGE_TOKEN } from '#domain/id.ts';
import { HOSTED_PAGE_STATES } from '#domain/payment/hosted-page.ts';
import { PAYMENT_STATUSES } from '#domain/payment/payment.ts';
import { REFUND_STATUSES, REFUND_TYPES, type UndoneCode } from '#domain/refund/refund.ts';
import type { DeclineCode, ErrorCode } from '#domain/rejection.ts';
import type { ApiObject } from '#routes.ts';
import {
  ABSENT,
  currency,
  maskedCardNumber,
  paymentReference,
  refusal,
  type Shown,
  waiting,
} from './api-fields.ts';
import { CARD_PAGE_OBJECT } from './card-page-object.ts';
import { EVENT_OBJECT } from './event-object.ts';
import {
  amount,
  count,
  day,
  flag,
  instant,
  type JsonSchema,
  listOf,
  matching,
  memberOf,
  object,
  oneOf,
  orNull,
  record,
  reference,
  type SchemaOf,
  text,
  textMap,
  url,
  uuid,
} from './json-schema.ts';
import { RECURRING_PAYMENT_OBJECTS } from './recurring-payment-objects.ts';
import { WEBHOOK_OBJECTS } from './webhook-objects.ts';

type Statistics = Shown<typeof showStatistics>;

const token = matching(HOSTED_PAGE_TOKEN);
const brand = memberOf<CardAssociation>({
  TROY: true,
  VISA: true,
  MASTERCARD: true,
  AMEX: true,
  OTHER: true,
});

const payment = object<Shown<typeof showPayment>>(
  {
    paymentReferenceNumber: paymentReference,
    orderNumber: text,
    amount,
    currency,
    installment: count,
    status: oneOf(PAYMENT_STATUSES),
    statusLabel: text,
    refundedAmount: amount,
    reservedAmount: amount,
    refundableAmount: amount,
    maskedCardNumber,
    cardAssociation: brand,
    bankReferenceNumber: orNull(text),
    authorizationCode: orNull(text),
    threeDSecure: flag,
    source: memberOf({ HostedPage: true, RecurringPayment: true }),
    customerId: orNull(uuid),
    cardStorageId: orNull(uuid),
    recurringPaymentId: orNull(uuid),
    merchantReference: orNull(text),
    metadata: textMap,
    errorCode: refusal<ErrorCode>(),
    bankResponseCode: orNull(text),
    bankMessage: orNull(text),
    mdStatus: orNull(text),
    eci: orNull(text),
    createdAt: instant,
    paidAt: orNull(instant),
    ...waiting,
  },
  ABSENT,
);

const listedPage = {
  id: matching(/^[0-9a-f]{16}$/),
  state: oneOf(HOSTED_PAGE_STATES),
  canBePaid: flag,
  orderNumber: text,
  amount,
  currency,
  installment: count,
  attemptCount: count,
  customerId: orNull(uuid),
  metadata: textMap,
  guard: orNull(memberOf({ ADDRESS: true, CARD_RANGE: true, CARDS: true })),
  frameOrigins: listOf(url),
  createdBy: orNull(uuid),
  createdAt: instant,
  expiresAt: instant,
};
const hostedPage = { ...listedPage, token, hostedPageUrl: url } satisfies {
  [Name in keyof Shown<typeof showHostedPage>]: SchemaOf<Shown<typeof showHostedPage>[Name]>;
};

type Export = {
  customer: Shown<typeof showCustomer>;
  cards: Shown<typeof showCard>[];
  recurringPayments: unknown[];
  consents: Consent[];
  payments: Shown<typeof showPayment>[];
  refunds: Shown<typeof showRefund>[];
  nextCursor: string | null;
};

const refundTotals = object<{ count: number; amount: number }>({ count, amount });

export const API_OBJECTS = {
  Payment: payment,
  CreatedHostedPage: object<Shown<typeof showNewPage>>({
    id: hostedPage.id,
    token,
    hostedPageUrl: url,
    frameOrigins: listOf(url),
    expiresAt: instant,
  }),
  HostedPage: object<Shown<typeof showHostedPage> & { payment: Shown<typeof showPayment> | null }>({
    ...hostedPage,
    payment: { anyOf: [reference('Payment'), { type: 'null' }] },
  }),
  CardPage: CARD_PAGE_OBJECT,
  ListedHostedPage: object<Shown<typeof showListedPage>>({
    ...listedPage,
    paymentReferenceNumber: orNull(paymentReference),
  }),
  ClosedHostedPage: object<{ id: string; token: string; state: 'Closed'; canBePaid: false }>({
    id: hostedPage.id,
    token,
    state: oneOf(['Closed']),
    canBePaid: { const: false },
  }),
  Customer: object<Shown<typeof showCustomer>>({
    id: uuid,
    fullName: text,
    email: orNull({ type: 'string', format: 'email' }),
    phone: orNull(text),
    isActive: flag,
    metadata: textMap,
    createdAt: instant,
    updatedAt: instant,
  }),
  Card: object<Shown<typeof showCard>>({
    id: uuid,
    cardAlias: text,
    ownerName: orNull(text),
    maskedCardNumber,
    bin: matching(/^[0-9]{6}$/),
    eightDigitBin: orNull(matching(/^[0-9]{8}$/)),
    lastFour: matching(/^[0-9]{4}$/),
    cardAssociation: brand,
    expiryStatus: memberOf({ NotExpired: true, ExpiresThisMonth: true, Expired: true }),
    forceCvv: flag,
    lockedReason: orNull(memberOf({ SecurityCode: true })),
    saveCard: flag,
    isTemporary: flag,
    customerId: orNull(uuid),
    metadata: textMap,
    deletionPlannedAt: orNull(instant),
    createdAt: instant,
    updatedAt: instant,
  }),
  Refund: object<Shown<typeof showRefund>>(
    {
      refundId: uuid,
      transactionId: paymentReference,
      orderNumber: text,
      amount,
      currency,
      refundType: oneOf(REFUND_TYPES),
      processedAs: orNull(memberOf({ Void: true, Refund: true })),
      reason: orNull(text),
      description: orNull(text),
      status: oneOf(REFUND_STATUSES),
      bankReferenceNumber: orNull(text),
      errorCode: refusal<DeclineCode | UndoneCode>(),
      bankMessage: orNull(text),
      decisionNote: orNull(text),
      metadata: textMap,
      requestedBy: orNull(uuid),
      decidedBy: orNull(uuid),
      createdAt: instant,
      decidedAt: orNull(instant),
      completedAt: orNull(instant),
      ...waiting,
    },
    ABSENT,
  ),
  RefundStatistics: object<{ startDate: string; endDate: string; byCurrency: Statistics[] }>({
    startDate: day,
    endDate: day,
    byCurrency: listOf(
      object<Statistics>({
        currency,
        totalCount: count,
        refundedAmount: amount,
        pendingAmount: amount,
        byStatus: record(REFUND_STATUSES, refundTotals),
        fullCount: count,
        partialCount: count,
        voidCount: count,
        averageAmount: amount,
      }),
    ),
  }),
  CustomerExport: object<Export>({
    customer: reference('Customer'),
    cards: listOf(reference('Card')),
    recurringPayments: listOf(reference('RecurringPayment')),
    consents: listOf(
      object<Consent>({
        type: memberOf({ SavedCard: true }),
        use: orNull(memberOf({ oneClick: true, recurring: true })),
        cardStorageId: uuid,
        recurringPaymentId: orNull(uuid),
        paymentReferenceNumber: orNull(paymentReference),
        givenAt: instant,
      }),
    ),
    payments: listOf(reference('Payment')),
    refunds: listOf(reference('Refund')),
    nextCursor: orNull(text),
  }),
  Event: EVENT_OBJECT,
  ...RECURRING_PAYMENT_OBJECTS,
  ...WEBHOOK_OBJECTS,
  Deleted: object<{ id: string; deleted: true }>({ id: uuid, deleted: { const: true } }),
} as const satisfies Record<ApiObject, JsonSchema>;
