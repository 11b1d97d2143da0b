// What a webhook itself is due for: the probe of one that is failing, what it missed while it was disabled,
// and the release of what waits for it, a bounded number of calls at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { isSlow, quickAgain, taken, unprobed, type Webhook } from '#domain/webhook/webhook.ts';
import { type DeliveryItem, loadParked } from '#store/webhook/delivery.ts';
import { loadWebhook, saveWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { type Delivering, type Sent, workLane } from './lane.ts';
import { catchUp } from './missed.ts';
import { inPool } from './pool.ts';

/** Calls to one webhook at once. */
const AT_ONCE = 25;
/** Read of each shard of what waits. */
const ROWS_PER_SHARD = 25;
/** Between two looks at a webhook that has nothing waiting now. */
const LOOK_AGAIN_MS = MINUTE_MS;
/** Between two looks at what waits for one that is slow. */
const LOOK_MS = 1_000;
/** An index shows for a moment what is no longer there. */
const STALE_MS = 5_000;

const instant = (ms: number) => new Date(ms).toISOString();

export async function workWebhook(read: WebhookItem, how: Delivering): Promise<void> {
  const { workAt } = read;
  if (workAt === undefined || workAt > instant(Date.now()) || !how.hasTime()) return;
  let webhook = await saveWebhook(read, taken(read, Date.now()));
  if (webhook === undefined) return;
  if (webhook.catchUp !== undefined && !(await catchUp(webhook, how.hasTime))) return;
  if (webhook.state === 'Failing') await probe(webhook, how);
  webhook = await loadWebhook(read.merchantId, read.id);
  if (webhook?.state === 'Active' && webhook.releasingUntil !== undefined) await release(webhook, how);
}

/**
 * Sends the event with the fewest tries: one that its receiver always refuses does not keep the others back.
 */
async function probe(webhook: WebhookItem, how: Delivering): Promise<void> {
  const waiting = await loadParked(webhook, ROWS_PER_SHARD);
  const [first] = waiting.toSorted((one, other) => one.tries - other.tries);
  const sent = first === undefined ? 0 : (await workLane({ ...laneOf(first), isProbe: true }, how)).sent;
  // Otherwise the outcome has decided when the next probe is made.
  if (sent === 0) await saveWebhook(webhook, unprobed(webhook, Date.now()));
}

const laneOf = ({ merchantId, webhookId, lane, sk }: DeliveryItem) => ({
  ...{ merchantId, webhookId, lane },
  named: sk,
});

async function release(read: WebhookItem, how: Delivering): Promise<void> {
  let sentMs = performance.now();
  for (;;) {
    const beganAt = instant(Date.now());
    const waiting = await loadParked(read, ROWS_PER_SHARD);
    const lanes = new Map(waiting.toReversed().map((one) => [one.lane, one]));
    const pass: Sent = { sent: 0, slowestMs: 0 };
    await inPool(lanes.values(), AT_ONCE, async (one) => {
      try {
        if (how.hasTime()) add(pass, await workLane({ ...laneOf(one), isReleased: true }, how));
      } catch (error) {
        const { merchantId, webhookId, eventId } = one;
        log('error', 'waiting event not sent', { merchantId, webhookId, eventId }, error);
      }
    });
    if (pass.sent > 0) sentMs = performance.now();
    const webhook = await afterCalls(read, pass, performance.now() - sentMs);
    if (webhook === undefined || webhook.state !== 'Active') return;
    if (waiting.length > 0 && pass.sent > 0 && how.hasTime()) continue;
    if (isSlow(webhook) && how.hasTime()) {
      await keepClaim(webhook);
      await sleep(LOOK_MS);
      continue;
    }
    const next = afterPass(webhook, { beganAt, isEmpty: waiting.length === 0, hasTime: how.hasTime() });
    // Another pass follows when the claim on the webhook ends, if this is not stored.
    await saveWebhook(webhook, next);
    return;
  }
}

function add(pass: Sent, { sent, slowestMs }: Sent): void {
  pass.sent += sent;
  pass.slowestMs = Math.max(pass.slowestMs, slowestMs);
}

/** The webhook as it is now; one that was slow is told of if it is no longer. */
async function afterCalls(read: WebhookItem, pass: Sent, idleMs: number): Promise<WebhookItem | undefined> {
  const webhook = await loadWebhook(read.merchantId, read.id);
  if (webhook === undefined) return undefined;
  const quick = quickAgain(webhook, Date.now(), { ...pass, idleMs });
  if (quick === undefined) return webhook;
  return (await saveWebhook(webhook, quick)) ?? (await loadWebhook(read.merchantId, read.id));
}

/** So that no second caller begins. */
async function keepClaim(webhook: WebhookItem): Promise<void> {
  const { workAt = '' } = webhook;
  if (workAt < instant(Date.now() + MINUTE_MS / 2)) await saveWebhook(webhook, taken(webhook, Date.now()));
}

type Pass = { beganAt: string; isEmpty: boolean; hasTime: boolean };

/** The last pass begins when no container holds deliveries back any more, and finds none. */
function afterPass(webhook: Webhook, { beganAt, isEmpty, hasTime }: Pass): Webhook {
  const { releasingUntil = '', workAt: _, ...rest } = webhook;
  if (isEmpty && !isSlow(webhook) && beganAt >= releasingUntil) return rest;
  // New events of a slow webhook wait for this caller: the next one is invoked at once.
  const isNext = isSlow(webhook) || (!isEmpty && !hasTime);
  const pauseMs = isNext ? 0 : isEmpty ? LOOK_AGAIN_MS : STALE_MS;
  return { ...rest, releasingUntil, workAt: instant(Date.now() + pauseMs) };
}
