// DynamoDB accepts one operation on a row in a transaction, so two updates of the same row are joined.
import type { UpdateWrite, Write } from './write-request.ts';

/** In the order of the first update of each row. All conditions must hold; their values differ in name. */
export function joinUpdates(writes: readonly Write[]): Write[] {
  const joined = new Map<string, Write>();
  for (const write of writes) {
    const { pk, sk } = write.kind === 'put' ? write.item : write.key;
    const name = JSON.stringify([pk, sk]);
    const before = joined.get(name);
    if (before === undefined) joined.set(name, write);
    else if (before.kind === 'update' && write.kind === 'update') joined.set(name, both(before, write));
    else throw new Error(`A transaction has two writes of one row: ${before.what} and ${write.what}.`);
  }
  return [...joined.values()];
}

function both(first: UpdateWrite, second: UpdateWrite): UpdateWrite {
  const [one, other] = [first.condition, second.condition];
  return {
    ...first,
    set: { ...first.set, ...second.set },
    remove: [...(first.remove ?? []), ...(second.remove ?? [])],
    addTo: { ...first.addTo, ...second.addTo },
    takeFrom: { ...first.takeFrom, ...second.takeFrom },
    add: { ...first.add, ...second.add },
    condition: {
      expression: `(${one.expression}) AND (${other.expression})`,
      values: { ...one.values, ...other.values },
    },
  };
}
