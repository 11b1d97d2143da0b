// What calls answer with, noun by noun: written down beside the functions that write it, and held to them by
// the compiler, and by a test that calls every door.
import type { showCard } from '#contract/card.ts';
import type { showCustomer } from '#contract/customer.ts';
import type { showHostedPage } from '#contract/hosted-page.ts';
import type { showPayment } from '#contract/payment.ts';
import type { showAttempt, showPreviewedCharge, showRecurringPayment } from '#contract/recurring-payment.ts';
import type { showRefund, showStatistics } from '#contract/refund.ts';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import { HOSTED_PAGE_TOKEN, PAYMENT_REFERENCE } from '#domain/id.ts';
import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_STATUSES } from '#domain/payment/payment.ts';
import { FREQUENCIES } from '#domain/recurring-payment/billing-period.ts';
import { REFUND_STATUSES, REFUND_TYPES } from '#domain/refund/refund.ts';
import type { BankRefusalCode, RejectionCode } from '#domain/rejection.ts';
import {
  amount,
  count,
  day,
  flag,
  instant,
  like,
  listOf,
  of,
  oneOf,
  orNull,
  reference,
  shape,
  type Told,
  text,
  url,
  uuid,
} from './answer-shape.ts';
import type { JsonSchema } from './number-schema.ts';

type Shown<Show extends (...given: never[]) => unknown> = ReturnType<Show>;

const token = like(HOSTED_PAGE_TOKEN);
const paymentReference = like(PAYMENT_REFERENCE);
const currency = of(CURRENCIES);
const association = oneOf<CardAssociation>({
  TROY: true,
  VISA: true,
  MASTERCARD: true,
  AMEX: true,
  OTHER: true,
});
const maskedCardNumber: Told<string> = { type: 'string', pattern: '^[0-9]{6}\\*+[0-9]{4}$' };
/** Why a bank, or nobody, took the money. */
const refusal = <Code extends RejectionCode>(): Told<Code | null> => ({
  anyOf: [reference('BankRefusal'), { type: 'null' }],
});

const payment = shape<Shown<typeof showPayment>>({
  paymentReferenceNumber: paymentReference,
  orderNumber: text,
  amount,
  currency,
  installment: count,
  status: of(PAYMENT_STATUSES),
  statusLabel: text,
  refundedAmount: amount,
  reservedAmount: amount,
  refundableAmount: amount,
  maskedCardNumber,
  cardAssociation: association,
  bankReferenceNumber: orNull(text),
  authorizationCode: orNull(text),
  threeDSecure: flag,
  source: oneOf({ HostedPage: true, RecurringPayment: true }),
  customerId: orNull(uuid),
  cardStorageId: orNull(uuid),
  recurringPaymentId: orNull(uuid),
  errorCode: refusal<RejectionCode>(),
  createdAt: instant,
  paidAt: orNull(instant),
});

const hostedPage = {
  token,
  hostedPageUrl: url,
  state: oneOf({ Open: true, Processing: true, Paid: true, Failed: true, Expired: true, Superseded: true }),
  orderNumber: text,
  amount,
  currency,
  installment: count,
  attemptCount: count,
  customerId: orNull(uuid),
  guard: orNull(oneOf({ ADDRESS: true, CARD_RANGE: true, CARDS: true })),
  createdAt: instant,
  expiresAt: instant,
} satisfies { [Name in keyof Shown<typeof showHostedPage>]: Told<Shown<typeof showHostedPage>[Name]> };

const refundTotals = shape<{ count: number; amount: number }>({ count, amount });

/** By the names that tools generate types by. */
export const ANSWERS = {
  Payment: payment,
  NewHostedPage: shape<{ token: string; hostedPageUrl: string; expiresAt: string }>({
    token,
    hostedPageUrl: url,
    expiresAt: instant,
  }),
  HostedPage: shape<Shown<typeof showHostedPage> & { payment: Shown<typeof showPayment> | null }>({
    ...hostedPage,
    payment: { anyOf: [reference('Payment'), { type: 'null' }] },
  }),
  Customer: shape<Shown<typeof showCustomer>>({
    id: uuid,
    fullName: text,
    email: { type: 'string', format: 'email' },
    phone: orNull(text),
    isActive: flag,
    createdAt: instant,
    updatedAt: instant,
  }),
  Card: shape<Shown<typeof showCard>>({
    id: uuid,
    cardAlias: text,
    ownerName: orNull(text),
    maskedCardNumber,
    bin: like(/^[0-9]{6}$/),
    lastFour: like(/^[0-9]{4}$/),
    cardAssociation: association,
    expiryStatus: oneOf({ NotExpired: true, ExpiresThisMonth: true, Expired: true }),
    forceCvv: flag,
    isTemporary: flag,
    customerId: orNull(uuid),
    fingerprint: text,
    createdAt: instant,
    updatedAt: instant,
  }),
  Refund: shape<Shown<typeof showRefund>>({
    refundId: uuid,
    transactionId: paymentReference,
    orderNumber: text,
    amount,
    currency,
    refundType: of(REFUND_TYPES),
    processedAs: orNull(oneOf({ Void: true, Refund: true })),
    reason: orNull(text),
    description: orNull(text),
    status: of(REFUND_STATUSES),
    bankReferenceNumber: orNull(text),
    errorCode: refusal<BankRefusalCode | 'BANK_UNAVAILABLE'>(),
    bankMessage: orNull(text),
    decisionNote: orNull(text),
    createdAt: instant,
    decidedAt: orNull(instant),
    completedAt: orNull(instant),
  }),
  RefundStatistics: shape<{ startDate: string; endDate: string; byCurrency: Shown<typeof showStatistics>[] }>(
    {
      startDate: day,
      endDate: day,
      byCurrency: listOf(
        shape<Shown<typeof showStatistics>>({
          currency,
          totalCount: count,
          refundedAmount: amount,
          pendingAmount: amount,
          byStatus: {
            type: 'object',
            required: [...REFUND_STATUSES],
            properties: Object.fromEntries(REFUND_STATUSES.map((status) => [status, refundTotals])),
            additionalProperties: false,
          },
          fullCount: count,
          partialCount: count,
          voidCount: count,
          averageAmount: amount,
        }),
      ),
    },
  ),
  RecurringPayment: shape<Shown<typeof showRecurringPayment>>({
    id: uuid,
    customerId: uuid,
    cardStorageId: uuid,
    maskedCardNumber,
    subscriptionName: text,
    amount,
    currency,
    frequency: of(FREQUENCIES),
    frequencyInterval: count,
    timeZone: text,
    startDate: instant,
    endDate: orNull(instant),
    maxPaymentCount: orNull(count),
    totalAmountLimit: orNull(amount),
    maxRetryAttempts: count,
    retryIntervalHours: count,
    hasTrialPeriod: flag,
    trialPeriodDays: orNull(count),
    trialAmount: orNull(amount),
    trialEndDate: orNull(instant),
    status: oneOf({
      Trialing: true,
      Active: true,
      PastDue: true,
      Unpaid: true,
      Paused: true,
      Cancelled: true,
      Completed: true,
    }),
    statusReason: orNull(text),
    nextPaymentDate: orNull(instant),
    lastPaymentDate: orNull(instant),
    currentPeriodNumber: count,
    successfulPaymentCount: count,
    remainingPaymentCount: orNull(count),
    totalCollectedAmount: amount,
    failedAttemptCount: count,
    createdAt: instant,
    pausedAt: orNull(instant),
    cancelledAt: orNull(instant),
    completedAt: orNull(instant),
  }),
  ChargeAttempt: shape<Shown<typeof showAttempt>>({
    id: text,
    periodNumber: count,
    type: oneOf({ Trial: true, Regular: true }),
    dueDate: instant,
    attemptNumber: count,
    trigger: oneOf({ Schedule: true, Retry: true, CardUpdate: true, CatchUp: true }),
    attemptedAt: instant,
    amount,
    currency,
    status: oneOf({ Processing: true, Succeeded: true, Failed: true }),
    paymentReferenceNumber: orNull(paymentReference),
    errorCode: refusal<BankRefusalCode | 'BANK_UNAVAILABLE'>(),
    bankResponseCode: orNull(text),
    declineCategory: orNull(oneOf({ Soft: true, Hard: true, Revoked: true })),
    nextRetryAt: orNull(instant),
  }),
  ChargesToCome: shape<{ charges: Shown<typeof showPreviewedCharge>[]; endReason: string | null }>({
    charges: listOf(
      shape<Shown<typeof showPreviewedCharge>>({
        periodNumber: count,
        type: oneOf({ Trial: true, Regular: true }),
        dueAt: instant,
        amount,
      }),
    ),
    endReason: orNull(of(['EndDate', 'MaxPaymentCount', 'TotalAmountLimit']) as Told<string>),
  }),
  Deleted: shape<{ id: string; deleted: true }>({ id: uuid, deleted: { const: true } }),
} as const satisfies Record<string, JsonSchema>;
export type AnswerName = keyof typeof ANSWERS;
