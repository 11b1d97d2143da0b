// The attempt that the next submit of a page, or the next charge of a card, makes of an order. Of an order that
// is older than the takeover of its table the banks may know more, so they are asked first (payments.md 2.6).
import { type HostedPage, nextAttemptNumber, orderAttemptId } from '#domain/payment/hosted-page.ts';
import { MAX_LINK_DECLINES, mostDeclines } from '#domain/payment/link.ts';
import { MAX_DECLINES } from '#domain/payment/page-state.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type AskedAttempt, type AskedBank, askAhead } from '../ask-ahead.ts';
import { takenOverMs } from '../epoch.ts';

export type NextAttempt = Pick<Exclude<AskedAttempt, { kind: 'unanswered' }>, 'attemptNumber'>;
/** Connected only if they must be asked. */
type BanksAsked = () => Promise<readonly AskedBank[]>;
type OrderName = Pick<HostedPage, 'merchantId' | 'orderNumber'>;

export async function attemptOfPage(page: HostedPage, banks: BanksAsked): Promise<AskedAttempt> {
  const from = nextAttemptNumber(page);
  const isOlder = Date.parse(page.orderCreatedAt ?? page.createdAt) < ((await takenOverMs()) ?? 0);
  return isOlder
    ? await askFrom(page, from, banks, mostDeclines(page))
    : { kind: 'free', attemptNumber: from };
}

/**
 * A shop repeats a call whose answer it has lost, so an order that the table does not know may be one that the
 * table has lost, for as long as shops repeat calls.
 */
const REPEATED_FOR_MS = DAY_MS;

/** `order`: undefined if the table does not know it. */
export async function attemptOfCharge(
  name: OrderName,
  order: { attemptCount?: number; createdAt?: string } | undefined,
  banks: BanksAsked,
  now: Date,
): Promise<AskedAttempt> {
  const from = (order?.attemptCount ?? 0) + 1;
  const sinceMs = (await takenOverMs()) ?? Number.NEGATIVE_INFINITY;
  const isLost = order === undefined && now.getTime() < sinceMs + REPEATED_FOR_MS;
  const isOlder = order?.createdAt !== undefined && Date.parse(order.createdAt) < sinceMs;
  if (!isLost && !isOlder) return { kind: 'free', attemptNumber: from };
  // The order may have been one of a link.
  return await askFrom(name, from, banks, isOlder ? MAX_LINK_DECLINES : MAX_DECLINES);
}

/** `unknown`: challenges that a buyer gives up reach no bank, and so many end the page. */
async function askFrom(
  order: OrderName,
  from: number,
  banks: BanksAsked,
  unknown: number,
): Promise<AskedAttempt> {
  const idsOf = (attemptNumber: number) => [orderAttemptId(order, attemptNumber)];
  return await askAhead(await banks(), { from, unknown, idsOf });
}
