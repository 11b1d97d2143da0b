// The events of changes: as capture derives them at the end of a test file, and as it has recorded them
// before if the service reads its stream.
import { loadCapturedMerchant } from '#capture/captured-merchant.ts';
import { eventsOfChange } from '#capture/drawing.ts';
import { changeOf } from '#capture/image.ts';
import { ANNOUNCEMENT_ORDINAL } from '#domain/event/announcement.ts';
import type { Event } from '#domain/event/event.ts';
import { type EventItem, readEvent } from '#store/event/event.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import type { RowChange } from './stream-changes.ts';

/** Derives the events. `failed` are the objects from whose changes capture can derive none. */
export async function drawEvents(rows: readonly RowChange[], at: Date) {
  const events: { pk: string; event: Event }[] = [];
  const failed: { pk: string; error: string }[] = [];
  const merchantOf = rememberPerMerchant(loadCapturedMerchant);
  for (const { pk, record } of rows) {
    try {
      const change = changeOf(record);
      if (change === undefined) continue;
      const merchant = await merchantOf(change.merchantId);
      events.push(...(await eventsOfChange({ ...change, at }, merchant)).map((event) => ({ pk, event })));
    } catch (error) {
      failed.push({ pk, error: String(error) });
    }
  }
  const odd = new Set(failed.map(({ pk }) => pk));
  return { drawn: events.flatMap(({ pk, event }) => (odd.has(pk) ? [] : [event])), failed };
}

/** The events in the table, in the order of the feed. Announcements depend on the clock and on no change. */
export function recordedEvents(rows: readonly RowChange[]): EventItem[] {
  const latest = new Map(rows.flatMap(({ pk, sk, after }) => (sk === 'EVENT' ? [[pk, after] as const] : [])));
  return [...latest.values()]
    .map(readEvent)
    .filter(({ ordinal }) => ordinal < ANNOUNCEMENT_ORDINAL)
    .sort((one, other) => one.position - other.position);
}
