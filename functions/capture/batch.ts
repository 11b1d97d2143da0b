// Makes events of a batch of the table's stream. Records of one object keep their order; events of one
// merchant are recorded together.
import type { Event } from '#domain/event/event.ts';
import { isFirstOutcome, slotOfVariant, stepsOfLeft } from '#domain/payment/funnel.ts';
import { type DayCount, paymentCountsChange } from '#domain/payment/payment-statistics.ts';
import { formerAddressOf } from '#domain/webhook/revoked.ts';
import { eraseEventsBefore } from '#store/event/erasure.ts';
import { recordedEvents } from '#store/event/event.ts';
import { recordEvents } from '#store/event/feed.ts';
import { loadPageBeacon } from '#store/payment/page-beacon.ts';
import { PAYMENT } from '#store/payment/payment.ts';
import type { Write } from '#store/table/commit.ts';
import { formerDelivery, newDeliveries } from '#store/webhook/delivery.ts';
import { loadWebhooks, WEBHOOK } from '#store/webhook/webhook.ts';
import { log } from '#telemetry/log.ts';
import { correlateWith, withSeparateCorrelation } from '#telemetry/request-context.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import { type CapturedMerchant, capturedMerchant } from './captured-merchant.ts';
import { noteCardApproval } from './card-approval.ts';
import { eventsOfChange } from './drawing.ts';
import { changeOf, type RowChange, type StreamRecord } from './image.ts';
import { noteMovement } from './movement.ts';

type DrawnEvent = {
  at: number;
  merchantId: string;
  event: Event;
  change: RowChange;
  /** The request that created the page or recurring payment, from its row. */
  correlationId: string | undefined;
};

/**
 * Returns the index of the first record whose events are not recorded; undefined if all are. Later
 * records may be recorded already: a repeated record makes no second event.
 */
export async function captureBatch(records: readonly StreamRecord[], now: Date): Promise<number | undefined> {
  const failed: number[] = [];
  const drawn = await drawUntilFailure(records, { failed, note: noteCardApproval, book: noteMovement });
  const byMerchant = Map.groupBy(drawn, ({ merchantId }) => merchantId);
  // Loaded once for each batch and merchant and not kept longer, so that a new webhook gets the next events.
  const webhooksOf = rememberPerMerchant(loadWebhooks);
  const work = [...byMerchant.values()].map(async (some) => {
    const [first] = some;
    if (first === undefined) return;
    const { merchantId, at } = first;
    try {
      const [webhooks, ...counted] = await Promise.all([
        webhooksOf(merchantId),
        ...some.map(async ({ event, change }) => [event, await salesOf(change, event)] as const),
      ]);
      const sales = new Map(counted);
      const changes = new Map(some.map(({ event, change }) => [event, change]));
      const beside = (event: Event) => [
        ...newDeliveries(event, webhooks, now),
        ...toFormerAddress(event, changes.get(event), now),
      ];
      const place = { merchantId, now, beside, salesOf: (event: Event) => sales.get(event) ?? [] };
      await recordEvents(
        some.map(({ event }) => event),
        place,
      );
      for (const { event, correlationId } of some) {
        await eraseEventsBefore(event);
        logRecorded(event, correlationId);
      }
    } catch (error) {
      log('error', 'events not recorded', { merchantId, found: some.length }, error);
      failed.push(at);
    }
  });
  await Promise.all(work);
  return failed.length === 0 ? undefined : Math.min(...failed);
}

/** Whoever has changed the address of a webhook cannot keep that from its former receiver (events.md 1.8). */
function toFormerAddress(event: Event, change: RowChange | undefined, now: Date): Write[] {
  if (event.type !== 'webhook.updated' || change === undefined) return [];
  const [before, after] = [WEBHOOK.find(change.before), WEBHOOK.find(change.after)];
  const former = before && after && formerAddressOf(before, after, now.getTime());
  return former ? [formerDelivery(event, former, now)] : [];
}

/**
 * For a container that may only look: the index of the first record of which an event is not recorded, or has
 * not arrived in this Region; undefined if all have. If both Regions recorded, each would raise the head of a
 * feed, and one of the two writes would be lost.
 */
export async function firstUnrecorded(records: readonly StreamRecord[]): Promise<number | undefined> {
  const failed: number[] = [];
  const drawn = await drawUntilFailure(records, { failed, note: async () => {}, book: async () => {} });
  const ofMerchants = Map.groupBy(drawn, ({ merchantId }) => merchantId);
  const missing = [...ofMerchants].map(async ([merchantId, some]) => {
    const recorded = await recordedEvents(merchantId, [...new Set(some.map(({ event }) => event.id))]);
    return some.flatMap(({ at, event }) => (recorded.has(event.id) ? [] : [at]));
  });
  const waiting = [...failed, ...(await Promise.all(missing)).flat()];
  return waiting.length === 0 ? undefined : Math.min(...waiting);
}

/**
 * A change counts once, with the first of its events. A page that was left and then sent is no longer one
 * that was left.
 */
async function salesOf({ before: old, after: now }: RowChange, { ordinal }: Event): Promise<DayCount[]> {
  if (now.sk !== 'PAYMENT' || ordinal > 0) return [];
  const [before, after] = [PAYMENT.find(old), PAYMENT.read(now)];
  const { hostedPageDigest, variant } = after;
  const isFirst = hostedPageDigest !== undefined && isFirstOutcome(before, after);
  const left = isFirst ? await loadPageBeacon(hostedPageDigest) : undefined;
  const taken = left && { day: left.day, slot: slotOfVariant(variant), add: stepsOfLeft(left, -1) };
  return [...paymentCountsChange(before, after), ...(taken ? [taken] : [])];
}

/** The line joins the event to the request: no row of an event has the request's id. */
function logRecorded({ id: eventId, merchantId }: Event, correlationId: string | undefined): void {
  withSeparateCorrelation(() => {
    correlateWith(correlationId);
    log('info', 'event recorded', { merchantId, eventId });
  });
}

/** Records whose events are drawn at the same time: some read the payment or the attempt that they show. */
const DRAWN_AT_ONCE = 25;

type BatchDrawing = {
  /** Gets the indexes of records that fail. */
  failed: number[];
  note(change: RowChange): Promise<void>;
  book(change: RowChange, merchant: CapturedMerchant): Promise<void>;
};

/** Stops at the first record that fails, so that the events of the records before it are recorded. */
async function drawUntilFailure(
  records: readonly StreamRecord[],
  { failed, note, book }: BatchDrawing,
): Promise<DrawnEvent[]> {
  const drawn: DrawnEvent[] = [];
  const fail = (at: number, error: unknown) => {
    log('error', 'change not captured', { found: records.length }, error);
    failed.push(at);
  };
  for (let from = 0; from < records.length && failed.length === 0; from += DRAWN_AT_ONCE) {
    const changes: (RowChange | undefined)[] = [];
    try {
      for (const record of records.slice(from, from + DRAWN_AT_ONCE)) {
        const change = changeOf(record);
        // One after the other: payments with the same card change the same row.
        if (change) await note(change);
        changes.push(change);
      }
    } catch (error) {
      fail(from + changes.length, error);
    }
    const drawing = changes.map((change, at) => drawChange(change, from + at, book));
    for (const [at, one] of (await Promise.allSettled(drawing)).entries()) {
      if (one.status === 'fulfilled') drawn.push(...one.value);
      else {
        fail(from + at, one.reason);
        break;
      }
    }
  }
  return drawn;
}

async function drawChange(
  change: RowChange | undefined,
  at: number,
  book: BatchDrawing['book'],
): Promise<DrawnEvent[]> {
  if (change === undefined) return [];
  const { merchantId } = change;
  const { correlationId } = change.after as Partial<Record<'correlationId', string>>;
  const merchant = await capturedMerchant(merchantId);
  await book(change, merchant);
  const events = await eventsOfChange(change, merchant);
  return events.map((event) => ({ at, merchantId, event, change, correlationId }));
}
