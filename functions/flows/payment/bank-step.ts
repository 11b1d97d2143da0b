// A capture or release at the bank, and what its answer makes of the payment (payments.md 13).
import type { Acquirer, HistoryOperation, SaleOutcome, VoidOutcome } from '#acquirer/acquirer.ts';
import { defined } from '#domain/defined.ts';
import { endedAs } from '#domain/payment/authorization.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { StepEnd, SteppedPayment } from '#store/payment/authorization.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { paymentLabels } from './payment-labels.ts';

/** What the bank has done with the amount: `end` at the instant at which it is known. */
export type StepResult = { kind: 'done'; end(now: Date): StepEnd };

type CaptureRow = Pick<HistoryOperation, 'amountMinor' | 'hostReference' | 'authorizationCode'>;

export const taken = (
  { authorization }: SteppedPayment,
  { amountMinor, hostReference: bankReferenceNumber, authorizationCode }: CaptureRow,
): StepResult => ({
  kind: 'done',
  end: (now) => ({
    status: 'Successful',
    chargedMinor: amountMinor,
    ...defined({ bankReferenceNumber, authorizationCode }),
    authorization: endedAs(authorization, 'Capture', now),
    paidAt: now.toISOString(),
  }),
});
export const freed = ({ authorization }: SteppedPayment): StepResult => ({
  kind: 'done',
  end: (now) => ({ status: 'Released', authorization: endedAs(authorization, 'Release', now) }),
});

export async function sendStep(bank: Acquirer, payment: SteppedPayment) {
  const { sent } = payment.authorization;
  const { bankOrderId, currency, bankReferenceNumber: hostReference } = payment;
  const order = { bankOrderId, amountMinor: sent.amountMinor, currency, ...defined({ hostReference }) };
  const outcome =
    sent.kind === 'Capture'
      ? await bank.capture(order)
      : await bank.voidSale({ ...order, leavesNothing: true });
  const name = sent.kind === 'Capture' ? 'bank capture' : 'bank release';
  log(outcome.kind === 'unknown' ? 'warn' : 'info', name, {
    ...paymentLabels(payment),
    outcome: outcome.kind,
    ...('code' in outcome && { bankResponseCode: outcome.code }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
  return readOutcome(payment, outcome);
}

/** A void that finds a closed batch leaves it to the history what has happened. */
export function readOutcome(payment: SteppedPayment, outcome: SaleOutcome | VoidOutcome) {
  const { kind, amountMinor } = payment.authorization.sent;
  if (outcome.kind === 'approved')
    return kind === 'Capture' ? taken(payment, { amountMinor, ...outcome }) : freed(payment);
  if (outcome.kind === 'alreadyVoided') return freed(payment);
  return outcome.kind === 'batchClosed' ? { kind: 'unknown' as const } : outcome;
}

export function reportTaken(payment: Payment): void {
  const { status, chargedMinor, currency } = payment;
  if (status === 'Successful') measure({ TakenMinor: chargedMinor }, { ...paymentLabels(payment), currency });
}
