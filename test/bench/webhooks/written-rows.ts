// Reports every row that the functions write as a whole, after the write, and every write that failed.
import type { Key } from '#store/table/keys.ts';
import { type Item, table } from '#store/table/table.ts';

type Input = {
  Item?: Item;
  Key?: Key;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
  TransactItems?: { Put?: Input; Update?: Input }[];
};
/** `item` is the row of a put; an update changes the row of `key`. */
type Written = { key: Key; item: Item | undefined; isTransaction: boolean };

type Watcher = (written: readonly Written[], isDone: boolean) => void;
const watchers = new Set<Watcher>();

/** Calls the watcher for each write until the returned function is called. */
export function watchWrites(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function writtenBy({ TransactItems, Item: item, Key: key, UpdateExpression: update }: Input): Written[] {
  if (TransactItems) {
    const each = TransactItems.flatMap(({ Put, Update }) => writtenBy(Put ?? Update ?? {}));
    return each.map((one) => ({ ...one, isTransaction: true }));
  }
  if (item) return [{ key: { pk: item.pk, sk: item.sk }, item, isTransaction: false }];
  return key && update !== undefined ? [{ key, item: undefined, isTransaction: false }] : [];
}

table.middlewareStack.add(
  (next) => async (args) => {
    const written = watchers.size === 0 ? [] : writtenBy(args.input as Input);
    if (written.length === 0) return await next(args);
    const tell = (isDone: boolean) => {
      for (const watcher of watchers) watcher(written, isDone);
    };
    try {
      const output = await next(args);
      tell(true);
      return output;
    } catch (error) {
      tell(false);
      throw error;
    }
  },
  { step: 'initialize', name: 'written rows' },
);
