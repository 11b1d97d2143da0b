// The standing check of events: what merchants could read at the end of a journey is what its events tell. A
// change that is made at a place without events is missed here.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { Event } from '#domain/event/event.ts';
import { pageMark } from '#domain/payment/hosted-page.ts';
import { readEvent } from '#store/event/event.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import type { Harness } from '../harness.ts';
import { isThorough } from '../thoroughness.ts';
import { differencesOf } from './shown-events.ts';

const TOLD: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  PAYMENT: {
    Successful: 'payment.succeeded',
    Failed: 'payment.failed',
    Cancelled: 'payment.cancelled',
    PartiallyRefunded: 'payment.partially_refunded',
    FullyRefunded: 'payment.refunded',
  },
  REFUND: {
    Pending: 'refund.requested',
    Processing: 'refund.processing',
    Completed: 'refund.completed',
    Failed: 'refund.failed',
    Rejected: 'refund.rejected',
  },
  PAGE: { Paid: 'hosted_page.paid', Failed: 'hosted_page.failed' },
};
/** Of recurring payments: the states that are entered by an event of their own. */
const STANDING: Readonly<Record<string, string>> = {
  PastDue: 'recurring_payment.past_due',
  Unpaid: 'recurring_payment.unpaid',
  Paused: 'recurring_payment.paused',
  Cancelled: 'recurring_payment.cancelled',
  Completed: 'recurring_payment.completed',
};

/** The journeys at whose end events are compared. */
const JOURNEYS = [
  ...['states', 'recurring-plans', 'merchant/metadata'],
  ...(isThorough ? ['recurring-refunds', 'hosted-page', 'bank-outage', 'sealed-cards'] : []),
  ...(isThorough ? ['one-sale-per-order', 'recurring-outage'] : []),
].map((name) => `/test/journeys/${name}.test.ts`);
export const isToldOf = (file = ''): boolean => JOURNEYS.some((journey) => file.endsWith(journey));

/** Compares every object of every merchant with its events, and each attempt with its own. */
export async function expectAllTold(harness: Harness): Promise<void> {
  const { service } = harness;
  await service.timeline.moveTo(service.clock.nowMs());
  const rows = await everyRow();
  // The engine may keep stream records of the tables of earlier files: they are of no row of this one.
  const keys = new Set(rows.map(({ pk }) => pk));
  const failed = service.stream?.failed.map(({ record }) => record.dynamodb.Keys['pk']?.S ?? '') ?? [];
  expect(failed.filter((pk) => keys.has(pk))).toEqual([]);
  const events = Map.groupBy(
    rows.filter(({ sk }) => sk === 'EVENT').map(readEvent),
    ({ objectId }) => objectId,
  );
  const eventsOf = (id: unknown) =>
    (events.get(String(id)) ?? []).sort(
      (one, other) => one.sequence - other.sequence || one.ordinal - other.ordinal,
    );
  const differing = rows.flatMap((row) => {
    const { told, is } = comparisonOf(row, rows, eventsOf);
    return JSON.stringify(told) === JSON.stringify(is) ? [] : [{ row: row.pk, told, is }];
  });
  expect(differing.slice(0, 2)).toEqual([]);
  const owners = new Set(rows.flatMap(({ sk, merchantId }) => (sk === 'EVENT' ? [] : [merchantId])));
  const own = [...events].filter(([, [first]]) => owners.has(first?.merchantId)).map(([id]) => eventsOf(id));
  expect((await differencesOf(harness, own)).slice(0, 2)).toEqual([]);
}

type Comparison = { told: unknown; is: unknown };
type EventsOf = (id: unknown) => Event[];
const SAME: Comparison = { told: undefined, is: undefined };

function comparisonOf(row: Item, rows: readonly Item[], eventsOf: EventsOf): Comparison {
  const last = (id: unknown) => eventsOf(id).at(-1)?.type;
  switch (row.sk) {
    case 'PAYMENT':
      return ofPayment(row, rows, eventsOf);
    case 'REFUND':
      return { told: last(row['refundId']), is: TOLD[row.sk]?.[String(row['status'])] };
    case 'PAGE':
      if (row['purpose'] !== undefined || row['merchantId'] === undefined) return SAME;
      return { told: last(pageMark(String(row['tokenDigest']))), is: TOLD[row.sk]?.[String(row['state'])] };
    case 'CUSTOMER':
      return ofErasable(row, 'customer', 'erasedAt', eventsOf);
    case 'CARD':
      return ofErasable(row, 'card', 'deletedAt', eventsOf);
    case 'RECURRING':
      return ofRecurringPayment(row, rows, eventsOf);
    default:
      return SAME;
  }
}

const GIVEN_BACK = ['payment.partially_refunded', 'payment.refunded', 'payment.cancelled'];
/** The status is told, and each refund that the bank has completed. */
function ofPayment(row: Item, rows: readonly Item[], eventsOf: EventsOf): Comparison {
  const reference = row['paymentReferenceNumber'];
  const types = eventsOf(reference).map(({ type }) => type);
  const refunds = rows.filter(
    ({ sk, transactionId, status, isOfLateSale }) =>
      sk === 'REFUND' && transactionId === reference && status === 'Completed' && !isOfLateSale,
  );
  return {
    told: [types.at(-1), types.filter((type) => GIVEN_BACK.includes(type)).length],
    is: [TOLD['PAYMENT']?.[String(row['status'])], refunds.length],
  };
}

/** Created once, deleted if it is erased, and at its last instant of change. */
function ofErasable(row: Item, noun: string, erasedAt: string, eventsOf: EventsOf): Comparison {
  const events = eventsOf(row['id']);
  const countOf = (what: string) => events.filter(({ type }) => type === `${noun}.${what}`).length;
  const isErased = row[erasedAt] !== undefined;
  const shown = events.at(-1)?.data.object;
  return {
    told: [countOf('created'), countOf('deleted'), isErased || shown?.['updatedAt']],
    is: [1, isErased ? 1 : 0, isErased || row['updatedAt']],
  };
}

type Attempt = { result: { status: string } };
/** Each attempt that has ended is an event, and the status that the row has was entered by one. */
function ofRecurringPayment(row: Item, rows: readonly Item[], eventsOf: EventsOf): Comparison {
  const { id, standing } = row['record'] as { id: string; standing: { status: string } };
  const events = eventsOf(id);
  const toldAs = (what: string) =>
    events.filter(({ type }) => type === `recurring_payment.${what}`).map(({ data }) => data.attempt?.['id']);
  const attempts = rows.filter(({ pk, sk }) => pk === row.pk && sk.startsWith('ATTEMPT#'));
  const endedAs = (status: string) =>
    attempts
      .filter((one) => !one['isHeld'] && (one['attempt'] as Attempt).result.status === status)
      .map((one) => one['id'])
      .sort();
  const charged = toldAs('charged').sort();
  // A sale that arrives late makes a success of an attempt that has failed.
  const failed = toldAs('charge_failed').filter((one) => !charged.includes(one));
  const entered = events.filter(({ type }) => Object.values(STANDING).includes(type)).at(-1)?.type;
  const isStanding = STANDING[standing.status] !== undefined;
  return {
    told: [toldAs('created').length, charged, failed.sort(), isStanding && entered],
    is: [1, endedAs('Succeeded'), endedAs('Failed'), isStanding && STANDING[standing.status]],
  };
}

async function everyRow(): Promise<Item[]> {
  const rows: Item[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({
        ...{ TableName: tableName(), ConsistentRead: true },
        ...(startKey && { ExclusiveStartKey: startKey }),
      }),
    );
    rows.push(...((page.Items ?? []) as Item[]));
    startKey = page.LastEvaluatedKey;
  } while (startKey !== undefined);
  return rows;
}
