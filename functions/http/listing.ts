// The work that all list endpoints share: reads the cursor and one page of rows, and writes the next cursor.
import { defined } from '#domain/defined.ts';
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
type ListPlan<Value> = Pick<ListRequest<Value>, 'index' | 'partition' | 'read' | 'sifts' | 'keeps'>;

/** `told`: what the answer says beside its items. */
type ListAnswer<Value> = { items: Value[]; told: { nextCursor: string | null; searchedUntil?: string } };

/** A list ends at the merchant's first month. Throws CURSOR_INVALID. */
export async function listRows<Value>(call: ListCall, plan: ListPlan<Value>): Promise<ListAnswer<Value>> {
  const { caller, filters, limit, cursor, now } = call;
  const owner = { digestKey: caller.digestKey, list: JSON.stringify([call.name, filters]) };
  const first = `${caller.since}-01T00:00:00.000Z`;
  const start = call.startMs === undefined ? first : new Date(call.startMs).toISOString();
  const from = start > first ? start : first;
  const { items, next, isCut } = await listPage({
    ...plan,
    from,
    to: new Date(Math.min(call.endMs ?? now.getTime(), now.getTime())).toISOString(),
    limit,
    after: cursor === undefined ? undefined : readCursor(cursor, owner),
  });
  if (next === undefined) {
    const isShort = call.hasOwnSpan && from > first;
    return { items, told: { nextCursor: null, ...(isShort && { searchedUntil: from }) } };
  }
  const nextCursor = writeCursor(next, owner);
  return { items, told: { nextCursor, ...(isCut && { searchedUntil: instantAt(next) }) } };
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
