// The movements of each day's book, recorded from the changes of payments and refunds. A row is written whole
// and without a condition: whoever records a movement again writes the same.
import { cardFields } from '#domain/settlement/agreement.ts';
import { type Movement, movementFields } from '#domain/settlement/movement.ts';
import { settlementId } from '#domain/settlement/settlement.ts';
import { optional, text, type ValueOf } from '#domain/shape.ts';
import { commit } from '../table/commit.ts';
import { movementKey, movementsPartition, timeSort } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { newItem, row, type Stored } from '../table/row.ts';
import { everyPage, queryChildren } from '../table/table.ts';

const fields = () => ({
  ...movementFields(),
  ...cardFields(),
  /** Present if the rows of payment and refund do not have the movement (any more). */
  removedAt: optional(text),
});
type MovementRow = ValueOf<typeof fields>;
export type MovementItem = Movement & Stored;

const MOVEMENT = /* @__PURE__ */ row<MovementRow>('movement', fields);

export const movementKind = () =>
  ({
    keys: [movementKey('{m}', '{settlement}', timeSort('{instant}', '{id}'))],
    readBy: 'settlement',
    grants: { movement: 'the movements of each day’s book' },
    events: 'nothing: its day tells its sums',
    read: MOVEMENT.find,
  }) satisfies Kind;

/** Repeatable. */
export async function recordMovement(movement: MovementRow): Promise<void> {
  const key = movementKey(movement.merchantId, settlementId(movement), timeSort(movement.at, movement.id));
  const item = newItem(key, MOVEMENT.attributes(movement));
  await commit([{ what: 'movement', kind: 'put', item }]);
}

const isLeft = ({ removedAt }: MovementRow) => removedAt === undefined;

type DayBook = { merchantId: string; id: string };
const ROWS_PER_READ = 1000;

/** All movements of a day, the last first. */
export async function* movementPages({ merchantId, id }: DayBook): AsyncGenerator<MovementItem[]> {
  const wanted = { partition: movementsPartition(merchantId, id), limit: ROWS_PER_READ };
  for await (const page of everyPage(queryChildren, wanted)) yield page.map(MOVEMENT.read).filter(isLeft);
}

export const loadMovements = async (book: DayBook) => (await Array.fromAsync(movementPages(book))).flat();

/** A page, the last movement first; `next`: the key of the last one, if there are others. */
export async function listMovements(
  { merchantId, id }: DayBook,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ items: MovementItem[]; next: string | undefined }> {
  const partition = movementsPartition(merchantId, id);
  const found: MovementItem[] = [];
  let startKey = after === undefined ? undefined : movementKey(merchantId, id, after);
  do {
    const page = await queryChildren({ partition, limit: limit + 1, ...(startKey && { startKey }) });
    found.push(...page.items.map(MOVEMENT.read).filter(isLeft));
    startKey = page.lastKey as typeof startKey;
  } while (startKey !== undefined && found.length <= limit);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)?.sk : undefined };
}
