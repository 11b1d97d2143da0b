// The simulated bank's books: its merchants, all orders with their operations, and a ledger that lists every
// request. They are separate from the service's table, so tests can compare both. The caller provides the
// storage, in memory or in a table.
import { defined } from '#domain/defined.ts';
import type { Currency } from '#domain/money.ts';
import { toDecimal } from '#domain/money.ts';
import type { CardBrand } from './sandbox-cards.ts';

export type BankMerchant = {
  clientId: string;
  userName: string;
  password: string;
  storeKey: string;
  /** Of the user who voids and refunds, at a bank where that is another one. */
  refundPassword?: string;
  /** The bank declines payments without CVV from this merchant: CORE-2208. */
  cvvRequired?: boolean;
  /** Whose virtual POS this is, and the families that it splits by agreement too; absent: it splits all. */
  bankCode?: string;
  agreedFamilies?: string[];
};

/** One row of an order's history. A void adds no row; it marks the operation that it undoes. */
export type BookedOperation = {
  chargeType: 'S' | 'C';
  amountMinor: number;
  atMs: number;
  voidedAtMs?: number;
  /** `00`, an issuer's code, or 99 if the gateway declined. */
  code: string;
  hostReference: string;
  authorizationCode: string;
  transactionId: string;
  /**
   * What was reserved, and when. While it is open, nothing of it is taken; then amount, time and references of
   * the row are those of the capture. `voided`: captures that were undone, which has reopened it.
   */
  preAuth?: Pick<BookedOperation, 'amountMinor' | 'atMs' | 'hostReference' | 'transactionId'> & {
    isOpen: boolean;
    voided?: BookedOperation[];
  };
};

export type BankOrder = {
  orderId: string;
  currency: Currency;
  maskedPan: string;
  brand: CardBrand;
  /** True if the bank neither voids nor refunds this order. */
  irrevocable: boolean;
  /** The oldest comes first. */
  operations: BookedOperation[];
};

export type LedgerOperation = {
  /** A `preAuth` moves no money, nor does its `release`. */
  operation: 'sale' | 'void' | 'refund' | 'inquiry' | 'preAuth' | 'capture' | 'release';
  orderId: string;
  /** A decimal number; 0 for an inquiry. */
  amount: number;
  currency: Currency | null;
  /** For a sale: the number of installments; 1 for a single payment. */
  installment?: number;
  outcome: 'approved' | 'declined' | 'found' | 'notFound';
  code: string;
  /** ISO 8601 UTC. */
  at: string;
  hostReference: string | null;
};

/** Stored records. The key's prefix is the kind: `merchant/`, `order/`. */
export type RecordStore = {
  get(key: string): BankMerchant | BankOrder | undefined;
  set(key: string, record: BankMerchant | BankOrder): void;
  /** All order ids of a merchant. */
  orderIds(clientId: string): string[];
};

/** The list of all requests, in order. */
export type Ledger = {
  append(clientId: string, operation: LedgerOperation): void;
  /** Returns a different number for every entry; references contain it. */
  nextNumber(): number;
};

export type Books = {
  register(merchant: BankMerchant): void;
  merchant(clientId: string): BankMerchant | undefined;
  order(clientId: string, orderId: string): BankOrder | undefined;
  /** Stores an order and appends the operation on it to the ledger, in this order. */
  record(clientId: string, order: BankOrder | undefined, entry: LedgerEntry): void;
  nextNumber(): number;
  orderIds: RecordStore['orderIds'];
};
export type LedgerEntry = {
  operation: LedgerOperation['operation'];
  orderId: string;
  amountMinor: number;
  currency: Currency | undefined;
  installment?: number;
  outcome: LedgerOperation['outcome'];
  code: string;
  atMs: number;
  hostReference?: string | undefined;
};

export const merchantRecordKey = (clientId: string) => `merchant/${clientId}`;
export const orderRecordKey = (clientId: string, orderId: string) => `order/${clientId}/${orderId}`;

export function openBooks(records: RecordStore, ledger: Ledger): Books {
  return {
    register: (merchant) => records.set(merchantRecordKey(merchant.clientId), merchant),
    merchant: (clientId) => records.get(merchantRecordKey(clientId)) as BankMerchant | undefined,
    order: (clientId, orderId) => records.get(orderRecordKey(clientId, orderId)) as BankOrder | undefined,
    record(clientId, order, entry) {
      if (order) records.set(orderRecordKey(clientId, order.orderId), order);
      ledger.append(clientId, ledgerOperation(entry));
    },
    nextNumber: ledger.nextNumber,
    orderIds: records.orderIds,
  };
}

const ledgerOperation = (entry: LedgerEntry): LedgerOperation => ({
  operation: entry.operation,
  orderId: entry.orderId,
  amount: toDecimal(entry.amountMinor),
  currency: entry.currency ?? null,
  ...defined({ installment: entry.installment }),
  outcome: entry.outcome,
  code: entry.code,
  at: new Date(entry.atMs).toISOString(),
  hostReference: entry.hostReference ?? null,
});

/** True if the row moved money and was not voided. */
export const isEffective = (row: BookedOperation): boolean =>
  row.code === '00' && row.voidedAtMs === undefined && row.preAuth?.isOpen !== true;

/** True if the row only reserves its amount, and was not released. */
export const isReserving = (row: BookedOperation): boolean =>
  row.voidedAtMs === undefined && row.preAuth?.isOpen === true;

/** The amount that the merchant still has: effective sales less effective refunds. */
export function netMinor(order: BankOrder): number {
  return order.operations
    .filter(isEffective)
    .reduce((net, row) => net + (row.chargeType === 'S' ? row.amountMinor : -row.amountMinor), 0);
}
