// Makes deliveries of past events: for a replay, or for a webhook that was disabled. The oldest come first,
// in steps that can be repeated after a crash without making a delivery twice.
import { type Event, keptSince } from '#domain/event/event.ts';
import { DAY_MS, isoOf } from '#domain/time/duration.ts';
import { laneOfReplay, type Replay } from '#domain/webhook/replay.ts';
import { type MissedSpan, released, type Webhook, wants } from '#domain/webhook/webhook.ts';
import { loadKeptEvent } from '#store/event/event.ts';
import { loadEventsOf } from '#store/event/event-span.ts';
import { commit } from '#store/table/commit.ts';
import { newDelivery, writeNewDelivery } from '#store/webhook/delivery.ts';
import { type ReplayItem, saveReplay } from '#store/webhook/replay.ts';
import { changeWebhook, loadWebhook, saveWebhook, type WebhookItem } from '#store/webhook/webhook.ts';
import { inPool } from '../pool.ts';

const MOST_EVENTS = 500;
const AT_ONCE = 25;

type ReplayStep = { webhook: Pick<Webhook, 'id' | 'eventTypes'>; merchantId: string; replayId?: string };
type ReplayProgress = MissedSpan & { cursor?: string };

/** Makes deliveries for the next part of the span. Returns the cursor after it and the number of events. */
async function makeNext(step: ReplayStep, progress: ReplayProgress) {
  const { from, to, recordedFrom = '' } = progress;
  const oldest = keptSince(Date.now());
  const begun = progress.cursor ?? from;
  const cursor = begun > oldest ? begun : oldest;
  const fromMs = Date.parse(cursor);
  for (let spanMs = DAY_MS; ; spanMs = Math.ceil(spanMs / 4)) {
    const untilMs = Math.min(fromMs + spanMs - 1, Date.parse(to));
    const span = { merchantId: step.merchantId, from: cursor, to: isoOf(untilMs) };
    const events = await loadEventsOf(span, spanMs <= 1 ? Number.MAX_SAFE_INTEGER : MOST_EVENTS);
    if (events === undefined) continue;
    const wanted = events.filter((event) => event.recordedAt >= recordedFrom && wants(step.webhook, event));
    await makeAll(wanted, step);
    return { cursor: isoOf(untilMs + 1), found: wanted.length };
  }
}

/** Makes the delivery of one event, as `makeNext` those of a span that ends at `to`. */
async function makeOne(step: ReplayStep, eventId: string, to: string) {
  const event = await loadKeptEvent(step.merchantId, eventId, new Date());
  const found = event === undefined ? [] : [event];
  await makeAll(found, step);
  return { cursor: isoOf(Date.parse(to) + 1), found: found.length };
}

async function makeAll(events: readonly Event[], { webhook, replayId }: ReplayStep): Promise<void> {
  const lanes = Map.groupBy(events, ({ objectId }) =>
    replayId === undefined ? objectId : laneOfReplay(objectId, replayId),
  );
  await inPool(lanes, AT_ONCE, async ([lane, ofLane]) => {
    const inOrder = ofLane.toSorted(
      (one, other) => one.sequence - other.sequence || one.ordinal - other.ordinal,
    );
    for (const event of inOrder) {
      // A conflict means that the delivery exists already.
      await commit([
        writeNewDelivery(newDelivery(event, webhook, { now: new Date(), lane, isParked: true })),
      ]);
    }
  });
}

/** Makes the deliveries that a webhook missed while it was disabled. Returns true if all are made. */
export async function catchUp(read: WebhookItem, hasTime: () => boolean): Promise<boolean> {
  let webhook: WebhookItem | undefined = read;
  while (webhook?.catchUp !== undefined && webhook.state === 'Active' && hasTime()) {
    const { catchUp: progress, ...rest }: WebhookItem = webhook;
    const { cursor } = await makeNext({ webhook, merchantId: webhook.merchantId }, progress);
    const next: Webhook =
      cursor > progress.to
        ? released(rest, Date.now())
        : { ...webhook, catchUp: { ...progress, cursor }, workAt: isoOf(Date.now() + CATCH_UP_LEASE_MS) };
    const saved: WebhookItem | undefined = await saveWebhook(webhook, next);
    webhook = saved ?? (await loadWebhook(read.merchantId, read.id));
  }
  return webhook !== undefined && webhook.catchUp === undefined;
}
const CATCH_UP_LEASE_MS = 60_000;

/** Makes the deliveries of a replay, then starts the release of the webhook's waiting deliveries. */
export async function workReplay(read: ReplayItem, hasTime: () => boolean): Promise<void> {
  let replay: ReplayItem | undefined = read;
  while (replay?.workAt !== undefined && replay.workAt <= isoOf(Date.now()) && hasTime()) {
    const { merchantId, webhookId } = replay;
    const webhook = await loadWebhook(merchantId, webhookId);
    const types = replay.eventTypes ?? webhook?.eventTypes ?? [];
    const step = { webhook: { id: webhookId, eventTypes: types }, merchantId, replayId: replay.id };
    const { cursor, found } = await (replay.eventId === undefined
      ? makeNext(step, replay)
      : makeOne(step, replay.eventId, replay.to));
    const { workAt, ...rest }: ReplayItem = replay;
    const isLast = webhook === undefined || cursor > replay.to;
    if (isLast) await releaseParked(merchantId, webhookId);
    const next: Replay = { ...rest, cursor, found: rest.found + found, ...(!isLast && { workAt }) };
    replay = await saveReplay(replay, next);
  }
}

/** A failing or disabled webhook, or one that is catching up, releases its deliveries when it works again. */
async function releaseParked(merchantId: string, id: string): Promise<void> {
  await changeWebhook({ merchantId, id }, (webhook) =>
    webhook.state === 'Active' && webhook.catchUp === undefined ? released(webhook, Date.now()) : undefined,
  );
}
