// What one request has read and means to write. The bank decides in one go and never waits: where it asks for
// a row that was not read yet, the decision is given up, the row is fetched, and the bank decides again. So
// the rules know nothing of a table, and no second list says which request needs which rows.
import { randomInt } from 'node:crypto';
import { type BankState, USUAL_SETTINGS } from '../bank-session.ts';
import { type LedgerOperation, openBooks } from '../books.ts';
import { type AuthenticationStore, openThreeDSessions } from '../three-d/three-d-sessions.ts';

/** Names tell what a row is: `merchant/`, `order/`, `challenge/`, `authentication/`. */
export type KeptRow = { value: unknown; version: number };
/** By name; a row that was looked for and is not there is `undefined`. */
export type RowsRead = ReadonlyMap<string, KeptRow | undefined>;

export class RowNotRead extends Error {
  readonly rowName: string;
  constructor(rowName: string) {
    super('A row is needed that was not read yet.');
    this.name = 'RowNotRead';
    this.rowName = rowName;
  }
}

export type Draft = {
  house: BankState;
  /** By name; `undefined` is a row that goes. */
  changes: ReadonlyMap<string, unknown>;
  entries: readonly LedgerEntryOf[];
};
export type LedgerEntryOf = { clientId: string; number: number; operation: LedgerOperation };

export function openDraft(read: RowsRead): Draft {
  const changes = new Map<string, unknown>();
  const entries: LedgerEntryOf[] = [];
  const get = (name: string): unknown => {
    if (changes.has(name)) return changes.get(name);
    if (!read.has(name)) throw new RowNotRead(name);
    return read.get(name)?.value;
  };
  const shelf = <Value>(kind: string): AuthenticationStore<Value> => ({
    get: (name) => get(`${kind}/${name}`) as Value | undefined,
    set: (name, value) => void changes.set(`${kind}/${name}`, value),
    delete: (name) => void changes.set(`${kind}/${name}`, undefined),
  });
  const records = {
    get: (name: string) => get(name) as never,
    set: (name: string, record: unknown) => void changes.set(name, record),
  };
  const ledger = {
    append: (clientId: string, operation: LedgerOperation) =>
      void entries.push({ clientId, number: newNumber(), operation }),
    nextNumber: newNumber,
  };
  const desk = openThreeDSessions({
    challenges: shelf('challenge'),
    authentications: shelf('authentication'),
  });
  const state = { books: openBooks(records, ledger), desk, settings: USUAL_SETTINGS };
  return { house: state, changes, entries };
}

/** Drawn, not counted: one counter for all would be the one row that every request waits for. */
const newNumber = () => randomInt(1, 100_000_000);
