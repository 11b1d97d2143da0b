// The delivering function sends events to merchants' servers. It is invoked for each new delivery, and every
// minute for all due rows: retries, claims that have ended, deliveries whose trigger was lost. The table
// decides what there is to do, so triggers may be duplicated, lost or late. Each run of a minute measures the
// longest wait of a due row (observability.md 3.9 and 3.10).
import { showEvent } from '#contract/event/event.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { whileLeased } from '#flows/lease.ts';
import { inPool, limiter } from '#flows/pool.ts';
import { longestWaitMs, measureBacklog } from '#flows/webhook/backlog.ts';
import { type LaneOptions, workLane } from '#flows/webhook/lane.ts';
import { workReplay } from '#flows/webhook/missed.ts';
import { workWebhook } from '#flows/webhook/release.ts';
import { clockAheadMs, hasLocalReceivers, optionalSetting } from '#setting.ts';
import { laneIn } from '#store/webhook/delivery.ts';
import { type DueWork, deliveryPages, loadDue } from '#store/webhook/delivery-due.ts';
import { log } from '#telemetry/log.ts';
import { type Invocation, withInvocation, withSeparateCorrelation } from '#telemetry/request-context.ts';

/** An invocation by the queue: each message contains the key of a row. */
type Messages = { Records: { messageId: string; body: string }[] };
type Result = { batchItemFailures: { itemIdentifier: string }[] } | { found: number };

/** A call takes at most 18 seconds, and its outcome is recorded after it. */
const LAST_START_MS = 30 * SECOND_MS;
/** The longest pause before a try that an invocation waits for: the first pause of the timetable. */
const WAITS_MS = 5 * SECOND_MS;
/** Most rows of one shard that the minute's run works on at a time. */
const AT_ONCE = 100;
/**
 * Most calls of one invocation at a time, however many rows are due: Lambda allows 1,024 open files, and each
 * call with its message and answer uses up to 150 KB of 512 MB.
 */
const MOST_CALLS = 400;

export async function handler(event: unknown, context: Invocation): Promise<Result> {
  const options: LaneOptions = {
    hasTime: () => context.getRemainingTimeInMillis() >= LAST_START_MS,
    bodyOf: (one) => JSON.stringify(showEvent(one)),
    sending: { allowsLocalhost: hasLocalReceivers(), aheadMs: clockAheadMs() },
    waitsMs: Number(optionalSetting('DELIVERY_WAITS_MS') ?? WAITS_MS),
    limited: limiter(MOST_CALLS),
  };
  return await withInvocation(context, () =>
    isTriggered(event)
      ? whileLeased<Result>(() => handleTriggers(event, options), { batchItemFailures: [] })
      : deliverDue(options),
  );
}

const isTriggered = (event: unknown): event is Messages =>
  typeof event === 'object' && event !== null && 'Records' in event && Array.isArray(event.Records);

/** Returns the messages whose rows could not be worked on, so that the queue repeats them. */
async function handleTriggers({ Records }: Messages, options: LaneOptions): Promise<Result> {
  const failed: string[] = [];
  await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        const key = keyIn(body);
        const lane = laneIn(key);
        const row = lane ? undefined : await loadDue(key);
        if (lane) await withSeparateCorrelation(() => workLane(lane, options));
        if (row) await withSeparateCorrelation(() => workOn(row, options));
      } catch (error) {
        log('error', 'announced event not sent', {}, error);
        failed.push(messageId);
      }
    }),
  );
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

type WireText = string | { S?: string };
/** Reads a key whose values are plain texts, or texts in the stream's format. */
function keyIn(body: string): { pk: string; sk: string } {
  const { pk, sk } = JSON.parse(body) as { pk: WireText; sk: WireText };
  const textOf = (one: WireText) => (typeof one === 'string' ? one : (one.S ?? ''));
  return { pk: textOf(pk), sk: textOf(sk) };
}

async function workOn(row: DueWork, options: LaneOptions): Promise<void> {
  switch (row.noun) {
    case 'delivery': {
      const { merchantId, webhookId, lane, sk } = row.delivery;
      await workLane({ merchantId, webhookId, lane, named: sk }, options);
      return;
    }
    case 'webhook':
      return await workWebhook(row.webhook, options);
    case 'replay':
      return await workReplay(row.replay, options.hasTime);
    case 'unreadable':
      throw new Error('The due row does not fit.', { cause: row.error });
  }
}

/** Without the lease the holder sends what is due, so nothing waits for this function. */
async function deliverDue(options: LaneOptions): Promise<Result> {
  const done = await whileLeased<Result | undefined>(() => sendDueRows(options), undefined);
  if (done !== undefined) return done;
  await measureBacklog(0);
  return { found: 0 };
}

async function sendDueRows(options: LaneOptions): Promise<Result> {
  const now = new Date();
  const shards = await Promise.all(
    deliveryPages(now).map((pages) => workShard(pages, options, now.getTime())),
  );
  const found = shards.reduce((sum, one) => sum + one.found, 0);
  const isAllRead = shards.every(({ isRead }) => isRead);
  await measureBacklog(isAllRead ? Math.max(...shards.map(({ waitedMs }) => waitedMs)) : undefined);
  log('info', 'deliveries', { found });
  return { found };
}

type Shard = { found: number; waitedMs: number; isRead: boolean };

/** Never throws: a row that fails, or a shard that cannot be read, delays no other row or shard. */
async function workShard(
  pages: AsyncIterable<DueWork[]>,
  options: LaneOptions,
  nowMs: number,
): Promise<Shard> {
  const shard = { found: 0, waitedMs: 0, isRead: true };
  try {
    for await (const page of pages) {
      shard.waitedMs = Math.max(shard.waitedMs, longestWaitMs(page, nowMs));
      if (!options.hasTime()) break;
      shard.found += page.length;
      await inPool(oneOfEachLane(page), AT_ONCE, async (row) => {
        try {
          if (options.hasTime()) await withSeparateCorrelation(() => workOn(row, options));
        } catch (error) {
          log('error', 'due event not sent', {}, error);
        }
      });
    }
  } catch (error) {
    shard.isRead = false;
    log('error', 'due deliveries not read', {}, error);
  }
  return shard;
}

/** Keeps one delivery of each lane, because the work on a lane sends all its pending deliveries. */
function oneOfEachLane(rows: readonly DueWork[]): DueWork[] {
  const lanes = new Map<string, DueWork>();
  const others = rows.filter((row) => {
    if (row.noun !== 'delivery') return true;
    const lane = `${row.delivery.webhookId} ${row.delivery.lane}`;
    if (!lanes.has(lane)) lanes.set(lane, row);
    return false;
  });
  return [...others, ...lanes.values()];
}
