// The names of an attempt, derived from it alone and never from a clock, so that every resend of the attempt,
// and the same attempt after a restore of the table, has the same names.
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';
import { shortDigest } from '../bank-order-id.ts';

type PlannedAttempt = Pick<Attempt, 'periodNumber' | 'attemptNumber' | 'asks'>;

/** The name of its schedule and the id of its row. */
export function attemptName(id: string, attempt: Pick<Attempt, 'periodNumber' | 'attemptNumber'>): string {
  return `${id}-${attempt.periodNumber}-${attempt.attemptNumber}`;
}

/** The beginning of all bank order ids of a recurring payment. */
export const planOrderId = (id: string): string => `RP${shortDigest(id, 14)}`;

const orderIdPrefix = (id: string, { periodNumber, attemptNumber }: PlannedAttempt): string =>
  `${planOrderId(id)}P${periodNumber}A${attemptNumber}`;

/**
 * The bank order id of a claimed attempt: plan, period, attempt and the number of this claim, so that the
 * bank's history of one id never mixes the answers to two claims (recurring-payments.md R9).
 */
export const attemptOrderId = (id: string, attempt: PlannedAttempt): string =>
  `${orderIdPrefix(id, attempt)}C${(attempt.asks ?? 0) + 1}`;

/**
 * The bank order id under which the issuer verifies the buyer for the sale of an attempt. The first of a page
 * is that of the attempt itself; `tries`: earlier verifications of the page, whose answers must not count.
 */
export const verifiedOrderId = (id: string, attempt: PlannedAttempt, tries: number): string =>
  attemptOrderId(id, attempt) + (tries === 0 ? '' : `V${tries}`);

/** Verifications behind the first of a page, and claims behind the planned one: one may have been sold. */
const MORE_TRIES = 2;
const MORE_CLAIMS = 1;

/** The bank order ids under which the attempt may have been sold before it is claimed (payments.md 2.6). */
export const possibleOrderIds = (id: string, attempt: PlannedAttempt): string[] => [
  ...Array.from({ length: MORE_TRIES + 1 }, (_, tries) => verifiedOrderId(id, attempt, tries)),
  attemptOrderId(id, { ...attempt, asks: (attempt.asks ?? 0) + MORE_CLAIMS }),
];

/** True if the issuer verified the buyer for this claim of the attempt. */
export const isVerifiedFor = (bankOrderId: string, id: string, attempt: PlannedAttempt): boolean =>
  bankOrderId.replace(/V\d+$/, '') === attemptOrderId(id, attempt);

/** The text from which the reference of an attempt's payment is derived. */
export const referenceSeed = (id: string, attempt: PlannedAttempt): string =>
  `payment|${orderIdPrefix(id, attempt)}${attempt.asks ? `H${attempt.asks}` : ''}`;
