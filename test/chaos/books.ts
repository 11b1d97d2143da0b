// The books of a merchant after a round, as the API returns them. The auditors compare them with the bank's
// ledger, with each other, and with the responses that callers received; the auditors read nothing
// themselves.
import type { LedgerOperation } from '../../lib/bank/books.ts';
import type { BookedPayment } from '../books/compare.ts';
import type { Sent } from './journal.ts';

export type PaymentRow = BookedPayment & {
  reservedAmount: number;
  refundableAmount: number;
  bankReferenceNumber: string | null;
  recurringPaymentId: string | null;
  posReason: string;
  authorization: { amount: number | null; underWay: object | null } | null;
};
export type RefundRow = {
  refundId: string;
  transactionId: string;
  amount: number;
  currency: string;
  refundType: string;
  processedAs: string | null;
  status: string;
  reason: string | null;
  errorCode: string | null;
};
type PlanRow = {
  id: string;
  subscriptionName: string;
  maskedCardNumber: string;
  amount: number;
  frequency: string;
  frequencyInterval: number;
  createdAt: string;
  startDate: string;
  endDate: string | null;
  trialEndDate: string | null;
  trialAmount: number | null;
  maxPaymentCount: number | null;
  totalAmountLimit: number | null;
  status: string;
  nextPaymentDate: string | null;
  currentPeriodNumber: number;
  successfulPaymentCount: number;
  totalCollectedAmount: number;
  uncollectedAmount: number;
};
export type AttemptRow = {
  periodNumber: number;
  attemptNumber: number;
  type: string;
  dueDate: string;
  amount: number;
  status: string;
  paymentReferenceNumber: string | null;
};
export type PeriodRow = {
  periodNumber: number;
  amount: number;
  state: string;
  paymentReferenceNumber: string | null;
};
type Plan = PlanRow & { attempts: AttemptRow[]; periods: PeriodRow[] };
type StatisticsRow = {
  currency: string;
  totalCount: number;
  refundedAmount: number;
  pendingAmount: number;
  byStatus: Record<string, { count: number; amount: number }>;
  fullCount: number;
  partialCount: number;
  voidCount: number;
};
/** A filtered list: the ids that it returned, and the ids that it must return. */
type FilteredList = { path: string; ids: string[]; expected: string[] };

export type MerchantBooks = {
  name: string;
  payments: PaymentRow[];
  refunds: RefundRow[];
  plans: Plan[];
  customers: { id: string; email: string }[];
  cards: { id: string; cardAlias: string }[];
  statistics: StatisticsRow[];
  filtered: FilteredList[];
  /** Pages whose closing was acknowledged. */
  closedPages: { path: string; state: string }[];
};

export type Books = {
  nowMs: number;
  merchants: MerchantBooks[];
  /** The bank's own ledger. */
  ledger: LedgerOperation[];
  /** The writes of the callers. */
  sent: Sent[];
};
