// Works on a due webhook: probes a failing one, makes the deliveries that it missed while it was disabled,
// and releases its waiting deliveries, a limited number of calls at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { isoOf, MINUTE_MS } from '#domain/time/duration.ts';
import { claimedWork, isSlow, quickAgain, retriedLater, type Webhook } from '#domain/webhook/webhook.ts';
import { type DeliveryItem, loadParked } from '#store/webhook/delivery.ts';
import { loadWebhook, saveWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { inPool } from '../pool.ts';
import { retryOthersOf } from './early-retries.ts';
import { type Calls, type LaneOptions, workLane } from './lane.ts';
import { catchUp } from './missed.ts';

/** Most calls to one webhook at a time. */
const AT_ONCE = 25;
/** Waiting deliveries that one pass reads from each shard. */
const ROWS_PER_SHARD = 25;
/** The pause before the next pass if no delivery waits. */
const LOOK_AGAIN_MS = MINUTE_MS;
/** The pause before the next pass if the webhook is slow. */
const LOOK_MS = 1_000;
/** The pause before the next pass if no delivery was sent: the index may show some that no longer wait. */
const STALE_MS = 5_000;

export async function workWebhook(read: WebhookItem, options: LaneOptions): Promise<void> {
  const { workAt } = read;
  if (workAt === undefined || workAt > isoOf(Date.now()) || !options.hasTime()) return;
  let webhook = await saveWebhook(read, claimedWork(read, Date.now()));
  if (webhook === undefined) return;
  if (webhook.catchUp !== undefined && !(await catchUp(webhook, options.hasTime))) return;
  if (webhook.state === 'Failing') await probe(webhook, options);
  webhook = await loadWebhook(read.merchantId, read.id);
  if (read.state === 'Failing' && webhook?.state === 'Active') await retryOthersOf(read, Date.now());
  if (webhook?.state === 'Active' && webhook.releasingUntil !== undefined) await release(webhook, options);
}

/**
 * Sends the event with the fewest tries, so that an event which its receiver always refuses blocks no other.
 */
async function probe(webhook: WebhookItem, options: LaneOptions): Promise<void> {
  const waiting = await loadParked(webhook, ROWS_PER_SHARD);
  const [first] = waiting.toSorted((one, other) => one.tries - other.tries);
  const sent =
    first === undefined ? 0 : (await workLane({ ...laneOf(first), reason: 'probe' }, options)).sent;
  // If an event was sent, its outcome has set the time of the next probe.
  if (sent === 0) await saveWebhook(webhook, retriedLater(webhook, Date.now()));
}

const laneOf = ({ merchantId, webhookId, lane, sk }: DeliveryItem) => ({
  merchantId,
  webhookId,
  lane,
  named: sk,
});

async function release(read: WebhookItem, options: LaneOptions): Promise<void> {
  let sentMs = performance.now();
  for (;;) {
    const beganAt = isoOf(Date.now());
    const waiting = await loadParked(read, ROWS_PER_SHARD);
    const lanes = new Map(waiting.toReversed().map((one) => [one.lane, one]));
    const pass: Calls = { sent: 0, slowestMs: 0 };
    await inPool(lanes.values(), AT_ONCE, async (one) => {
      try {
        if (options.hasTime()) add(pass, await workLane({ ...laneOf(one), reason: 'release' }, options));
      } catch (error) {
        const { merchantId, webhookId, eventId } = one;
        log('error', 'waiting event not sent', { merchantId, webhookId, eventId }, error);
      }
    });
    if (pass.sent > 0) sentMs = performance.now();
    const webhook = await afterCalls(read, pass, performance.now() - sentMs);
    if (webhook === undefined || webhook.state !== 'Active') return;
    if (waiting.length > 0 && pass.sent > 0 && options.hasTime()) continue;
    if (isSlow(webhook) && options.hasTime()) {
      await keepClaim(webhook);
      await sleep(LOOK_MS);
      continue;
    }
    const next = afterPass(webhook, { beganAt, isEmpty: waiting.length === 0, hasTime: options.hasTime() });
    // If this is not stored, another pass follows when the claim on the webhook ends.
    await saveWebhook(webhook, next);
    return;
  }
}

function add(pass: Calls, { sent, slowestMs }: Calls): void {
  pass.sent += sent;
  pass.slowestMs = Math.max(pass.slowestMs, slowestMs);
}

/** Returns the webhook as it is now. Stores that a slow webhook is quick again, if it is. */
async function afterCalls(read: WebhookItem, pass: Calls, idleMs: number): Promise<WebhookItem | undefined> {
  const webhook = await loadWebhook(read.merchantId, read.id);
  if (webhook === undefined) return undefined;
  const quick = quickAgain(webhook, Date.now(), { ...pass, idleMs });
  if (quick === undefined) return webhook;
  return (await saveWebhook(webhook, quick)) ?? (await loadWebhook(read.merchantId, read.id));
}

/** Prolongs the claim on the webhook, so that no second caller begins. */
async function keepClaim(webhook: WebhookItem): Promise<void> {
  const { workAt = '' } = webhook;
  if (workAt < isoOf(Date.now() + MINUTE_MS / 2))
    await saveWebhook(webhook, claimedWork(webhook, Date.now()));
}

type ReleasePass = { beganAt: string; isEmpty: boolean; hasTime: boolean };

/**
 * The webhook after a pass. The last pass begins after `releasingUntil`, when no container stores deliveries
 * as waiting any more, and finds none.
 */
function afterPass(webhook: Webhook, { beganAt, isEmpty, hasTime }: ReleasePass): Webhook {
  const { releasingUntil = '', workAt: _, ...rest } = webhook;
  if (isEmpty && !isSlow(webhook) && beganAt >= releasingUntil) return rest;
  // New events of a slow webhook wait for this caller, so the next caller is invoked at once.
  const isNext = isSlow(webhook) || (!isEmpty && !hasTime);
  const pauseMs = isNext ? 0 : isEmpty ? LOOK_AGAIN_MS : STALE_MS;
  return { ...rest, releasingUntil, workAt: isoOf(Date.now() + pauseMs) };
}
