// Runs in the morning and records events that follow from the clock alone, such as an upcoming charge. It
// finds charges and cards by the index `due`, where each plan has its next charge. Each run reads and decides
// again and leaves recorded events as they are, so that any run may be missed, crash or be repeated
// (events.md 6).
import { expiringCardEvent, expiringKeyEvent, upcomingEvent } from '#capture/announcement.ts';
import { recordAnnouncements } from '#capture/announcing.ts';
import { type CapturedMerchant, loadCapturedMerchant } from '#capture/captured-merchant.ts';
import { isCardDay, upcomingUntilMs } from '#domain/event/announcement.ts';
import type { Event } from '#domain/event/event.ts';
import { isFencedOff, whileLeased } from '#flows/lease.ts';
import { inPool } from '#flows/pool.ts';
import { loadCards } from '#store/card/many-cards.ts';
import { listApiKeys } from '#store/merchant/api-key.ts';
import { merchantIdPages } from '#store/merchant/merchant-name.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from '#store/recurring-payment/recurring-payment.ts';
import { chargeDuePages } from '#store/table/due.ts';
import type { Item } from '#store/table/table.ts';
import { type LogFields, log } from '#telemetry/log.ts';
import { type Invocation, withInvocation } from '#telemetry/request-context.ts';
import { rememberPerMerchant } from '#vault/remember.ts';

/** About as many rows as one page of the index contains. */
const ROWS_PER_READ = 500;
const MERCHANTS_PER_READ = 100;
const MERCHANTS_AT_ONCE = 20;
/** Longer than a page takes to be read, compared and recorded. */
const LAST_START_MS = 60_000;
/** Later than every row of the index. */
const END = new Date('9999-12-31T23:59:59.999Z');

/** `failed`: the number of failures. The next run repeats the failed work. */
type Tally = { announced: number; failed: number };
type Run = Tally & {
  now: Date;
  hasTime: () => boolean;
  /** Loaded by each run, so that a changed setting counts from the next run on. */
  merchantOf: (merchantId: string) => Promise<CapturedMerchant>;
};

export async function handler(_event: unknown, context: Invocation): Promise<Tally> {
  const idle = { announced: 0, failed: 0 };
  return await withInvocation(context, () => whileLeased(() => announce(context), idle));
}

async function announce(clock: Invocation): Promise<Tally> {
  const run: Run = {
    now: new Date(),
    announced: 0,
    failed: 0,
    hasTime: () => clock.getRemainingTimeInMillis() >= LAST_START_MS,
    merchantOf: rememberPerMerchant(loadCapturedMerchant),
  };
  const until = await announceKeys(run);
  // The shards are read in turn: charges of the same merchants would contend for the same feeds.
  for (const pages of until === undefined ? [] : chargeDuePages(until, ROWS_PER_READ)) {
    await attempt(run, 'due charges not read', {}, async () => {
      for await (const page of pages) {
        if (!run.hasTime()) throw new Error('The time of the function is over.');
        await announcePage(page, run);
      }
    });
  }
  const { announced, failed } = run;
  log('info', 'announcements', { found: announced });
  return { announced, failed };
}

/** Never throws, so that one failure prevents no other announcement. */
async function attempt(run: Run, what: string, of: LogFields, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    noteFailure(run, what, of, error);
  }
}

function noteFailure(run: Run, what: string, of: LogFields, error: unknown): void {
  run.failed += 1;
  log('error', what, of, error);
}

/** Returns the instant until which charges must be read; undefined if none must be read today. */
async function announceKeys(run: Run): Promise<Date | undefined> {
  let until: Date | undefined;
  for await (const merchantIds of merchantIdPages(MERCHANTS_PER_READ)) {
    await inPool(merchantIds, MERCHANTS_AT_ONCE, (merchantId) =>
      attempt(run, 'keys not announced', { merchantId }, async () => {
        const merchant = await run.merchantOf(merchantId);
        const latest = chargesReadUntil(merchant, run.now);
        if (latest !== undefined && (until === undefined || latest > until)) until = latest;
        const keys = await listApiKeys(merchantId);
        await record(
          run,
          merchantId,
          keys.flatMap((key) => expiringKeyEvent(key, merchant, run.now) ?? []),
        );
      }),
    );
  }
  return until;
}

function chargesReadUntil(
  { timeZone, upcomingChargeDays: days }: CapturedMerchant,
  now: Date,
): Date | undefined {
  if (isCardDay(now.getTime(), timeZone)) return END;
  return days === 0 ? undefined : new Date(upcomingUntilMs(now.getTime(), days));
}

type DueAnnouncement = { item: RecurringPaymentItem; upcoming: Event | undefined };

async function announcePage(page: readonly Item[], run: Run): Promise<void> {
  const plans: DueAnnouncement[] = [];
  for (const row of page.filter(({ sk }) => sk === 'RECURRING')) {
    const [, merchantId = '', , recurringPaymentId = ''] = row.pk.split('#');
    await attempt(run, 'recurring payment not announced', { merchantId, recurringPaymentId }, async () => {
      const item = RECURRING_PAYMENT.read(row);
      plans.push({ item, upcoming: upcomingEvent(item, await run.merchantOf(item.merchantId), run.now) });
    });
  }
  const byMerchant = Map.groupBy(plans, ({ item: { merchantId } }) => merchantId);
  await inPool(byMerchant, MERCHANTS_AT_ONCE, ([merchantId, some]) =>
    attempt(run, 'charges not announced', { merchantId }, async () => {
      await record(
        run,
        merchantId,
        some.flatMap(({ upcoming }) => upcoming ?? []),
      );
      await announceCards(run, merchantId, some);
    }),
  );
}

async function announceCards(run: Run, merchantId: string, plans: readonly DueAnnouncement[]): Promise<void> {
  const merchant = await run.merchantOf(merchantId);
  if (!isCardDay(run.now.getTime(), merchant.timeZone)) return;
  const ids = new Set(plans.map(({ item: { record: plan } }) => plan.cardStorageId));
  const cards = await loadCards(merchantId, [...ids], (error) =>
    noteFailure(run, 'card not announced', { merchantId }, error),
  );
  const events = await Promise.all(cards.map((card) => expiringCardEvent(card, merchant, run.now)));
  await record(
    run,
    merchantId,
    events.flatMap((event) => event ?? []),
  );
}

async function record(run: Run, merchantId: string, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  if (await isFencedOff()) throw new Error('Another table or Region has the lease by now.');
  run.announced += await recordAnnouncements(merchantId, events, run.now);
}
