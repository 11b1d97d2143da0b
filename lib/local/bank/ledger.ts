// The bank's books on one machine: in a file or in memory, always at hand, the ledger in full.
import type { BankMerchant, BankOrder, Ledger, LedgerOperation, Records } from '../../bank/books.ts';
import type { Snapshot } from '../snapshot.ts';

export type BankRecord = BankMerchant | BankOrder | LedgerOperation;

export function recordsOf(snapshot: Snapshot<BankRecord>): Records {
  return {
    get: (key) => snapshot.get(key) as BankMerchant | BankOrder | undefined,
    set: snapshot.set,
  };
}

/** Opens the ledger over the same snapshot, below `ledger/`. */
export function openLedger(
  snapshot: Snapshot<BankRecord>,
): Ledger & { list(after?: number): LedgerOperation[] } {
  const operations: LedgerOperation[] = [];
  for (const [key, record] of snapshot.entries()) {
    if (key.startsWith('ledger/')) operations.push(record as LedgerOperation);
  }
  return {
    append(_clientId, operation) {
      operations.push(operation);
      snapshot.set(`ledger/${operations.length}`, operation);
    },
    nextNumber: () => operations.length + 1,
    /** Newest last. */
    list: (after = 0) => structuredClone(operations.slice(after)),
  };
}
