// Where one request of one merchant is served: the books, the moment, the bank's ways, and fresh references.
import { batchEndMs, batchNumber, istanbulTime } from './batch-close.ts';
import type { BankMerchant, Books } from './books.ts';
import type { ThreeDSessions } from './three-d/three-d-sessions.ts';

export type BankSettings = {
  /** Istanbul wall time at which the day's batch is closed and what was voidable becomes refundable. */
  batchClose: string;
  /** Some banks refund before the close, others answer CORE-2508 until then. */
  refundBeforeClose: 'allowed' | 'refused';
  /** How a void after the close is refused; banks use both. */
  settledVoidCode: 'CORE-2008' | 'CORE-2511';
};

export const USUAL_SETTINGS: BankSettings = {
  batchClose: '22:00',
  refundBeforeClose: 'allowed',
  settledVoidCode: 'CORE-2008',
};

/** What a script decided for this request in place of the card. */
export type BankDecision = { kind: 'approve' } | { kind: 'decline'; code: string };

type References = { hostReference: string; authorizationCode: string; transactionId: string };

export type BankSession = {
  books: Books;
  desk: ThreeDSessions;
  merchant: BankMerchant;
  /** When the request takes effect; for a late one that is not when it was sent. */
  atMs: number;
  settings: BankSettings;
  isBatchOpen(operationAtMs: number): boolean;
  settleId(): number;
  /** References of a new operation; only an approved one has a HostRefNum and an AuthCode. */
  references(isApproved: boolean): References;
};

/** What stays the same from one request to the next. */
export type BankState = Pick<BankSession, 'books' | 'desk' | 'settings'>;

export function openBankSession(state: BankState, merchant: BankMerchant, atMs: number): BankSession {
  const { books, settings } = state;
  return {
    ...state,
    merchant,
    atMs,
    isBatchOpen: (operationAtMs) => atMs < batchEndMs(operationAtMs, settings.batchClose),
    settleId: () => batchNumber(atMs, settings.batchClose),
    references: (isApproved) => newReferences(books.nextNumber(), atMs, isApproved),
  };
}

/**
 * In the banks' style: HostRefNum year digit, day of year, number; AuthCode P and five digits; TransId
 * likewise.
 */
function newReferences(number: number, atMs: number, isApproved: boolean): References {
  const time = istanbulTime(atMs);
  const newYearMs = Date.parse(`${time.slice(0, 4)}-01-01T00:00:00Z`);
  const dayOfYear = Math.floor((Date.parse(`${time.slice(0, 10)}T00:00:00Z`) - newYearMs) / 86_400_000) + 1;
  const day = time.slice(2, 4) + String(dayOfYear).padStart(3, '0');
  const hour = String.fromCharCode(65 + Number(time.slice(11, 13)));
  return {
    transactionId: `${day}${hour}bank${String(number).padStart(6, '0')}`,
    hostReference: isApproved ? `${day.slice(1)}${String(number).padStart(8, '0')}` : '',
    authorizationCode: isApproved ? `P${String(number % 100_000).padStart(5, '0')}` : '',
  };
}
