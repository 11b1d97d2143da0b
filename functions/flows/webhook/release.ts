// What a webhook itself is due for: the probe of one that is failing, what it missed while it was disabled,
// and the release of what waits for it, a bounded number of calls at once.
import { MINUTE_MS } from '#domain/time/duration.ts';
import { taken, unprobed, type Webhook } from '#domain/webhook/webhook.ts';
import { type DeliveryItem, loadParked } from '#store/webhook/delivery.ts';
import { loadWebhook, saveWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { type Delivering, workLane } from './lane.ts';
import { catchUp } from './missed.ts';
import { inPool } from './pool.ts';

/** Calls to one webhook at once. */
const AT_ONCE = 25;
/** Read of each shard of what waits. */
const ROWS_PER_SHARD = 25;
/** Between two looks at a webhook that has nothing waiting now. */
const LOOK_AGAIN_MS = MINUTE_MS;
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
  for (;;) {
    const beganAt = instant(Date.now());
    const waiting = await loadParked(read, ROWS_PER_SHARD);
    const lanes = new Map(waiting.toReversed().map((one) => [one.lane, one]));
    let sent = 0;
    await inPool(lanes.values(), AT_ONCE, async (one) => {
      try {
        if (how.hasTime()) sent += (await workLane(laneOf(one), how)).sent;
      } catch (error) {
        const { merchantId, webhookId, eventId } = one;
        log('error', 'waiting event not sent', { merchantId, webhookId, eventId }, error);
      }
    });
    const webhook = await loadWebhook(read.merchantId, read.id);
    if (webhook === undefined || webhook.state !== 'Active') return;
    if (waiting.length > 0 && sent > 0 && how.hasTime()) continue;
    const next = afterPass(webhook, { beganAt, isEmpty: waiting.length === 0, hasTime: how.hasTime() });
    // Another pass follows when the claim on the webhook ends, if this is not stored.
    await saveWebhook(webhook, next);
    return;
  }
}

type Pass = { beganAt: string; isEmpty: boolean; hasTime: boolean };

/** The last pass begins when no container holds deliveries back any more, and finds none. */
function afterPass(webhook: Webhook, { beganAt, isEmpty, hasTime }: Pass): Webhook {
  const { releasingUntil = '', workAt: _, ...rest } = webhook;
  if (isEmpty && beganAt >= releasingUntil) return rest;
  const pauseMs = isEmpty ? LOOK_AGAIN_MS : hasTime ? STALE_MS : 0;
  return { ...rest, releasingUntil, workAt: instant(Date.now() + pauseMs) };
}
