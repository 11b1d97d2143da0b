// The work that all list endpoints share: reads the cursor and one page of rows, and writes the next cursor.
import { defined } from '#domain/defined.ts';
import { Rejection } from '#domain/rejection.ts';
import { readCursor, writeCursor } from '#store/table/cursor.ts';
import { instantAt, type ListRequest, listPage } from '#store/table/list.ts';
import type { Item } from '#store/table/table.ts';
import type { Caller } from './caller.ts';

type ListCall = {
  caller: Caller;
  now: Date;
  /** The endpoint's name. The cursor is bound to it and to `filters`. */
  name: string;
  filters: Record<string, unknown>;
  limit: number;
  cursor: string | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** The caller did not say `startMs`: the answer tells how far back the list goes. */
  hasOwnSpan?: boolean;
};
type ListPlan<Value> = Pick<ListRequest<Value>, 'index' | 'partition' | 'read' | 'sifts' | 'keeps' | 'most'>;

/** `told`: what the answer says beside its items. */
type ListAnswer<Value> = { items: Value[]; told: { nextCursor: string | null; searchedUntil?: string } };

/** A list ends at the merchant's first month. Throws CURSOR_INVALID. */
export async function listRows<Value>(call: ListCall, plan: ListPlan<Value>): Promise<ListAnswer<Value>> {
  const { limit, cursor } = call;
  const owner = ownerOf(call);
  const { isWhole, ...span } = spanOf(call);
  const { items, next, isCut } = await listPage({
    ...plan,
    ...span,
    limit,
    after: cursor === undefined ? undefined : readCursor(cursor, owner),
  });
  if (next === undefined) {
    const isShort = call.hasOwnSpan && !isWhole;
    return { items, told: { nextCursor: null, ...(isShort && { searchedUntil: span.from }) } };
  }
  const nextCursor = writeCursor(next, owner);
  return { items, told: { nextCursor, ...(isCut && { searchedUntil: instantAt(next) }) } };
}

const ownerOf = ({ caller, name, filters }: ListCall) => ({
  digestKey: caller.digestKey,
  list: JSON.stringify([name, filters]),
});

type ListOrder<Value> = {
  /** So many rows are read, for each page again. */
  most: number;
  /** Sorts the value, and is its own; undefined: the value is left out. */
  positionOf(value: Value): string | undefined;
};

/** A list in an order that no index has, the first ones first. Throws LIST_TOO_LONG, CURSOR_INVALID. */
export async function listOrdered<Value>(
  call: ListCall,
  plan: ListPlan<Value>,
  { most, positionOf }: ListOrder<Value>,
): Promise<ListAnswer<Value>> {
  const after = call.cursor === undefined ? '' : readCursor(call.cursor, ownerOf(call));
  const { isWhole: _, ...span } = spanOf(call);
  // With a filter the rows are read in parts.
  const keeps = plan.keeps ?? (() => true);
  const all = await listPage({ ...plan, ...span, keeps, most: most + 1, limit: most, after: undefined });
  if (all.next !== undefined) throw new Rejection('LIST_TOO_LONG', { mostRows: most });
  // A row that changed its partition meanwhile is in both.
  const placed = new Map(all.items.map((value) => [positionOf(value), value]));
  const positions = [...placed.keys()]
    .filter((position) => position !== undefined && position > after)
    .sort();
  const shown = positions.slice(0, call.limit);
  const last = positions.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.flatMap((position) => placed.get(position) ?? []),
    told: { nextCursor: last === undefined ? null : writeCursor(last, ownerOf(call)) },
  };
}

/** The instants between which rows are listed, both included: none is older than the merchant. */
function spanOf({ caller, now, startMs, endMs }: ListCall) {
  const first = `${caller.since}-01T00:00:00.000Z`;
  const start = startMs === undefined ? first : new Date(startMs).toISOString();
  const to = new Date(Math.min(endMs ?? now.getTime(), now.getTime())).toISOString();
  return { from: start > first ? start : first, to, isWhole: start <= first };
}

/** The filters of a list, one predicate for each, for use if the index does not cover it. */
export type Filters<Value, Wanted> = {
  readonly [Name in keyof Wanted]-?: (value: Value, wanted: NonNullable<Wanted[Name]>) => boolean;
};

/** The filters by fields that must equal what is wanted. */
export const equal = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, (value: FilterFields<Name>, wanted: unknown) => value[name] === wanted]),
  ) as Record<Name, (value: FilterFields<Name>, wanted: unknown) => boolean>;
type FilterFields<Name extends string> = { readonly [One in Name]?: unknown };

/** Applies these filters; undefined if none of them is wanted. */
export function judgeOf<Value, Wanted extends object>(
  filters: Filters<Value, Wanted>,
  wanted: Wanted,
  names = Object.keys(filters) as (keyof Wanted)[],
): ((value: Value) => boolean) | undefined {
  const asked = names.filter((name) => wanted[name] !== undefined);
  if (asked.length === 0) return undefined;
  return (value) => asked.every((name) => filters[name](value, wanted[name] as never));
}

type CoveringIndex<Wanted> = {
  index: ListRequest<unknown>['index'];
  /** The filters that the index covers. */
  answered: readonly (keyof Wanted)[];
  /** Those by what no index holds: it changes in a row, or would make each index longer. */
  notHeld: readonly (keyof Wanted)[];
};

/** The remaining filters: by what the index holds of a row, as far as possible, and by the rows. */
export function filtersOf<Value, Wanted extends object>(
  filters: Filters<Value, Wanted>,
  wanted: Wanted,
  { index, answered, notHeld }: CoveringIndex<Wanted>,
): Pick<ListRequest<Value>, 'sifts' | 'keeps'> {
  const isHeld = index === 'list' || index === 'status';
  const left = (Object.keys(filters) as (keyof Wanted)[]).filter((name) => !answered.includes(name));
  const [byRow, byEntry] = [true, false].map((changes) =>
    judgeOf(
      filters,
      wanted,
      left.filter((name) => (!isHeld || notHeld.includes(name)) === changes),
    ),
  );
  const sifts = byEntry && ((entry: Item) => byEntry(entry as Value));
  return defined({ sifts, keeps: byRow });
}
