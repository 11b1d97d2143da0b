// The actions of operators by commands, with the identity of each operator (PCI DSS 10.2). A record contains
// the names of the command's options, never their values or secrets.
import { listOf, object, optional, text, type ValueOf } from '#domain/shape.ts';
import { commit, create } from './table/commit.ts';
import { operatorActionKey, operatorActionsPartition, timeSort } from './table/keys.ts';
import type { Kind } from './table/kind.ts';
import { newItem, row } from './table/row.ts';
import { everyPage, type Item, queryChildren } from './table/table.ts';

const fields = () => ({
  /** ISO instant. */
  at: text,
  /** The ARN of the caller's AWS identity. */
  by: text,
  /** `merchant rotate` */
  command: text,
  /** The options that were given, without defaults. */
  options: listOf(text),
  merchantId: optional(text),
  /** The key, signing secret, virtual POS, payment or refund that the command names. */
  target: optional(text),
  /** The ids that the command creates if it succeeds. */
  created: optional(
    object({
      merchantId: optional(text),
      keyId: optional(text),
      kid: optional(text),
      posId: optional(text),
      personId: optional(text),
    }),
  ),
});
export type OperatorAction = ValueOf<typeof fields>;

const OPERATOR_ACTION = /* @__PURE__ */ row<OperatorAction>('operator-action', fields);

export const operatorActionKind = () =>
  ({
    keys: [{ pk: operatorActionsPartition('{month}'), sk: timeSort('{instant}', '{id}') }],
    readBy: 'people: audit',
    events: 'nothing: operators read it',
    read: readAction,
  }) satisfies Kind;

function readAction(item: Item): OperatorAction {
  const { pk: _, sk: __, version: ___, ...action } = OPERATOR_ACTION.read(item);
  return action;
}

/**
 * Written before the command acts, so that no action is without a record. `id` makes the key unique. Throws
 * if the record was not stored.
 */
export async function writeOperatorAction(action: OperatorAction, id: string): Promise<void> {
  const item = newItem(operatorActionKey(action.at, id), OPERATOR_ACTION.attributes(action));
  const { kind } = await commit([create('operator-action', item)]);
  if (kind !== 'committed') throw new Error('the table has another record of the same key, or was busy');
}

/** The records of a month (`2026-11`), newest first. The next page is read once this one is consumed. */
export async function* operatorActions(month: string, pageSize = 100): AsyncGenerator<OperatorAction> {
  const wanted = { partition: operatorActionsPartition(month), limit: pageSize };
  for await (const page of everyPage(queryChildren, wanted)) yield* page.map(readAction);
}
