// The breaker of a bank address, one row for all merchants of the bank. Without a row, the breaker is closed.
// While it is open for anyone, or has a watcher, the bank is among those that the sweep asks each minute.
import { randomUUID } from 'node:crypto';
import { type Breaker, isAnyOpen } from '#domain/bank/breaker.ts';
import { listOf, natural, object, optional, text, uuid } from '#domain/shape.ts';
import { commit, create, replace } from './table/commit.ts';
import { bankKey, watchedAttributes } from './table/keys.ts';
import { type Kind, watchedEntry } from './table/kind.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';

type StoredBreaker = Breaker & {
  address: string;
  /** A random id of the last write: two callers may reserve the probe in the same millisecond. */
  writtenBy: string;
};

const pos = () => ({ merchantId: text, posId: text });
const open = () => ({ openedAtMs: optional(natural), triedAtMs: optional(natural) });

export const BANK = /* @__PURE__ */ row<StoredBreaker>('bank', () => ({
  address: text,
  writtenBy: uuid,
  ...open(),
  silent: listOf(object({ ...pos(), ...open(), failures: natural, failedAtMs: natural })),
  answeredAtMs: optional(natural),
  lender: optional(object(pos())),
  watcher: optional(object(pos())),
}));

export const bankKind = () =>
  ({
    keys: [bankKey('{host}')],
    readBy: 'breaker of bank, sweep',
    indexes: { due: [watchedEntry] },
    grants: { bank: 'the breaker of a bank' },
    events: 'nothing: no merchant reads it',
    read: BANK.find,
  }) satisfies Kind;

export type BreakerItem = Stored & StoredBreaker;

export const loadBreaker = (address: string) => loadRow(BANK, bankKey(address));

/** Stores the breaker after `before`, the row as read. Undefined if another caller has changed the row. */
export async function saveBreaker(
  address: string,
  before: BreakerItem | undefined,
  breaker: Breaker,
): Promise<BreakerItem | undefined> {
  const version = (before?.version ?? 0) + 1;
  const isAsked = isAnyOpen(breaker) || breaker.watcher !== undefined;
  const attributes = {
    ...BANK.attributes({ ...breaker, address, writtenBy: randomUUID() }),
    ...(isAsked && watchedAttributes(address)),
  };
  const item = newItem(bankKey(address), attributes, version);
  const write = before ? replace('bank', before, item) : create('bank', item);
  return (await commit([write])).kind === 'committed' ? BANK.read(item) : undefined;
}
