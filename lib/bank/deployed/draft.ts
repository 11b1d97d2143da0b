// The rows that one request has read, and its changes. The bank's rules run synchronously: if they need a row
// that has not been read, RowNotRead is thrown, the row is fetched, and the rules run again. So the rules do
// not depend on a table, and no list of the rows that each request needs must be maintained.
import { randomInt } from 'node:crypto';
import { type BankState, DEFAULT_SETTINGS } from '../bank-session.ts';
import { type LedgerOperation, openBooks } from '../books.ts';
import { type AuthenticationStore, openThreeDSessions } from '../three-d/three-d-sessions.ts';

/** The prefix of a row's name is its kind: `merchant/`, `order/`, `challenge/`, `authentication/`. */
export type StoredRow = { value: unknown; version: number };
/** Rows by name. `undefined`: the row was looked up and does not exist. */
export type RowsRead = ReadonlyMap<string, StoredRow | undefined>;

export class RowNotRead extends Error {
  readonly rowName: string;
  constructor(rowName: string) {
    super('A row is needed that has not been read yet.');
    this.name = 'RowNotRead';
    this.rowName = rowName;
  }
}

export type Draft = {
  state: BankState;
  /** New values by name. `undefined` deletes the row. */
  changes: ReadonlyMap<string, unknown>;
  entries: readonly LedgerRow[];
};
export type LedgerRow = { clientId: string; number: number; operation: LedgerOperation };

export function openDraft(read: RowsRead): Draft {
  const changes = new Map<string, unknown>();
  const entries: LedgerRow[] = [];
  const get = (name: string): unknown => {
    if (changes.has(name)) return changes.get(name);
    if (!read.has(name)) throw new RowNotRead(name);
    return read.get(name)?.value;
  };
  const storeOf = <Value>(kind: string): AuthenticationStore<Value> => ({
    get: (name) => get(`${kind}/${name}`) as Value | undefined,
    set: (name, value) => void changes.set(`${kind}/${name}`, value),
    delete: (name) => void changes.set(`${kind}/${name}`, undefined),
  });
  const records = {
    get: (name: string) => get(name) as never,
    set: (name: string, record: unknown) => void changes.set(name, record),
    // Its accounts speak NestPay, which has no report.
    orderIds: () => [],
  };
  const ledger = {
    append: (clientId: string, operation: LedgerOperation) =>
      void entries.push({ clientId, number: newNumber(), operation }),
    nextNumber: newNumber,
  };
  const threeDSessions = openThreeDSessions({
    challenges: storeOf('challenge'),
    authentications: storeOf('authentication'),
  });
  const state = { books: openBooks(records, ledger), threeDSessions, settings: DEFAULT_SETTINGS };
  return { state, changes, entries };
}

/** A random number, because with a counter every request would contend for the counter's row. */
const newNumber = () => randomInt(1, 100_000_000);
