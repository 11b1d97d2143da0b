// The standing check of the content of events: the last event of an object equals its GET, and each earlier
// event equals the previous values of its successor, back to the creation. A change without an event fails.
import { isDeepStrictEqual } from 'node:util';
import { showApiKey } from '#contract/event/api-key.ts';
import type { Event } from '#domain/event/event.ts';
import type { EventObjectType } from '#domain/event/event-type.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { currentPosOf } from '#store/virtual-pos.ts';
import { issueKey, keysOf } from '../../../lib/operator/onboarding.ts';
import type { Harness } from './open-harness.ts';

type Shown = Readonly<Record<string, unknown>>;
type ByType<Value> = Readonly<Partial<Record<EventObjectType, Value>>>;

const PATHS: ByType<string> = {
  Payment: '/api/payment/',
  Refund: '/api/Refund/',
  RecurringPayment: '/api/RecurringPayment/',
  Card: '/api/card/',
  Customer: '/api/customer/',
  Webhook: '/api/webhook/',
};

/** The fields about waiting change with each inquiry at the bank. */
const WAITING = ['waitingFor', 'waitingSince', 'waitingCode', 'nextCheckAt'];
/** Fields of a GET that change without an event. Any other field changes with an event. */
const WITHOUT_EVENT: ByType<readonly string[]> = {
  // The reserved amount changes with the events of its refunds; a note is told by calls alone; a capture or
  // release that is under way is told by its end.
  Payment: [...WAITING, 'reservedAmount', 'refundableAmount', 'note', 'authorization'],
  // The other operation is tried if the bank refuses the first one; the last event has the final one.
  // No event tells a name.
  Refund: [...WAITING, 'processedAs', 'processedReason', 'requestedByName', 'decidedByName'],
  HostedPage: ['createdByName'],
  // The status changes with the calendar; a new expiry is an update of the card.
  Card: ['expiryStatus'],
  RecurringPayment: WAITING,
  // A rotation ends the old key; its end is announced.
  ApiKey: ['expiresAt'],
  // An operator tells the bank of the virtual POS.
  InstallmentTable: ['bankCode', 'families', 'unconfirmedFamilies'],
  Settlement: ['bankCode'],
  // They change with deliveries; the state also with an event, if the merchant or an operator changes it.
  Webhook: [
    'state',
    'failingSince',
    'nextTryAt',
    'waitingCount',
    'lastSuccessAt',
    'disabledAt',
    'disabledReason',
  ],
};
/** Fields that a late sale of a failed payment changes: it is given back with the events of a refund. */
const LATE_SALE = ['refundedAmount', 'bankReferenceNumber', 'authorizationCode'];
/** Fields that change while a charge is at the bank, before the event of its outcome. */
const WHILE_CHARGED: ByType<readonly string[]> = {
  RecurringPayment: [
    'nextPaymentDate',
    'currentPeriodNumber',
    'uncollectedAmount',
    // Planned terms begin with a period; their event was recorded when the change was requested.
    'amount',
    'endDate',
    'maxPaymentCount',
    'maxRetryAttempts',
    'totalAmountLimit',
    'retryIntervalHours',
    'remainingPaymentCount',
  ],
};

/**
 * Returns the differences. `events` are the events of each object, in order. Unless `isWhole`, one object is
 * read for each type of the last event.
 */
export async function differencesOf(
  { api, now }: Pick<Harness, 'api' | 'now'>,
  events: Iterable<readonly Event[]>,
  isWhole: boolean,
): Promise<unknown[]> {
  const keys = new Map<string, string>();
  const asked = new Set<string>();
  const differences: unknown[] = [];
  for (const own of events) {
    differences.push(...brokenLinks(own));
    const last = own.at(-1);
    if (last === undefined || (asked.has(last.type) && !isWhole)) continue;
    asked.add(last.type);
    const { merchantId, objectId, data } = last;
    const key = keys.get(merchantId) ?? (await issueKey(merchantId, now())).apiKey;
    keys.set(merchantId, key);
    const { status, shown } = await showNow(api, last, key);
    const isGone = last.type.endsWith('.deleted');
    if (status === 404 && endsSilently(last, now())) continue;
    if (status !== (isGone ? 404 : 200)) differences.push({ objectId, type: last.type, status });
    else if (!isGone) differences.push(...compared(last, data.object, shown));
  }
  return differences;
}

/** A temporary card expires without an event, and the row of a page ends after thirteen months. */
const endsSilently = ({ objectType, data: { object } }: Event, now: Date) =>
  object['isTemporary'] === true ||
  (objectType === 'HostedPage' && Date.parse(String(object['createdAt'])) < now.getTime() - 390 * DAY_MS);

/**
 * A page is found by its order: its address is neither in an event nor in the table. A key has no GET, but
 * operators list it.
 */
async function showNow(
  api: Harness['api'],
  { merchantId, objectType, objectId, data: { object } }: Event,
  key: string,
) {
  if (objectType === 'ApiKey') {
    const found = (await keysOf(merchantId)).find(({ keyId }) => keyId === objectId);
    return { status: found ? 200 : 404, shown: found ? showApiKey(found) : {} };
  }
  // The event alone tells it.
  if (objectType === 'CardTesting') return { status: 200, shown: object };
  if (objectType === 'InstallmentTable') {
    // The GET shows the table of the current virtual POS only.
    const merchant = await loadMerchant(merchantId);
    if (merchant === undefined || currentPosOf(merchant) !== objectId) return { status: 200, shown: object };
    const { status, json } = await api<Shown>('GET', '/api/installment/table', { key });
    return { status, shown: json.data };
  }
  if (objectType === 'Settlement') {
    const list = `/api/settlement?limit=100&date=${String(object['date'])}`;
    const { status, json } = await api<{ items: Shown[] }>('GET', list, { key });
    const shown = json.data?.items.find(({ id }) => id === objectId);
    return { status: shown === undefined ? 404 : status, shown: shown ?? {} };
  }
  const path = PATHS[objectType];
  if (path !== undefined) {
    const { status, json } = await api<Shown>('GET', `${path}${objectId}`, { key });
    return { status, shown: json.data };
  }
  const order = encodeURIComponent(String(object['orderNumber']));
  const list = `/api/payment/hostedpage?limit=100&orderNumber=${order}`;
  const { status, json } = await api<{ items: Shown[] }>('GET', list, { key });
  const shown = json.data?.items.find(({ id }) => id === objectId);
  // The list has only the reference of the payment.
  return { status: shown === undefined ? 404 : status, shown: { ...shown, payment: object['payment'] } };
}

/** Compares each event with its predecessor, and the first one with the creation. */
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

/** A payment and its page begin without an event; all other objects have an event of their first row. */
const BEGUN: ByType<readonly unknown[]> = {
  Payment: ['Processing'],
  HostedPage: ['Open', 'Processing', 'Expired'],
  Settlement: ['Open'],
};
function isBeginning({ objectType, data: { previous } }: Event): boolean {
  const { status, state = status } = previous;
  return Object.keys(previous).length === 0 || (BEGUN[objectType] ?? []).includes(state);
}

type Compared = (event: Event, recorded: Shown, is: Shown, passing?: readonly string[]) => unknown[];
const compared: Compared = ({ objectType, objectId, type }, recorded, is, passing = []) => {
  const late = objectType === 'Payment' && recorded['status'] === 'Failed' ? LATE_SALE : [];
  const left = new Set([...passing, ...late, ...(WITHOUT_EVENT[objectType] ?? [])]);
  const isSame = (name: string) => isDeepStrictEqual(recorded[name] ?? null, is[name] ?? null);
  return [...new Set([...Object.keys(recorded), ...Object.keys(is)])]
    .filter((name) => !left.has(name) && !isSame(name))
    .map((name) => ({ objectId, type, name, recorded: recorded[name], is: is[name] }));
};
