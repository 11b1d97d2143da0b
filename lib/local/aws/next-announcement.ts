// When the announcing function next has an announcement. With it the local clock skips all other mornings.
import { CARD_EXPIRY_DAYS, isCardDay, KEY_EXPIRY_DAYS, upcomingCharge } from '#domain/event/announcement.ts';
import { addDays, localDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { listApiKeys } from '#store/merchant/api-key.ts';
import { loadMerchant, type Merchant } from '#store/merchant/merchant.ts';
import { merchantNames } from '#store/merchant/merchant-name.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { chargeDuePages } from '#store/table/due.ts';

/** Nine in the morning in Istanbul, which has kept UTC+3 since 2016. */
const AT_MS = 6 * HOUR_MS;
const END = new Date('9999-12-31T23:59:59.999Z');
const ROWS_PER_READ = 500;

/** The first run at or after this instant. */
export const runFrom = (instantMs: number) => Math.ceil((instantMs - AT_MS) / DAY_MS) * DAY_MS + AT_MS;

/** The prefix of names of months, whose cards are checked again after a function has run. */
export const CARDS = 'cards ';
/** An announcement with its run. The name identifies its subject, so that it is announced once. */
export type Announcement = { name: string; runMs: number };

/** For each charge, key and month: the first run from `fromMs` on that announces it. */
export async function nextAnnouncements(fromMs: number): Promise<Announcement[]> {
  const merchants = new Map<string, Merchant>();
  const announcements: Announcement[] = [];
  for await (const { merchantId } of merchantNames()) {
    const merchant = await loadMerchant(merchantId);
    if (merchant === undefined) continue;
    merchants.set(merchantId, merchant);
    announcements.push(...(await ofKeys(merchant, fromMs)));
  }
  for (const pages of chargeDuePages(END, ROWS_PER_READ)) {
    for await (const page of pages) {
      for (const row of page.filter(({ sk }) => sk === 'RECURRING')) {
        const item = RECURRING_PAYMENT.read(row);
        const merchant = merchants.get(item.merchantId);
        if (merchant !== undefined) announcements.push(...ofPlan(item, merchant, fromMs));
      }
    }
  }
  return announcements;
}

/** The first run from the day that is `days` days before an instant; it may be after the instant. */
function runBefore(atMs: number, days: number, { timeZone }: Merchant, fromMs: number): number {
  const firstDay = addDays(localDay(atMs, timeZone), -days);
  return runFrom(Math.max(fromMs, startOfLocalDay(firstDay, timeZone)));
}

async function ofKeys(merchant: Merchant, fromMs: number): Promise<Announcement[]> {
  const keys = await listApiKeys(merchant.merchantId);
  return keys.flatMap(({ keyId, expiresAt, revokedAt }) => {
    if (expiresAt === undefined || revokedAt !== undefined) return [];
    const endMs = Date.parse(expiresAt);
    const runs = new Set(KEY_EXPIRY_DAYS.map((days) => runBefore(endMs, days, merchant, fromMs)));
    return [...runs].flatMap((runMs) =>
      runMs < endMs ? [{ name: `${keyId} ${expiresAt} ${runMs}`, runMs }] : [],
    );
  });
}

function ofPlan({ record }: RecurringPaymentItem, merchant: Merchant, fromMs: number): Announcement[] {
  const { timeZone, upcomingChargeDays: days = 0 } = merchant;
  const dueAtMs = record.nextAction?.dueAtMs;
  const runMs = dueAtMs === undefined ? fromMs : runBefore(dueAtMs, days, merchant, fromMs);
  const isAnnounced = upcomingCharge(record, { nowMs: runMs, days, timeZone }) !== undefined;
  return [...(isAnnounced ? [{ name: `${record.id} ${dueAtMs}`, runMs }] : []), ...ofMonth(merchant, fromMs)];
}

/** The cards of a merchant with plans are checked on the first days of a month. */
function ofMonth({ merchantId, timeZone }: Merchant, fromMs: number): Announcement[] {
  const first = nextCardDay(fromMs, timeZone);
  return [first, nextCardDay(first + CARD_EXPIRY_DAYS * DAY_MS, timeZone)].map((runMs) => ({
    name: `${CARDS}${merchantId} ${localDay(runMs, timeZone).slice(0, 7)}`,
    runMs,
  }));
}

function nextCardDay(fromMs: number, timeZone: string): number {
  let runMs = runFrom(fromMs);
  while (!isCardDay(runMs, timeZone)) runMs += DAY_MS;
  return runMs;
}
