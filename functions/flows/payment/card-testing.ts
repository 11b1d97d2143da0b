// Guards against card testing, checked before the bank is called. The page stores which guard stopped a
// submission, for the merchant; the buyer gets one neutral sentence for every reason.
import { createHmac } from 'node:crypto';
import type { CardDetails } from '#domain/card/card.ts';
import { defined } from '#domain/defined.ts';
import { addressWaitMs, type Guard, isOneCardTooMany } from '#domain/payment/card-testing.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { addressDigest } from '#store/payment/decline.ts';
import { writeHostedPageGuard } from '#store/payment/hosted-page-writes.ts';
import { findSuspicion } from '#store/payment/suspicion.ts';
import { commit } from '#store/table/commit.ts';
import type { Stored } from '#store/table/row.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

type GuardedPage = Stored & Pick<HostedPage, 'merchantId' | 'tokenDigest' | 'guardedUntil'>;

type GuardedSubmission = {
  /** A hosted page, or a card page. */
  page: GuardedPage;
  token: string;
  /** The marks of the cards that were tried. */
  cardMarks: readonly string[] | undefined;
  /** One card too many stops the submission only: a link takes others tomorrow. */
  isLink?: boolean;
  card: CardDetails;
  payerAddress?: string;
  now: Date;
};

/**
 * Identifies a card on one page. The HMAC key is the page's token, which no table holds, so the marks cannot
 * be reversed by trying all card numbers.
 */
export const cardMarkOf = (cardNumber: string, token: string) =>
  createHmac('sha256', token).update(cardNumber).digest('base64url').slice(0, 22);

/**
 * The guard that stops this submission, if any. Too many different cards end a page as failed. A page
 * behind a suspicious address is slowed: its next attempt passes after a wait, whatever others do at the
 * address.
 */
export async function findSubmissionGuard(submission: GuardedSubmission): Promise<Guard | undefined> {
  const { page, token, cardMarks = [], card, payerAddress, now } = submission;
  const { merchantId } = page;
  const isOneTooMany = isOneCardTooMany(cardMarks, cardMarkOf(card.cardNumber, token));
  const traces = {
    merchantId,
    bin: card.cardNumber.slice(0, 6),
    ...defined({ payerDigest: addressDigest(merchantId, payerAddress) }),
  };
  const suspicion = isOneTooMany ? undefined : await findSuspicion(traces, now);
  const guard = isOneTooMany ? 'CARDS' : suspicion?.origin;
  if (guard === undefined || (guard === 'ADDRESS' && hasWaited(page, now))) return undefined;
  const labels = { merchantId, page: pageMark(page.tokenDigest), reason: guard };
  log('warn', 'card testing guard', labels);
  const waitMs = guard === 'ADDRESS' ? addressWaitMs(suspicion?.declines ?? 0) : undefined;
  const until = waitMs === undefined ? undefined : new Date(now.getTime() + waitMs).toISOString();
  // On a conflict the concurrent change stands; this submission is stopped either way.
  const isEnd = guard === 'CARDS' && submission.isLink !== true;
  const guardedUntil = page.guardedUntil ?? until;
  const { kind } = await commit([writeHostedPageGuard(page, { guard, isEnd, guardedUntil }, now)]);
  measure({ PagesGuarded: 1, ...(isEnd && kind === 'committed' && { PagesFailed: 1 }) }, labels);
  return guard;
}

const hasWaited = ({ guardedUntil }: GuardedPage, now: Date): boolean =>
  guardedUntil !== undefined && Date.parse(guardedUntil) <= now.getTime();
