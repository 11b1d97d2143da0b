// The attempt that the next submit of a page makes. Of an order that is older than the takeover of its table
// the bank may know more, so it is asked first (payments.md 2.6).
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type HostedPage, nextAttemptNumber, orderAttemptId } from '#domain/payment/hosted-page.ts';
import { MAX_DECLINES } from '#domain/payment/page-state.ts';
import { type Ahead, askAhead } from '../ask-ahead.ts';
import { takenOverMs } from '../epoch.ts';

export type NextAttempt = Pick<Exclude<Ahead, { kind: 'unanswered' }>, 'attemptNumber'>;

/** Challenges that a buyer gives up reach no bank. So many end a page. */
const UNKNOWN_ATTEMPTS = MAX_DECLINES;

export async function attemptOfPage(page: HostedPage, bank: Pick<Acquirer, 'inquire'>): Promise<Ahead> {
  const from = nextAttemptNumber(page);
  const sinceMs = await takenOverMs();
  const isOlder = sinceMs !== undefined && Date.parse(page.orderCreatedAt ?? page.createdAt) < sinceMs;
  if (!isOlder) return { kind: 'free', attemptNumber: from };
  const idsOf = (attemptNumber: number) => [orderAttemptId(page, attemptNumber)];
  return await askAhead(bank, { from, unknown: UNKNOWN_ATTEMPTS, idsOf });
}
