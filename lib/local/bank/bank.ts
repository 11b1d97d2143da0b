// A Turkish bank on one machine: it speaks NestPay over HTTP, keeps books of its own and fails on request, so
// that the adapter of production is the one under every test, and our books can be held against somebody's.

import { serve } from '../../bank/bank-server.ts';
import { type BankSettings, type BankState, USUAL_SETTINGS } from '../../bank/bank-session.ts';
import { type BankMerchant, type LedgerOperation, openBooks } from '../../bank/books.ts';
import { openThreeDSessions } from '../../bank/three-d/three-d-sessions.ts';
import type { LocalService } from '../local-server.ts';
import { openSnapshot, type Snapshot } from '../snapshot.ts';
import { openDelivery } from './delivery.ts';
import { type BankRecord, openLedger, recordsOf } from './ledger.ts';

export type Bank = {
  /** Below its mount point: `POST /api` for the shop's server, `POST /est3Dgate` for the buyer's browser. */
  service: LocalService;
  /**
   * Replaces what the next money movements will do, in order, all of them or those with one card; `[]` lets
   * the cards decide again.
   */
  script(outcomes: readonly string[], cardNumber?: string): void;
  /** The bank's own books, newest last, after everything late has landed; those behind the first `after`. */
  ledger(after?: number): LedgerOperation[];
  registerMerchant(merchant: BankMerchant): void;
  /** May be changed at any time. */
  settings: BankSettings;
};

/** Opens the bank. Without a snapshot its books live in memory. */
export function createBank({
  clock,
  snapshot = openSnapshot<BankRecord>(),
}: {
  clock: { nowMs(): number };
  snapshot?: Snapshot<BankRecord>;
}): Bank {
  const settings = { ...USUAL_SETTINGS };
  const ledger = openLedger(snapshot);
  const books = openBooks(recordsOf(snapshot), ledger);
  // In memory only, because both hold card numbers.
  const desk = openThreeDSessions({ challenges: new Map(), authentications: new Map() });
  const state: BankState = { books, desk, settings };
  const delivery = openDelivery(clock);
  return {
    settings,
    service: async (request) => {
      delivery.landLate();
      return await serve(state, request, clock.nowMs(), delivery.deliver);
    },
    script: delivery.script,
    ledger: (after) => {
      delivery.landLate();
      return ledger.list(after);
    },
    registerMerchant: books.register,
  };
}
