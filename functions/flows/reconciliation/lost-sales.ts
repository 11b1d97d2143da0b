// After a takeover the bank may know sales that the table does not, of buyers who do not come back. It is
// asked once about each order that is older than the takeover and not paid. What it has sold is claimed, so
// that the sweep's first inquiry records it (payments.md 2.7). The progress is stored after each page of
// orders.
import { randomBytes } from 'node:crypto';
import { defined } from '#domain/defined.ts';
import { makePaymentReference } from '#domain/id.ts';
import { LONGEST_PAGE_MINUTES } from '#domain/payment/deadline.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { firstDay } from '#domain/reconciliation/span.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { HOSTED_PAGE, type HostedPageItem, loadHostedPage } from '#store/payment/hosted-page.ts';
import { loadOrder } from '#store/payment/order.ts';
import { type ProgressItem, saveProgress } from '#store/reconciliation.ts';
import { listPartition } from '#store/table/keys.ts';
import { listPage } from '#store/table/list.ts';
import { log } from '#telemetry/log.ts';
import { connectAll } from '../bank-connection.ts';
import { lastTakeover, type Takeover } from '../epoch.ts';
import { attemptOfPage } from '../payment/page-attempt.ts';
import { claimOne } from '../payment/page-claim.ts';
import type { Run } from './order-comparison.ts';

/** By then the sweep has decided what was under way at the second to which the table went back. */
const BEGINS_AFTER_MS = 30 * MINUTE_MS;
/** Orders whose pages ended earlier than that before the takeover are not asked about. */
const BACK_MS = 7 * DAY_MS;
/** An order about which the bank did not answer for so long is given up. */
const GIVE_UP_AFTER_MS = DAY_MS;
const PAGES_PER_READ = 25;

/** Shown until the bank has named the card. */
const UNKNOWN_CARD = { maskedCardNumber: '000000******0000', cardAssociation: 'OTHER' } as const;

type Search = { takeover: Takeover; run: Pick<Run, 'now' | 'pace' | 'hasTime'> };

/** The takeover after which lost sales are looked for; undefined before the first one. */
export async function searchedTakeover(now: Date): Promise<Takeover | undefined> {
  const takeover = await lastTakeover();
  return takeover && now.getTime() >= takeover.atMs + BEGINS_AFTER_MS ? takeover : undefined;
}

export const isSearched = (progress: ProgressItem | undefined, takeover: Takeover | undefined): boolean =>
  takeover === undefined ||
  (progress?.openOrders?.epoch === takeover.epoch && progress.openOrders.after === undefined);

/**
 * Returns the progress as it is stored then. It has not ended if a bank does not answer or the time is over;
 * undefined: another run searches.
 */
export async function findLostSales(
  merchantId: string,
  before: ProgressItem | undefined,
  search: Search,
): Promise<ProgressItem | undefined> {
  const { takeover, run } = search;
  if ((await loadMerchant(merchantId)) === undefined) return before;
  let current = before ?? (await saveProgress(undefined, { merchantId, comparedTo: firstDay(run.now) }));
  while (current !== undefined && !isSearched(current, takeover) && run.hasTime()) {
    const { epoch, after } = current.openOrders ?? {};
    const { items, next } = await listOlder(
      merchantId,
      takeover,
      epoch === takeover.epoch ? after : undefined,
    );
    const asked = await Promise.all(items.map((page) => askAbout(page, search)));
    if (asked.includes('stop')) return current;
    const openOrders = { epoch: takeover.epoch, ...defined({ after: next }) };
    current = await saveProgress(current, { ...current, openOrders });
  }
  return current;
}

/** A page of the merchant's pages that nobody has paid, the newest first. */
const listOlder = async (merchantId: string, { atMs }: Takeover, after: string | undefined) =>
  await listPage({
    index: 'list',
    partition: (month) => listPartition(merchantId, 'PAGE', month),
    from: new Date(atMs - LONGEST_PAGE_MINUTES * MINUTE_MS - BACK_MS).toISOString(),
    to: new Date(atMs - 1).toISOString(),
    limit: PAGES_PER_READ,
    after,
    read: HOSTED_PAGE.find,
    keeps: ({ state, expiresAt }) => state === 'Open' && Date.parse(expiresAt) >= atMs - BACK_MS,
  });

/** `stop`: the bank does not answer now, or the time is over. */
async function askAbout(listed: HostedPageItem, search: Search): Promise<'ended' | 'stop'> {
  const { takeover, run } = search;
  const which = { merchantId: listed.merchantId, page: pageMark(listed.tokenDigest) };
  try {
    const page = await payablePageOf(listed, takeover);
    if (page === undefined || (await claimIfSold(page, search))) return 'ended';
  } catch (error) {
    log('error', 'not asked if an order was paid before the takeover', which, error);
  }
  if (!run.hasTime() || run.now.getTime() < takeover.atMs + GIVE_UP_AFTER_MS) return 'stop';
  log('error', 'it stays unknown if an order was paid before the takeover', which);
  return 'ended';
}

/** The page that can pay the order now; undefined if the order is paid, or if that page is listed itself. */
async function payablePageOf(
  listed: HostedPageItem,
  { atMs }: Takeover,
): Promise<HostedPageItem | undefined> {
  const { merchantId, orderNumber, tokenDigest } = listed;
  const order = await loadOrder(merchantId, orderNumber);
  if (order === undefined || (order.pendingPayment ?? order.paidBy) !== undefined) return undefined;
  if (order.openPage === tokenDigest) return listed;
  // A card was charged for the order since: the next charge asks the bank (payments.md 10.6).
  if (order.openPage === undefined) return undefined;
  const newer = await loadHostedPage(order.openPage);
  return newer?.state === 'Open' && Date.parse(newer.createdAt) >= atMs ? newer : undefined;
}

/** False if the bank did not answer. */
async function claimIfSold(page: HostedPageItem, { run }: Search): Promise<boolean> {
  const paced = ({ bank, access, posId }: Awaited<ReturnType<typeof connectAll>>[number]) => {
    const ask = async (bankOrderId: string) =>
      run.hasTime() ? await bank.inquire(bankOrderId) : ({ kind: 'notSent', reason: 'no time' } as const);
    const inquire = async (bankOrderId: string) =>
      await run.pace(access.address, bank.bookCheck.atOnce, async () => await ask(bankOrderId));
    return { posId, bank: { inquire } };
  };
  const ahead = await attemptOfPage(page, async () => (await connectAll(page.merchantId)).map(paced));
  if (ahead.kind !== 'sold') return ahead.kind === 'free';
  const now = new Date();
  const offer = { count: 1, chargedMinor: page.amountMinor, surchargeMinor: 0 };
  const references = [makePaymentReference(now.getTime(), randomBytes)];
  await claimOne({ page, shownCard: UNKNOWN_CARD, offer, references, now }, ahead, ahead);
  return true;
}
