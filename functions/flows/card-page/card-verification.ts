// Proves by 3-D Secure that the buyer of a card page holds the card. The issuer verifies an amount, but its
// answer alone takes no money. The card is stored, encrypted, beside the page for at most half an hour.
import { randomBytes } from 'node:crypto';
import type { Acquirer, BrowserForm } from '#acquirer/acquirer.ts';
import { connectThreeD } from '#acquirer/connect-three-d.ts';
import type { IssuerVerdict } from '#acquirer/issuer-verdict.ts';
import { maskCardNumber, type TypedCard } from '#domain/card/card.ts';
import type { CardPage, Verification } from '#domain/card/card-page.ts';
import { cardAssociation } from '#domain/card/card-prefix.ts';
import { defined } from '#domain/defined.ts';
import { pageMark } from '#domain/payment/page-token.ts';
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
import { measure } from '#telemetry/metric.ts';
import { connectBank, connectBankOf } from '../bank-connection.ts';
import { type ChallengeOptions, type IssuerMessage, readIssuerAnswer } from '../issuer-answer.ts';
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
  const { bank, settings, posId } = await connectBank(merchantId);
  const order = orderOf(submission, bank);
  const { form, binding } = connectThreeD(settings).startThreeD({
    ...order,
    installment: 1,
    card,
    cvv,
    ...defined({ payerAddress: submission.payerAddress }),
    ...options,
  });
  const verification: Verification = {
    ...order,
    posId,
    maskedCardNumber: maskCardNumber(card.cardNumber),
    cardAssociation: cardAssociation(card.cardNumber),
    binding,
    endsAt: new Date(now.getTime() + CHALLENGE_MS).toISOString(),
    ...defined({ payerDigest: addressDigest(merchantId, submission.payerAddress) }),
  };
  // The page may know the decline only from the charge of its last card (see `asOfCharge`).
  const known = defined({ lastDecline: page.lastDecline });
  const claimed = { ...submitted(submission), ...known, state: 'Processing' as const, verification };
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
    const bankOrderId = `CV${randomBytes(15).toString('hex').toUpperCase()}`;
    const currency = subject.kind === 'recurringPayment' ? subject.item.record.plan.currency : 'TRY';
    return { bankOrderId, amountMinor: bank.verificationMinor, currency } as const;
  }
  const { amountMinor, currency, ...attempt } = subject.due;
  const bankOrderId = verifiedOrderId(subject.item.record.id, attempt, page.attemptCount);
  return { bankOrderId, amountMinor, currency };
}

type ReadReturn =
  /** The answer is not the bank's to this verification, or it is a repetition: nothing changes. */
  { kind: 'nothing'; echo?: string | undefined } | Exclude<IssuerVerdict, { kind: 'refused' }>;

export type ProvenCard = Omit<Extract<IssuerVerdict, { kind: 'proven' }>, 'kind' | 'echo'>;

/** Reads the bank's answer, which both the browser and the bank's server post. Writes nothing. */
export async function readCardReturn({ page, body, now }: IssuerMessage<CardPageItem>): Promise<ReadReturn> {
  const { verification, merchantId } = page;
  if (verification === undefined) return { kind: 'nothing' };
  const connection = await connectBankOf({ merchantId, posId: verification.posId });
  const sent = { ...verification, installment: 1 };
  const verdict = readIssuerAnswer(connection, { sent, body, labels: labelsOf(page), now });
  if (verdict.kind === 'refused') return { kind: 'nothing' };
  return page.state === 'Processing' ? verdict : { kind: 'nothing', ...defined({ echo: verdict.echo }) };
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

/** The ids of a card page for log lines and metrics. */
export const labelsOf = ({ merchantId, tokenDigest, recurringPaymentId }: CardPage) => ({
  merchantId,
  page: pageMark(tokenDigest),
  ...defined({ recurringPaymentId }),
});
