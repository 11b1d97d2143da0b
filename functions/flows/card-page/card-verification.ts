// Proves by 3-D Secure that the buyer of a card page holds the card. The issuer verifies an amount, but its
// answer alone takes no money. The card is stored, encrypted, beside the page for at most half an hour.

import { randomBytes } from 'node:crypto';
import type { Acquirer, BrowserForm, ThreeDProof, ThreeDReturn } from '#acquirer/acquirer.ts';
import { cardAssociation, maskCardNumber, type TypedCard } from '#domain/card/card.ts';
import { type CardPage, isInTime, type Verification } from '#domain/card/card-page.ts';
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import { pageMark } from '#domain/payment/hosted-page.ts';
import { CHALLENGE_MS } from '#domain/payment/payment.ts';
import { verifiedOrderId } from '#domain/recurring-payment/attempt-name.ts';
import { type CardPageItem, writeCardPage } from '#store/card/card-page.ts';
import { addressDigest, writeCardPageDecline } from '#store/payment/decline.ts';
import {
  type PendingCard,
  writePendingCardOfPage,
  writePendingCardOfPageEnd,
} from '#store/payment/pending-card.ts';
import { commit } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { connectBank, connectBankOf } from '../bank-connection.ts';
import type { CardPageSubject } from './card-page-view.ts';

export type CardSubmission = {
  page: CardPageItem;
  subject: CardPageSubject;
  card: TypedCard;
  /** Passed to the bank; never stored. */
  cvv: string;
  pending: PendingCard;
  payerAddress?: string;
  cardMark: string;
  now: Date;
};

type ChallengeOptions = { returnUrl: string; callbackUrl: string; echo: string; language: Language };

/** The changes of a page that every submit of a card makes. */
export const submitted = ({ page, cardMark, now }: CardSubmission): Partial<CardPage> => ({
  attemptCount: page.attemptCount + 1,
  cardMarks: [...new Set([...(page.cardMarks ?? []), cardMark])],
  consentedAt: now.toISOString(),
});

/** The form that the browser must post to the bank; undefined if the page was used meanwhile. */
export async function beginVerification(
  submission: CardSubmission,
  options: ChallengeOptions,
): Promise<BrowserForm | undefined> {
  const { page, card, cvv, pending, now } = submission;
  const { merchantId } = page;
  // Before the claim: if the bank's settings cannot be opened, the page must stay open.
  const { bank, posId } = await connectBank(merchantId);
  const order = orderOf(submission, bank);
  const { form, binding } = bank.startThreeD({ ...order, installment: 1, card, cvv, ...options });
  const verification: Verification = {
    ...order,
    posId,
    maskedCardNumber: maskCardNumber(card.cardNumber),
    cardAssociation: cardAssociation(card.cardNumber),
    binding,
    endsAt: new Date(now.getTime() + CHALLENGE_MS).toISOString(),
    ...(submission.payerAddress !== undefined && {
      payerDigest: addressDigest(merchantId, submission.payerAddress),
    }),
  };
  const claimed = { ...submitted(submission), state: 'Processing' as const, verification };
  const result = await commitWithRetry(() =>
    commit([
      writeCardPage(page, claimed, ['guard', 'guardedUntil']),
      ...writePendingCardOfPage(page, pending),
    ]),
  );
  if (result.kind === 'conflict') return undefined;
  measure({ PagesChallenged: 1 }, labelsOf(page));
  return form;
}

/**
 * The order that the issuer verifies. If a period is due, it is the sale of its attempt. Otherwise it is
 * never sold, so that its id is random, and has the amount that the bank requires for a verification.
 */
function orderOf({ page, subject }: CardSubmission, bank: Acquirer) {
  if (subject.kind !== 'recurringPayment' || subject.due === undefined) {
    const bankOrderId = `CV${randomBytes(16).toString('hex').toUpperCase()}`;
    const currency = subject.kind === 'recurringPayment' ? subject.item.record.plan.currency : 'TRY';
    return { bankOrderId, amountMinor: bank.verificationMinor, currency } as const;
  }
  const { amountMinor, currency, ...attempt } = subject.due;
  const bankOrderId = verifiedOrderId(subject.item.record.id, attempt, page.attemptCount);
  return { bankOrderId, amountMinor, currency };
}

type CardReturn = {
  page: CardPageItem;
  body: { bytes: Buffer; contentType: string | undefined };
  now: Date;
};
type ReadReturn =
  /** The answer is not the bank's to this verification, or it is a repetition: nothing changes. */
  | { kind: 'nothing'; echo?: string | undefined }
  | { kind: 'failed'; why: string; echo?: string | undefined }
  | { kind: 'proven'; proven: ProvenCard; echo?: string | undefined };

export type ProvenCard = {
  /** True if the issuer authenticated the cardholder; false if it only confirmed the attempt. */
  isFull: boolean;
  proof: ThreeDProof;
  /** Stored with the payment, if a period is charged. */
  evidence: { mdStatus?: string; eci?: string };
};

/** Reads the bank's answer, which both the browser and the bank's server post. Writes nothing. */
export async function readCardReturn({ page, body, now }: CardReturn): Promise<ReadReturn> {
  const { verification, merchantId } = page;
  if (verification === undefined) return { kind: 'nothing' };
  const { bank, merchant } = await connectBankOf({ merchantId, posId: verification.posId });
  const answer = bank.verifyThreeD(body, verification);
  const refusal = refusalOf(verification, answer);
  report(page, answer, refusal);
  if (answer.kind !== 'authentic' || refusal !== undefined) return { kind: 'nothing' };
  const { echo, level, proof } = answer;
  if (page.state !== 'Processing') return { kind: 'nothing', echo };
  if (!isInTime(verification, now)) return { kind: 'failed', why: 'TIMED-OUT', echo };
  const isAuthenticated = level === 'full' || (level === 'half' && merchant.acceptHalfSecure === true);
  if (!isAuthenticated || proof === undefined) {
    return { kind: 'failed', why: answer.mdStatus || 'ERROR', echo };
  }
  const { mdStatus, eci } = answer;
  const evidence = { ...(/^\d$/.test(mdStatus) && { mdStatus }), ...defined({ eci }) };
  return { kind: 'proven', proven: { isFull: level === 'full', proof, evidence }, echo };
}

/** Ends a verification that has failed: erases the card, so that the buyer may give another one. */
export async function failVerification(page: CardPageItem, now: Date): Promise<void> {
  const { verification, tokenDigest } = page;
  if (page.state !== 'Processing' || verification === undefined) return;
  const lastDecline = 'THREE_D_SECURE_FAILED' as const;
  const { kind } = await commitWithRetry(() =>
    commit([
      writeCardPage(page, { state: 'Open', lastDecline }),
      writePendingCardOfPageEnd(tokenDigest),
      ...writeCardPageDecline(page, verification, { isByBank: false }, now),
    ]),
  );
  if (kind === 'committed') measure({ PagesDeclined: 1 }, { ...labelsOf(page), errorCode: lastDecline });
}

/** Why the answer does not count. It is compared with the verification, because it may be a replay. */
function refusalOf(verification: Verification, answer: ThreeDReturn): string | undefined {
  if (answer.kind !== 'authentic') return answer.reason;
  if (answer.bankOrderId !== verification.bankOrderId) return OTHER_ATTEMPT;
  const { amountMinor, currency, installment } = answer;
  const isSame =
    amountMinor === verification.amountMinor && currency === verification.currency && installment === 1;
  return isSame ? undefined : 'amount, currency or installments';
}

const OTHER_ATTEMPT = 'another attempt';

/** Logs only field names: a value may be a card number. */
function report(page: CardPage, answer: ThreeDReturn, refusal: string | undefined): void {
  const which = { ...labelsOf(page), ...defined({ reason: refusal }) };
  const isSuspect = refusal !== undefined && refusal !== OTHER_ATTEMPT;
  measure({ ThreeDAnswersRefused: isSuspect ? 1 : 0 }, which);
  if (refusal === undefined) return;
  const names = 'fieldNames' in answer ? { fieldNames: answer.fieldNames } : {};
  log('warn', '3-D Secure answer refused', { ...which, ...names });
}

/** The ids of a card page for log lines and metrics. */
export const labelsOf = ({ merchantId, tokenDigest, recurringPaymentId }: CardPage) => ({
  merchantId,
  page: pageMark(tokenDigest),
  ...defined({ recurringPaymentId }),
});
