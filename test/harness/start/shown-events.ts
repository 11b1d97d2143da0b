// The standing check of what events show: the last event of an object shows what its GET shows, and each
// event before it what the next one had before, back to the creation. A change without an event is missed.
import { isDeepStrictEqual } from 'node:util';
import type { Event } from '#domain/event/event.ts';
import type { EventObjectType } from '#domain/event/event-type.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import type { Harness } from '../harness.ts';

type Shown = Readonly<Record<string, unknown>>;
type ByType<Value> = Readonly<Partial<Record<EventObjectType, Value>>>;

/** The table has the digest of a hosted page's address only. */
const PATHS: ByType<string> = {
  Payment: '/api/payment/',
  Refund: '/api/Refund/',
  RecurringPayment: '/api/RecurringPayment/',
  Card: '/api/card/',
  Customer: '/api/customer/',
};

/** What changes without an event of its own: of a payment, events of its refunds tell what is reserved. */
const WITHOUT_EVENT: ByType<readonly string[]> = {
  Payment: ['reservedAmount', 'refundableAmount'],
  // When the sweep looks again is written with each of its looks.
  Refund: ['nextCheckAt'],
  // A due date that was missed and is skipped; what the merchant keeps with it and changes itself.
  RecurringPayment: ['uncollectedAmount', 'merchantReference', 'metadata'],
};
/** What a charge that is at the bank changes, until its event tells how it ended. */
const WHILE_CHARGED: ByType<readonly string[]> = {
  RecurringPayment: ['nextPaymentDate', 'currentPeriodNumber', 'waitingFor', 'waitingSince', 'nextCheckAt'],
};

/** `events`: of each object, in order. Returns what differs. */
export async function differencesOf(
  { api, now }: Pick<Harness, 'api' | 'now'>,
  events: Iterable<readonly Event[]>,
): Promise<unknown[]> {
  const keys = new Map<string, string>();
  const differences: unknown[] = [];
  for (const own of events) {
    differences.push(...brokenLinks(own));
    const last = own.at(-1);
    const path = last && PATHS[last.objectType];
    if (last === undefined || path === undefined) continue;
    const { merchantId, objectId, data } = last;
    const key = keys.get(merchantId) ?? (await issueKey(merchantId, now())).apiKey;
    keys.set(merchantId, key);
    const { status, json } = await api<Shown>('GET', `${path}${objectId}`, { key });
    const isGone = last.type.endsWith('.deleted');
    // A temporary card ends by time alone.
    if (status === 404 && data.object['isTemporary'] === true) continue;
    if (status !== (isGone ? 404 : 200)) differences.push({ objectId, type: last.type, status });
    else if (!isGone) differences.push(...compared(last, data.object, json.data));
  }
  return differences;
}

/** From each event back to the one before it, and from the first to the creation. */
function brokenLinks(events: readonly Event[]): unknown[] {
  return events.flatMap((event, at) => {
    const before = events[at - 1];
    const { object, previous } = event.data;
    if (before === undefined) return isBeginning(event) ? [] : [{ first: event.type, previous }];
    if (before.sequence === event.sequence || event.type.endsWith('.deleted')) return [];
    const passing = WHILE_CHARGED[event.objectType];
    return compared(event, before.data.object, { ...object, ...previous }, passing);
  });
}

/** A payment and its page begin without an event; everything else is told from its first row on. */
const BEGUN: ByType<readonly unknown[]> = { Payment: ['Processing'], HostedPage: ['Open', 'Processing'] };
function isBeginning({ objectType, data: { previous } }: Event): boolean {
  const { status, state = status } = previous;
  return Object.keys(previous).length === 0 || (BEGUN[objectType] ?? []).includes(state);
}

type Compared = (event: Event, told: Shown, is: Shown, passing?: readonly string[]) => unknown[];
const compared: Compared = ({ objectType, objectId, type }, told, is, passing = []) => {
  const left = new Set([...passing, ...(WITHOUT_EVENT[objectType] ?? [])]);
  const isSame = (name: string) => isDeepStrictEqual(told[name] ?? null, is[name] ?? null);
  return [...new Set([...Object.keys(told), ...Object.keys(is)])]
    .filter((name) => !left.has(name) && !isSame(name))
    .map((name) => ({ objectId, type, name, told: told[name], is: is[name] }));
};
