// The standing check of what events show: the last event of an object shows what its GET shows, and each
// event before it what the next one had before, back to the creation. A change without an event is missed.
import { isDeepStrictEqual } from 'node:util';
import type { Event } from '#domain/event/event.ts';
import type { EventObjectType } from '#domain/event/event-type.ts';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import type { Harness } from '../harness.ts';
import { isThorough } from '../thoroughness.ts';

type Shown = Readonly<Record<string, unknown>>;
type ByType<Value> = Readonly<Partial<Record<EventObjectType, Value>>>;

const PATHS: ByType<string> = {
  Payment: '/api/payment/',
  Refund: '/api/Refund/',
  RecurringPayment: '/api/RecurringPayment/',
  Card: '/api/card/',
  Customer: '/api/customer/',
};

/** For what a payment, refund or charge waits changes with each look at the bank. */
const WAITING = ['waitingFor', 'waitingSince', 'waitingCode', 'nextCheckAt'];
/** What GET shows and the table of types has no event for. A field that is not here changes with an event. */
const WITHOUT_EVENT: ByType<readonly string[]> = {
  // Events of its refunds tell what is reserved.
  Payment: [...WAITING, 'reservedAmount', 'refundableAmount'],
  // The other operation is tried if the bank refuses the first one; the end tells which it was.
  Refund: [...WAITING, 'processedAs'],
  // The calendar changes it; a card whose expiry is written is updated.
  Card: ['expiryStatus'],
  RecurringPayment: WAITING,
};
/** A sale of a failed payment that the bank makes after all is given back: events of the refund tell it. */
const LATE_SALE = ['refundedAmount', 'bankReferenceNumber', 'authorizationCode'];
/** What a charge that is at the bank changes, until its event tells how it ended. */
const WHILE_CHARGED: ByType<readonly string[]> = {
  RecurringPayment: [
    ...['nextPaymentDate', 'currentPeriodNumber', 'uncollectedAmount'],
    // Planned terms hold from a period on; their change was told of when it was requested.
    ...['amount', 'endDate', 'maxPaymentCount', 'maxRetryAttempts', 'totalAmountLimit', 'retryIntervalHours'],
    'remainingPaymentCount',
  ],
};

/** `events`: of each object, in order. Returns what differs. */
export async function differencesOf(
  { api, now }: Pick<Harness, 'api' | 'now'>,
  events: Iterable<readonly Event[]>,
): Promise<unknown[]> {
  const keys = new Map<string, string>();
  const asked = new Set<string>();
  const differences: unknown[] = [];
  for (const own of events) {
    differences.push(...brokenLinks(own));
    const last = own.at(-1);
    // In CI each object is asked for, elsewhere one for each type of the last event.
    if (last === undefined || (asked.has(last.type) && !isThorough)) continue;
    asked.add(last.type);
    const { merchantId, objectId, data } = last;
    const key = keys.get(merchantId) ?? (await issueKey(merchantId, now())).apiKey;
    keys.set(merchantId, key);
    const { status, shown } = await showNow(api, last, key);
    const isGone = last.type.endsWith('.deleted');
    // A temporary card ends by time alone.
    if (status === 404 && data.object['isTemporary'] === true) continue;
    if (status !== (isGone ? 404 : 200)) differences.push({ objectId, type: last.type, status });
    else if (!isGone) differences.push(...compared(last, data.object, shown));
  }
  return differences;
}

/** A page is looked for among those of its order: its address is in no event and not in the table. */
async function showNow(api: Harness['api'], { objectType, objectId, data: { object } }: Event, key: string) {
  const path = PATHS[objectType];
  if (path !== undefined) {
    const { status, json } = await api<Shown>('GET', `${path}${objectId}`, { key });
    return { status, shown: json.data };
  }
  const order = encodeURIComponent(String(object['orderNumber']));
  const list = `/api/payment/hostedpage?limit=100&orderNumber=${order}`;
  const { status, json } = await api<{ items: Shown[] }>('GET', list, { key });
  const shown = json.data?.items.find(({ id }) => id === objectId);
  // Of its payment the list has the reference only.
  return { status: shown === undefined ? 404 : status, shown: { ...shown, payment: object['payment'] } };
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
const BEGUN: ByType<readonly unknown[]> = {
  Payment: ['Processing'],
  HostedPage: ['Open', 'Processing', 'Expired'],
};
function isBeginning({ objectType, data: { previous } }: Event): boolean {
  const { status, state = status } = previous;
  return Object.keys(previous).length === 0 || (BEGUN[objectType] ?? []).includes(state);
}

type Compared = (event: Event, told: Shown, is: Shown, passing?: readonly string[]) => unknown[];
const compared: Compared = ({ objectType, objectId, type }, told, is, passing = []) => {
  const late = type === 'payment.failed' ? LATE_SALE : [];
  const left = new Set([...passing, ...late, ...(WITHOUT_EVENT[objectType] ?? [])]);
  const isSame = (name: string) => isDeepStrictEqual(told[name] ?? null, is[name] ?? null);
  return [...new Set([...Object.keys(told), ...Object.keys(is)])]
    .filter((name) => !left.has(name) && !isSame(name))
    .map((name) => ({ objectId, type, name, told: told[name], is: is[name] }));
};
