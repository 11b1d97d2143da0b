// What operators did by a command, and as whom (PCI DSS 10.2). A record names the options of the command,
// never their values or secrets.
import { listOf, optional, text } from '#domain/shape.ts';
import { commit, create } from './table/commit.ts';
import { operatorActionKey, operatorActionsPartition } from './table/keys.ts';
import { newItem, row } from './table/row.ts';
import { queryChildren } from './table/table.ts';

export type OperatorAction = {
  /** ISO instant. */
  at: string;
  /** The ARN of the caller's AWS identity. */
  by: string;
  /** `merchant rotate` */
  command: string;
  options: string[];
  merchantId?: string;
  /** The key, payment or refund that the command names. */
  target?: string;
};

const OPERATOR_ACTION = /* @__PURE__ */ row<OperatorAction>('operator-action', () => ({
  at: text,
  by: text,
  command: text,
  options: listOf(text),
  merchantId: optional(text),
  target: optional(text),
}));

/** Written before the command acts, so that no action is without a record. `id` makes the key unique. */
export async function writeOperatorAction(action: OperatorAction, id: string): Promise<void> {
  const item = newItem(operatorActionKey(action.at, id), OPERATOR_ACTION.attributes(action));
  await commit([create('operator-action', item)]);
}

const MOST = 1000;

/** The records of a month (`2026-11`), newest first; at most a thousand. */
export async function listOperatorActions(month: string): Promise<OperatorAction[]> {
  const partition = operatorActionsPartition(month);
  const { items } = await queryChildren({ partition, from: month, to: `${month}~`, limit: MOST });
  return items.map((item) => {
    const { pk: _, sk: __, version: ___, ...action } = OPERATOR_ACTION.read(item);
    return action;
  });
}
