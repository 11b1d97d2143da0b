// The work that all list endpoints share: reads the cursor and one page of rows, and writes the next cursor.
import { readCursor, writeCursor } from '#store/table/cursor.ts';
import type { ListPage, ListRequest } from '#store/table/list.ts';
import { listPage } from '#store/table/list.ts';
import { type Caller, listShardsOf } from './caller.ts';

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
};
type Plan<Value> = Pick<
  ListRequest<Value>,
  'index' | 'partitionOf' | 'also' | 'isBucketed' | 'read' | 'keeps'
>;

/** A list ends at the merchant's first month. Throws CURSOR_INVALID. */
export async function listRows<Value>(call: ListCall, plan: Plan<Value>): Promise<ListPage<Value>> {
  const { caller, filters, limit, cursor, now } = call;
  const owner = { digestKey: caller.digestKey, list: JSON.stringify([call.name, filters]) };
  const first = `${caller.since}-01T00:00:00.000Z`;
  const from = call.startMs === undefined ? first : new Date(call.startMs).toISOString();
  const page = await listPage({
    ...plan,
    shards: listShardsOf(caller),
    from: from > first ? from : first,
    to: new Date(Math.min(call.endMs ?? now.getTime(), now.getTime())).toISOString(),
    limit,
    after: cursor === undefined ? undefined : readCursor(cursor, owner),
  });
  return { items: page.items, next: page.next === undefined ? undefined : writeCursor(page.next, owner) };
}

/** The filters of a list, one predicate for each, for use if the index does not cover it. */
export type Filters<Value, Wanted> = {
  readonly [Name in keyof Wanted]-?: (value: Value, wanted: NonNullable<Wanted[Name]>) => boolean;
};

/**
 * `keeps` applies the remaining filters; absent if there are none. `answered`: the filters that the index
 * covers.
 */
export function keepsOf<Value, Wanted extends object>(
  filters: Filters<Value, Wanted>,
  wanted: Wanted,
  answered: readonly (keyof Wanted)[],
): { keeps?: (value: Value) => boolean } {
  const names = Object.keys(filters) as (keyof Wanted)[];
  const asked = names.filter((name) => !answered.includes(name) && wanted[name] !== undefined);
  if (asked.length === 0) return {};
  return { keeps: (value) => asked.every((name) => filters[name](value, wanted[name] as never)) };
}
