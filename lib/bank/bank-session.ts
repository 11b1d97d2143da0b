// The context of one merchant request: books, time, bank settings, and generated references.
import { batchEndMs, istanbulTime } from '#domain/time/batch-close.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { BankMerchant, BankOrder, BookedOperation, Books } from './books.ts';
import type { BankReply } from './exchange.ts';
import type { ThreeDSessions } from './three-d/three-d-sessions.ts';

export type BankSettings = {
  /**
   * Istanbul wall time of the daily batch close, 00:01 to 24:00. After it, a sale can no longer be voided,
   * only refunded. The default keeps voids possible for the whole day of a sale.
   */
  batchClose: string;
  /** Some banks refund before the close; others return CORE-2508 until then. */
  refundBeforeClose: 'allowed' | 'declined';
  /** The code of a rejected void after the close; banks use both. */
  settledVoidCode: 'CORE-2008' | 'CORE-2511';
  /** Histories lack what is younger than this. */
  historyLagMs: number;
};

export const DEFAULT_SETTINGS: BankSettings = {
  batchClose: '24:00',
  refundBeforeClose: 'allowed',
  settledVoidCode: 'CORE-2008',
  historyLagMs: 0,
};

/** A scripted outcome for this request. It replaces the card's behaviour. */
export type BankDecision = { kind: 'approve' } | { kind: 'decline'; code: string };

/** How one protocol answers about a movement of money. */
export type BankWire = {
  /** The answer to an approved movement, with the references of `row`. */
  approved(order: BankOrder, row: BookedOperation, atMs: number, settleId: number): BankReply;
  /** `code`: an issuer's two characters, or the code of a gateway. */
  declined(code: string, orderId: string, brand?: string, transactionId?: string): BankReply;
  /** An order id that has reached an issuer is used up, approved or declined. */
  usesUpOrderIds?: true;
  /** A capture has the reference of its pre-authorisation. */
  capturesKeepReference?: true;
  /** The void of a capture reopens the pre-authorisation. */
  voidsReopen?: true;
};

type References = { hostReference: string; authorizationCode: string; transactionId: string };

export type BankSession = {
  wire: BankWire;
  books: Books;
  threeDSessions: ThreeDSessions;
  merchant: BankMerchant;
  /** The time at which the request takes effect: later than the time of sending for a delayed request. */
  atMs: number;
  settings: BankSettings;
  isBatchOpen(operationAtMs: number): boolean;
  settleId(): number;
  /** References of a new operation; only an approved one has a HostRefNum and an AuthCode. */
  references(isApproved: boolean): References;
};

/** The part of a session that all requests share. */
export type BankState = Pick<BankSession, 'books' | 'threeDSessions' | 'settings'>;

export function openBankSession(
  state: BankState,
  wire: BankWire,
  merchant: BankMerchant,
  atMs: number,
): BankSession {
  const { books, settings } = state;
  return {
    ...state,
    wire,
    merchant,
    atMs,
    isBatchOpen: (operationAtMs) => atMs < batchEndMs(operationAtMs, settings.batchClose),
    settleId: () => batchNumber(atMs, settings.batchClose),
    references: (isApproved) => newReferences(books.nextNumber(), atMs, isApproved),
  };
}

/**
 * Running number of the batch, as in SETTLEID. No job closes a batch: it is closed once its end has passed, so
 * a clock that is moved by a month needs no thirty closes.
 */
function batchNumber(atMs: number, closeAt: string): number {
  return Math.floor(batchEndMs(atMs, closeAt) / DAY_MS) % 10_000;
}

/** The formats of banks: HostRefNum = year digit, day of year, number; AuthCode = P and five digits. */
function newReferences(number: number, atMs: number, isApproved: boolean): References {
  const time = istanbulTime(atMs);
  const newYearMs = Date.parse(`${time.slice(0, 4)}-01-01T00:00:00Z`);
  const dayOfYear = Math.floor((Date.parse(`${time.slice(0, 10)}T00:00:00Z`) - newYearMs) / DAY_MS) + 1;
  const day = time.slice(2, 4) + String(dayOfYear).padStart(3, '0');
  const hour = String.fromCharCode(65 + Number(time.slice(11, 13)));
  return {
    transactionId: `${day}${hour}bank${String(number).padStart(6, '0')}`,
    hostReference: isApproved ? `${day.slice(1)}${String(number).padStart(8, '0')}` : '',
    authorizationCode: isApproved ? `P${String(number % 100_000).padStart(5, '0')}` : '',
  };
}
