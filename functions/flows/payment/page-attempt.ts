// The attempt that the next submit of a page makes. Of an order that is older than the takeover of its table
// the bank may know more, so it is asked first (payments.md 2.6).
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type HostedPage, nextAttemptNumber, orderAttemptId } from '#domain/payment/hosted-page.ts';
import { mostDeclines } from '#domain/payment/link.ts';
import { type Ahead, askAhead } from '../ask-ahead.ts';
import { takenOverMs } from '../epoch.ts';

export type NextAttempt = Pick<Exclude<Ahead, { kind: 'unanswered' }>, 'attemptNumber'>;

export async function attemptOfPage(page: HostedPage, bank: Pick<Acquirer, 'inquire'>): Promise<Ahead> {
  const from = nextAttemptNumber(page);
  const sinceMs = await takenOverMs();
  const isOlder = sinceMs !== undefined && Date.parse(page.orderCreatedAt ?? page.createdAt) < sinceMs;
  if (!isOlder) return { kind: 'free', attemptNumber: from };
  const idsOf = (attemptNumber: number) => [orderAttemptId(page, attemptNumber)];
  // Challenges that a buyer gives up reach no bank. So many end the page.
  return await askAhead(bank, { from, unknown: mostDeclines(page), idsOf });
}
