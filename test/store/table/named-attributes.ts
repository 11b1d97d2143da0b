// Watches which attributes of which rows the writes name, except those that they only set.
import { table } from '#store/table/table.ts';

type Update = {
  Key?: { sk: string };
  Item?: { sk: string };
  UpdateExpression?: string;
  ConditionExpression?: string;
};
type Input = { TransactItems?: Record<string, Update>[] } & Update;

/** A row, and an attribute that a condition names, or that is removed, added to or taken from. */
type Named = { sk: string; name: string };

/** Runs the work, and returns what its writes name. */
export async function namedBy(work: () => Promise<unknown>): Promise<Named[]> {
  const named: Named[] = [];
  const name = 'named attributes';
  table.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems, ...alone } = args.input as Input;
      const writes = TransactItems?.flatMap((all) => Object.values(all)) ?? [alone];
      for (const { Key, Item, UpdateExpression = '', ConditionExpression = '' } of writes) {
        const notSet = UpdateExpression.replace(/^SET .*?(?= REMOVE | ADD | DELETE |$)/, '');
        const { sk = '' } = Key ?? Item ?? {};
        for (const [, found = ''] of `${notSet} ${ConditionExpression}`.matchAll(/#(\w+)/g)) {
          named.push({ sk, name: found });
        }
      }
      return await next(args);
    },
    { step: 'initialize', name },
  );
  await work();
  table.middlewareStack.remove(name);
  return named;
}
