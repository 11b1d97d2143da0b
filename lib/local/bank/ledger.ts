// The local bank's storage: a snapshot in a file or in memory.
import {
  type BankMerchant,
  type BankOrder,
  type Ledger,
  type LedgerOperation,
  orderRecordKey,
  type RecordStore,
} from '../../bank/books.ts';
import type { Snapshot } from '../snapshot.ts';

export type BankRecord = BankMerchant | BankOrder | LedgerOperation;

export function openRecordStore(snapshot: Snapshot<BankRecord>): RecordStore {
  return {
    get: (key) => snapshot.get(key) as BankMerchant | BankOrder | undefined,
    set: snapshot.set,
    orderIds: (clientId) => {
      const prefix = orderRecordKey(clientId, '');
      const keys = Array.from(snapshot.entries(), ([key]) => key);
      return keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
    },
  };
}

/** Opens the ledger on the same snapshot, under keys `ledger/`. */
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
    /** The newest comes last. */
    list: (after = 0) => structuredClone(operations.slice(after)),
  };
}
