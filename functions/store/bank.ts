// The breaker of a bank address, one row for all merchants of the bank. Without a row, the breaker is closed.
// While the settings of a merchant can probe a silent bank, the row is due for the sweep; while its breaker
// is closed, it may be among those that are asked each minute.
import { randomUUID } from 'node:crypto';
import { type Breaker, isBreakerOpen } from '#domain/bank/breaker.ts';
import { natural, object, optional, text, uuid, yes } from '#domain/shape.ts';
import { commit, create, replace } from './table/commit.ts';
import { bankKey, dueAttributes, watchedAttributes } from './table/keys.ts';
import { dueEntry, type Kind, watchedEntry } from './table/kind.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';

type StoredBreaker = Breaker & {
  address: string;
  /**
   * A random id of the last write: two callers may reserve the probe in the same millisecond. Absent in rows
   * of the previous version.
   */
  writtenBy?: string;
};

export const BANK = /* @__PURE__ */ row<StoredBreaker>('bank', () => ({
  address: text,
  writtenBy: optional(uuid),
  failures: natural,
  lastFailureAtMs: optional(natural),
  openedAtMs: optional(natural),
  probeAtMs: optional(natural),
  asker: optional(object({ merchantId: text, posId: text, hasAsked: optional(yes) })),
  watcher: optional(object({ merchantId: text, posId: text })),
}));

export const bankKind = () =>
  ({
    keys: [bankKey('{host}')],
    readBy: 'breaker of bank, sweep',
    indexes: { due: [dueEntry('BANK'), watchedEntry] },
    grants: { bank: 'the breaker of a bank' },
    events: 'nothing: no merchant reads it',
    read: BANK.find,
  }) satisfies Kind;

export type BreakerItem = Stored & StoredBreaker;

/** Whose settings the sweep asks the bank with; undefined if it does not. */
export const askedBy = (breaker: Breaker) => (isBreakerOpen(breaker) ? breaker.asker : breaker.watcher);

export const loadBreaker = (address: string) => loadRow(BANK, bankKey(address));

/** Stores the breaker after `before`, the row as read. Undefined if another caller has changed the row. */
export async function saveBreaker(
  address: string,
  before: BreakerItem | undefined,
  breaker: Breaker,
): Promise<BreakerItem | undefined> {
  const version = (before?.version ?? 0) + 1;
  const { asker, watcher, probeAtMs = 0 } = breaker;
  const due = isBreakerOpen(breaker)
    ? asker && dueAttributes('BANK', address, new Date(probeAtMs).toISOString())
    : watcher && watchedAttributes(address);
  const attributes = { ...BANK.attributes({ ...breaker, address, writtenBy: randomUUID() }), ...due };
  const item = newItem(bankKey(address), attributes, version);
  const write = before ? replace('bank', before, item) : create('bank', item);
  return (await commit([write])).kind === 'committed' ? { ...breaker, ...item, address } : undefined;
}
