// The differences between the books of the service and of a bank. A difference stays open until a later
// comparison agrees or an operator closes it (reconciliation.md 3).
import { isDeepStrictEqual } from 'node:util';
import { defined } from '#domain/defined.ts';
import { CURRENCIES } from '#domain/money.ts';
import {
  DIFFERENCES,
  sumsFields,
  type ToldDifference,
  unknownRefundFields,
} from '#domain/reconciliation/difference.ts';
import { listOf, natural, object, oneOf, optional, text, type ValueOf } from '#domain/shape.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { writeToldDifference } from './payment/payment-writes.ts';
import { changeOrCreate, commit, type Write } from './table/commit.ts';
import { commitWithRetry } from './table/commit-retry.ts';
import { brokenIn, type Invariants, reviewOf } from './table/invariants.ts';
import {
  DIFFERENCE_SORTS,
  DIFFERENCES_PARTITION,
  differenceAttributes,
  isUnnamedSale,
  reconciliationKey,
  reconciliationPartition,
  timeSort,
} from './table/keys.ts';
import { type Kind, reviewEntry } from './table/kind.ts';
import { endsAt, loadRow, moneyRow, type Stored } from './table/row.ts';
import { countIndex, everyPage, type Item, queryChildren, queryIndex } from './table/table.ts';

export type DifferenceItem = Stored & Difference;

const REMOVED_BY_OPENING = ['closedAt', 'closedBy', 'reason', 'expiresAtSeconds'];

const INVARIANTS: Invariants<Difference> = {
  kind: ({ state, kind }) => state !== 'Open' || kind !== undefined,
  closed: ({ state, closedAt }) => (state === 'Closed') === (closedAt !== undefined),
};

const differenceFields = () => ({
  merchantId: text,
  paymentReferenceNumber: text,
  bankOrderId: text,
  currency: oneOf(CURRENCIES),
  /** `Postponed`: the order could not be compared, and is compared again. */
  state: oneOf(['Open', 'Postponed', 'Closed']),
  /** Number of postponements. */
  postponements: natural,
  /** Absent while the comparison is only postponed. */
  kind: optional(oneOf(DIFFERENCES)),
  ours: optional(object(sumsFields())),
  bank: optional(object(sumsFields())),
  /** What the bank has given back and none of our references names; absent if it has not given back more. */
  refunds: optional(listOf(object(unknownRefundFields()))),
  /** ISO. */
  since: text,
  closedAt: optional(text),
  /** Absent if a later comparison closed it. */
  closedBy: optional(text),
  reason: optional(text),
});
export type Difference = ValueOf<typeof differenceFields>;

const DIFFERENCE = /* @__PURE__ */ moneyRow<Difference>('difference', INVARIANTS, differenceFields);

export const differenceKind = () =>
  ({
    keys: [reconciliationKey('{m}', '{payment}')],
    readBy: 'reconciliation, people',
    indexes: { due: [[DIFFERENCES_PARTITION, timeSort('{instant}', '{payment}')], reviewEntry('{payment}')] },
    indexGrants: { difference: [DIFFERENCES_PARTITION, 'open differences between us and a bank'] },
    events: 'nothing: operators read it',
    read: DIFFERENCE.find,
    brokenIn: brokenIn(DIFFERENCE),
  }) satisfies Kind;

export const loadDifference = (merchantId: string, paymentReferenceNumber: string) =>
  loadRow(DIFFERENCE, reconciliationKey(merchantId, paymentReferenceNumber));

/** A closed row is kept this long: a mere postponement for a day, a difference for more than a year. */
export const KEPT_MS = { postponed: DAY_MS, difference: 400 * DAY_MS };

/** The next state of a difference, which its payment tells; false if another process has changed it. */
export async function saveDifference(before: DifferenceItem | undefined, difference: Difference) {
  const [told, tells] = [toldOf(before), toldOf(difference)];
  const writes = [
    writeDifference(before, difference),
    ...(isDeepStrictEqual(told, tells) ? [] : [writeToldDifference(difference, tells)]),
  ];
  return (await commitWithRetry(() => commit(writes))).kind === 'committed';
}

/** What the payment tells of it: nothing unless it is open. */
export function toldOf(difference: Difference | undefined): ToldDifference | undefined {
  const { state, kind, since = '', bank, refunds } = difference ?? {};
  return state === 'Open' && kind && bank ? { kind, since, bank, ...defined({ refunds }) } : undefined;
}

/** The difference's own row, in a transaction that writes the payment too. */
export function writeDifference(before: DifferenceItem | undefined, difference: Difference): Write {
  const { merchantId, paymentReferenceNumber, state, since, kind, closedAt, refunds } = difference;
  const key = reconciliationKey(merchantId, paymentReferenceNumber);
  const isOpen = state === 'Open';
  // An open difference waits for a person anyway.
  const review = reviewOf(DIFFERENCE, difference, key);
  const place = isOpen ? differenceAttributes(paymentReferenceNumber, since) : review;
  const keptMs = kind === undefined ? KEPT_MS.postponed : KEPT_MS.difference;
  const set = {
    ...DIFFERENCE.attributes(difference),
    ...place,
    ...(closedAt !== undefined && endsAt(Date.parse(closedAt) + keptMs)),
  };
  const left = isOpen ? REMOVED_BY_OPENING : place ? [] : ['duePk', 'dueSk'];
  const removed = [...left, ...(refunds ? [] : ['refunds'])];
  return changeOrCreate('difference', before, key, set, removed);
}

/** A page of a merchant's differences, closed ones too, the last first; `next`: the key of the next page. */
export async function listDifferences(
  merchantId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ items: DifferenceItem[]; next: string | undefined }> {
  const page = await queryChildren({
    partition: reconciliationPartition(merchantId),
    from: DIFFERENCE_SORTS.from,
    limit,
    to: after ?? DIFFERENCE_SORTS.to,
  });
  const items = page.items.filter(({ sk }) => sk !== after).map(DIFFERENCE.read);
  return { items, next: page.lastKey && page.items.at(-1)?.sk };
}

const MOST_COUNTED = 100;
const OPEN = { index: 'due', partition: DIFFERENCES_PARTITION } as const;

/** The number of open differences and unnamed sales of all merchants, 100 at most. */
export async function countOpenDifferences(): Promise<number> {
  return await countIndex(OPEN.index, OPEN.partition, MOST_COUNTED);
}

/** The open differences of all merchants, oldest first. */
export async function listOpenDifferences(): Promise<DifferenceItem[]> {
  return (await openRows()).filter((item) => !isUnnamedSale(item)).map(DIFFERENCE.read);
}

/** Unnamed sales too. */
export async function openRows(): Promise<Item[]> {
  const pages = everyPage(queryIndex, { ...OPEN, limit: MOST_COUNTED, newestFirst: false });
  return (await Array.fromAsync(pages)).flat();
}
