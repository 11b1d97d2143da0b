// Follows the feed of a merchant's events: prints a line for each, forwards it if requested, and stores its
// position after each event. Events are shown one after the other, in the order of the feed.
import { setTimeout as wait } from 'node:timers/promises';
import { defined } from '#domain/defined.ts';
import { type FeedEvent, readFeed, type Service } from './feed.ts';
import { forward } from './forward.ts';
import type { KeptPlace, PlaceStore } from './kept-place.ts';

export type ListenOptions = {
  service: Service;
  store: PlaceStore;
  place: KeptPlace;
  /** `refund.*`, `*` or whole types. Events of other types are skipped. */
  types: readonly string[];
  /** ISO: shows events since this instant. Absent: events that are in the feed at the start are skipped. */
  since?: string | undefined;
  forwardTo?: string | undefined;
  print(line: string): void;
  stopped: AbortSignal;
  /** The pause between two reads of a feed without new events. */
  pollMs?: number;
  pausesMs?: readonly number[];
};

const POLL_MS = 1_000;

/** Returns when it is stopped. Throws ListenError if the key may not read events. */
export async function listen(listening: ListenOptions): Promise<void> {
  const { service, store, print, stopped, pollMs = POLL_MS } = listening;
  let { place } = listening;
  let isPassing = place.cursor === undefined && place.done.length === 0 && listening.since === undefined;
  let isAway = false;
  const pause = (ms: number) => wait(ms, undefined, { signal: stopped }).catch(() => {});
  while (!stopped.aborted) {
    const page = await readFeed(service, place.cursor, stopped);
    if (stopped.aborted) return;
    if (page.kind === 'later') {
      if (!isAway) print(`${page.why}; trying again.`);
      isAway = true;
      await pause(page.afterMs);
      continue;
    }
    if (isAway) print('The service answers again.');
    isAway = false;
    if (page.kind === 'lost') {
      print('The service does not know the kept place: beginning with what happens from now on.');
      place = { ...place, done: [] };
      delete place.cursor;
      isPassing = true;
      continue;
    }
    place = await showPage(page.items, place, isPassing, listening);
    if (!stopped.aborted) place = { ...place, cursor: page.nextCursor, done: [] };
    store.save(place);
    // A page may be short although more follow.
    if (page.items.length > 0) continue;
    if (isPassing) print('Ready. Only what happens from now on is shown.');
    isPassing = false;
    await pause(pollMs);
  }
}

async function showPage(
  items: readonly FeedEvent[],
  place: KeptPlace,
  isPassing: boolean,
  listening: ListenOptions,
): Promise<KeptPlace> {
  const { store, stopped, since = '' } = listening;
  let kept = place;
  for (const event of items.filter(({ id }) => !place.done.includes(id))) {
    if (stopped.aborted) return kept;
    const isShown = !isPassing && event.createdAt >= since && isWanted(event.type, listening.types);
    if (isShown && !(await show(event, place.secret, listening))) return kept;
    kept = { ...kept, done: [...kept.done, event.id] };
    if (isShown) store.save(kept);
  }
  return kept;
}

/**
 * Returns false if the listener was stopped before the event was delivered; the next start shows it again.
 */
async function show(event: FeedEvent, secret: string, listening: ListenOptions): Promise<boolean> {
  const { forwardTo, print, stopped, pausesMs } = listening;
  const line = lineOf(event);
  if (forwardTo === undefined) {
    print(line);
    return true;
  }
  const url = forwardTo;
  const outcome = await forward(event, { url, secret, stopped, ...defined({ pausesMs }) });
  print(`${line}  ${outcome.isDelivered ? '->' : 'NOT DELIVERED ->'} ${outcome.what}`);
  return outcome.isDelivered || !stopped.aborted;
}

function lineOf({ createdAt, type, objectType, objectId, sequence }: FeedEvent): string {
  const at = createdAt.replace('T', ' ').replace(/\.\d+Z$|Z$/, '');
  return `${at}  ${type.padEnd(32)}  ${objectType} ${objectId} #${sequence}`;
}

/** `refund.*` matches every type of refunds, `*` every type. */
const isWanted = (type: string, wanted: readonly string[]): boolean =>
  wanted.some(
    (one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  );
