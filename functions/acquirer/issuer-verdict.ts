// Judges the bank's answer to a 3-D Secure challenge: whether it counts, and what it proves. The same rules
// hold for a payment and for a card that is only verified.
import { defined } from '#domain/defined.ts';
import type { SaleOrder, ThreeDProof, ThreeDReturn, ThreeDSent } from './acquirer.ts';

/** What was sent, with the end of the challenge, ISO. */
export type EndedChallenge = ThreeDSent &
  Pick<SaleOrder, 'amountMinor' | 'currency' | 'installment'> & { endsAt: string };

/** The fields of the answer that are stored, for the merchant's chargeback cases. */
type Evidence = { mdStatus?: string; eci?: string };

export type IssuerVerdict =
  /** The answer does not count and changes nothing. `isSuspect`: someone may have made or replayed it. */
  | { kind: 'refused'; reason: string; isSuspect: boolean; fieldNames?: string[] }
  /** `why`: the issuer's `mdStatus`, `ERROR` if there is none, `TIMED-OUT` after the end of the challenge. */
  | { kind: 'failed'; why: string; evidence: Evidence & { message?: string }; echo?: string }
  /** `isFull`: the issuer has authenticated the cardholder; otherwise it only confirmed the attempt. */
  | { kind: 'proven'; isFull: boolean; proof: ThreeDProof; evidence: Evidence; echo?: string };

type VerdictTerms = { acceptHalfSecure: boolean | undefined; now: Date };

export function issuerVerdict(
  sent: EndedChallenge,
  answer: ThreeDReturn,
  { acceptHalfSecure, now }: VerdictTerms,
): IssuerVerdict {
  if (answer.kind !== 'authentic') {
    const fieldNames = answer.kind === 'forged' ? answer.fieldNames : undefined;
    return { kind: 'refused', reason: answer.reason, isSuspect: true, ...defined({ fieldNames }) };
  }
  // The bank echoes what the browser posted, and an old answer can be replayed. Another attempt is not
  // suspicious: the bank's server may answer one that the buyer has given up.
  if (answer.bankOrderId !== sent.bankOrderId) {
    return { kind: 'refused', reason: 'another attempt', isSuspect: false };
  }
  const isSameSale = (['amountMinor', 'currency', 'installment'] as const).every(
    (name) => answer[name] === undefined || answer[name] === sent[name],
  );
  if (!isSameSale) return { kind: 'refused', reason: 'amount, currency or installments', isSuspect: true };
  const { level, proof, mdStatus, eci, message, echo } = answer;
  const isInTime = now.getTime() < Date.parse(sent.endsAt);
  if (!isInTime) return { kind: 'failed', why: 'TIMED-OUT', evidence: {}, ...defined({ echo }) };
  const evidence = { ...(/^\d$/.test(mdStatus) && { mdStatus }), ...defined({ eci }) };
  const isFull = level === 'full';
  const isAuthenticated = isFull || (level === 'half' && acceptHalfSecure === true);
  if (!isAuthenticated || proof === undefined) {
    const reported = { ...evidence, ...defined({ message }) };
    return { kind: 'failed', why: mdStatus || 'ERROR', evidence: reported, ...defined({ echo }) };
  }
  return { kind: 'proven', isFull, proof, evidence, ...defined({ echo }) };
}
