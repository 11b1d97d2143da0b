// The end of a challenge without a sale: the issuer or the time has failed it, or the buyer has given it up.
import type { Declined } from '#acquirer/acquirer.ts';
import { awaitsIssuer, type Payment } from '#domain/payment/payment.ts';
import { threeDFailureCode } from '#domain/payment/three-d-failure.ts';
import { isOfEarlierEpoch } from '../epoch.ts';
import { finalizePayment, type OpenPayment } from './payment-finalization.ts';

export const isChallengeOver = ({ challengeEndsAt = '' }: Payment, now: Date): boolean =>
  !(now.getTime() < Date.parse(challengeEndsAt));

/** Fails a challenge whose time is over. The bank was not asked for money. */
export async function expireChallenge(payment: Payment, now: Date): Promise<'finalized' | 'waiting'> {
  if (!isChallengeOver(payment, now)) return 'waiting';
  await finalizePayment({ payment }, threeDFailed('TIMED-OUT'), now);
  return 'finalized';
}

/**
 * The outcome of a failed 3-D Secure: a decline without a call to the bank. `why` becomes the suffix of the
 * merchant's code. `reported`: the fields of the bank's answer.
 */
export const threeDFailed = (
  why: string,
  reported: Pick<Declined, 'mdStatus' | 'eci' | 'message'> = {},
): Declined => ({
  ...reported,
  kind: 'declined',
  code: threeDFailureCode(why),
  errorCode: 'THREE_D_SECURE_FAILED',
  declineCategory: 'Soft',
});

/**
 * Fails a challenge because the buyer starts over, or because the page does at its end. A proof that arrives
 * later is rejected. One from before a takeover may have been paid since: it lasts until its end, when the
 * sweep asks the bank.
 */
export async function abandonChallenge(open: OpenPayment, now: Date): Promise<void> {
  if (!awaitsIssuer(open.payment) || (await isOfEarlierEpoch(open.payment))) return;
  const why = isChallengeOver(open.payment, now) ? 'TIMED-OUT' : 'GIVEN-UP';
  await finalizePayment(open, threeDFailed(why), now);
}
