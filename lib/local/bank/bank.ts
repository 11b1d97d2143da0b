// The simulated bank on one machine: serves NestPay over HTTP, keeps its own books and fails on request.
// Tests therefore use the production adapter, and can compare our records with the bank's.
import { serve } from '../../bank/bank-server.ts';
import { type BankSettings, type BankState, DEFAULT_SETTINGS } from '../../bank/bank-session.ts';
import { type BankMerchant, type Books, type LedgerOperation, openBooks } from '../../bank/books.ts';
import { openThreeDSessions } from '../../bank/three-d/three-d-sessions.ts';
import type { HttpHandler } from '../http-handler.ts';
import { openSnapshot, type Snapshot } from '../snapshot.ts';
import { openDelivery } from './delivery.ts';
import { type BankRecord, openLedger, openRecordStore } from './ledger.ts';

export type Bank = {
  /**
   * The paths below its mount point: `POST /api` from the shop's server, `POST /est3Dgate` from the buyer's
   * browser.
   */
  service: HttpHandler;
  /**
   * Replaces the scripted outcomes of the next money movements, of all cards or of one. `[]` removes them, so
   * the cards' own behaviour applies again.
   */
  script(outcomes: readonly string[], cardNumber?: string): void;
  /** The ledger without its first `after` entries, newest last. Due delayed requests are executed first. */
  ledger(after?: number): LedgerOperation[];
  registerMerchant(merchant: BankMerchant): void;
  /** May be changed at any time. */
  settings: BankSettings;
};

/** Without a snapshot the books are in memory. */
export function createBank({
  clock,
  snapshot = openSnapshot<BankRecord>(),
}: {
  clock: { nowMs(): number };
  snapshot?: Snapshot<BankRecord>;
}): Bank {
  const settings = { ...DEFAULT_SETTINGS };
  const ledger = openLedger(snapshot);
  const written = openBooks(openRecordStore(snapshot), ledger);
  // After a kill no order is stored without its row in the ledger.
  const record: Books['record'] = (...entry) => snapshot.together(() => written.record(...entry));
  const books = { ...written, record };
  // Kept in memory only, because both contain card numbers.
  const threeDSessions = openThreeDSessions({ challenges: new Map(), authentications: new Map() });
  const state: BankState = { books, threeDSessions, settings };
  const delivery = openDelivery(clock);
  return {
    settings,
    service: async (request) => {
      delivery.executeDue();
      return await serve(state, request, clock.nowMs(), delivery.deliver);
    },
    script: delivery.script,
    ledger: (after) => {
      delivery.executeDue();
      return ledger.list(after);
    },
    registerMerchant: books.register,
  };
}
