// Refunds as plain arithmetic: what each call must answer and what is then left, computed without looking at
// the service. Shares nothing with it but the words.

export type BankMood = 'approve' | 'decline' | 'lost-before' | 'lost-after';
type Status = 'Pending' | 'Processing' | 'Completed' | 'Failed' | 'Rejected';
export type ModelRefund = { id: string; amount: number; status: Status; isCancellation: boolean };
/** Amounts in minor units. */
export type ModelPayment = { reference: string; amount: number; refunds: ModelRefund[] };

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
  const given = refunded(payment);
  if (given === 0) return 'Successful';
  return given === payment.amount ? 'FullyRefunded' : 'PartiallyRefunded';
}

/** Why no refund of this amount may come to be; undefined where one may. */
function objection(payment: ModelPayment, amount: number): string | undefined {
  const status = statusOf(payment);
  if (status === 'Cancelled') return 'PAYMENT_NOT_REFUNDABLE';
  if (status === 'FullyRefunded') return 'PAYMENT_ALREADY_REFUNDED';
  return amount > payment.amount - refunded(payment) - reserved(payment)
    ? 'REFUND_AMOUNT_EXCEEDED'
    : undefined;
}

/** What is answered, and what to do with the refund that came of it, once its id is known. */
export type Expected = { answer: string; made?: Omit<ModelRefund, 'id'> };

export function request(payment: ModelPayment, amount: number): Expected {
  const code = objection(payment, amount);
  if (code) return { answer: code };
  return { answer: '201 Pending', made: { amount, status: 'Pending', isCancellation: false } };
}

export function partial(payment: ModelPayment, amount: number, mood: BankMood): Expected {
  const code = objection(payment, amount);
  if (code) return { answer: code };
  return { answer: heard(mood, 201), made: { amount, status: become(mood), isCancellation: false } };
}

export function cancel(payment: ModelPayment, mood: BankMood): Expected {
  const code = objection(payment, 0);
  if (code) return { answer: code };
  if (refunded(payment) + reserved(payment) > 0) return { answer: 'PAYMENT_HAS_REFUNDS' };
  const { amount } = payment;
  return { answer: heard(mood, 201), made: { amount, status: become(mood), isCancellation: true } };
}

export function approve(refund: ModelRefund, mood: BankMood): string {
  switch (refund.status) {
    case 'Pending':
      refund.status = become(mood);
      return heard(mood, 200);
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

/** The sweep has been, and the bank answers again. */
export function settle(payment: ModelPayment): void {
  for (const refund of payment.refunds) if (refund.status === 'Processing') refund.status = 'Completed';
}

function become(mood: BankMood): Status {
  if (mood === 'approve') return 'Completed';
  return mood === 'decline' ? 'Failed' : 'Processing';
}
function heard(mood: BankMood, status: number): string {
  if (mood === 'approve') return `${status} Completed`;
  return mood === 'decline' ? 'REFUND_DECLINED_BY_BANK' : '202 Processing';
}
