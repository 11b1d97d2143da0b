// An arithmetic model of refunds: the expected answer of each call and the amounts after it, computed without
// the service; it shares only names with it.

export type BankOutcome = 'approve' | 'decline' | 'lost-before' | 'lost-after';
type Status = 'Pending' | 'Processing' | 'Completed' | 'Failed' | 'Rejected';
export type ModelRefund = { id: string; amount: number; status: Status; isCancellation: boolean };
/** Amounts in minor units: what the card paid, and the order's amount, which is less with a surcharge. */
export type ModelPayment = { reference: string; amount: number; order: number; refunds: ModelRefund[] };

const sumOf = ({ refunds }: ModelPayment, ...statuses: Status[]) =>
  refunds.filter(({ status }) => statuses.includes(status)).reduce((sum, { amount }) => sum + amount, 0);

export const refunded = (payment: ModelPayment) => sumOf(payment, 'Completed');
export const reserved = (payment: ModelPayment) => sumOf(payment, 'Pending', 'Processing');
export const isAtBank = ({ refunds }: ModelPayment) => refunds.some(({ status }) => status === 'Processing');

export function statusOf(payment: ModelPayment): string {
  const isCancelled = payment.refunds.some(
    ({ status, isCancellation }) => isCancellation && status === 'Completed',
  );
  if (isCancelled) return 'Cancelled';
  const refundedMinor = refunded(payment);
  if (refundedMinor === 0) return 'Successful';
  return refundedMinor === payment.amount ? 'FullyRefunded' : 'PartiallyRefunded';
}

/** Returns the error code if no refund of this amount is possible, otherwise undefined. */
function rejectionCode(payment: ModelPayment, amount: number): string | undefined {
  const status = statusOf(payment);
  if (status === 'Cancelled') return 'PAYMENT_NOT_REFUNDABLE';
  if (status === 'FullyRefunded') return 'PAYMENT_ALREADY_REFUNDED';
  return amount > payment.amount - refunded(payment) - reserved(payment)
    ? 'REFUND_AMOUNT_EXCEEDED'
    : undefined;
}

/** Whoever requests the order's amount while nothing is refunded or reserved gets all that the card paid. */
const givenBack = (payment: ModelPayment, amount: number): number =>
  amount === payment.order && refunded(payment) + reserved(payment) === 0 ? payment.amount : amount;

/** The expected answer, and the refund that the call creates, still without its id. */
export type Expected = { answer: string; created?: Omit<ModelRefund, 'id'> };

export function request(payment: ModelPayment, asked: number): Expected {
  const amount = givenBack(payment, asked);
  const code = rejectionCode(payment, amount);
  if (code) return { answer: code };
  return { answer: '201 Pending', created: { amount, status: 'Pending', isCancellation: false } };
}

export function partial(payment: ModelPayment, amount: number, outcome: BankOutcome): Expected {
  const code = rejectionCode(payment, amount);
  if (code) return { answer: code };
  return {
    answer: answerFor(outcome, 201),
    created: { amount, status: statusAfter(outcome), isCancellation: false },
  };
}

export function cancel(payment: ModelPayment, outcome: BankOutcome): Expected {
  // A repeated cancellation returns the one that cancelled the payment.
  if (statusOf(payment) === 'Cancelled') return { answer: '200 Completed' };
  const code = rejectionCode(payment, 0);
  if (code) return { answer: code };
  if (refunded(payment) + reserved(payment) > 0) return { answer: 'PAYMENT_HAS_REFUNDS' };
  const { amount } = payment;
  return {
    answer: answerFor(outcome, 201),
    created: { amount, status: statusAfter(outcome), isCancellation: true },
  };
}

export function approve(refund: ModelRefund, outcome: BankOutcome): string {
  switch (refund.status) {
    case 'Pending':
      refund.status = statusAfter(outcome);
      return answerFor(outcome, 200);
    case 'Processing':
      return '202 Processing';
    case 'Completed':
      return '200 Completed';
    case 'Failed':
      return 'REFUND_DECLINED_BY_BANK';
    case 'Rejected':
      return 'REFUND_INVALID_STATE';
  }
}

export function reject(refund: ModelRefund): string {
  if (refund.status === 'Pending') refund.status = 'Rejected';
  return refund.status === 'Rejected' ? '200 Rejected' : 'REFUND_INVALID_STATE';
}

/** Applies a run of the sweep after the bank answers again. */
export function recoverPending(payment: ModelPayment): void {
  for (const refund of payment.refunds) if (refund.status === 'Processing') refund.status = 'Completed';
}

function statusAfter(outcome: BankOutcome): Status {
  if (outcome === 'approve') return 'Completed';
  return outcome === 'decline' ? 'Failed' : 'Processing';
}
function answerFor(outcome: BankOutcome, status: number): string {
  if (outcome === 'approve') return `${status} Completed`;
  return outcome === 'decline' ? 'REFUND_DECLINED_BY_BANK' : '202 Processing';
}
