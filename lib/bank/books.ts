// The bank's own books: its merchants, every order with all its operations, and the ledger, a plain list of
// all that was ever asked for. Kept apart from our table on purpose, so that ours can be held against them;
// where they lie, in memory or in a table, is for whoever opens them to say.
import type { Currency } from '#domain/money.ts';
import { toDecimal } from '#domain/money.ts';
import type { CardBrand } from './sandbox-cards.ts';

export type BankMerchant = {
  clientId: string;
  userName: string;
  password: string;
  storeKey: string;
  /** The bank takes no payment without CVV from this shop: CORE-2208. */
  cvvRequired?: boolean;
};

/** One row of an order's history. A void leaves no row of its own; it marks the one it undoes. */
export type BankOperation = {
  chargeType: 'S' | 'C';
  amountMinor: number;
  atMs: number;
  voidedAtMs?: number;
  /** `00`, an issuer's code, or 99 for whatever the gateway refused. */
  code: string;
  hostReference: string;
  authorizationCode: string;
  transactionId: string;
};

export type BankOrder = {
  orderId: string;
  currency: Currency;
  maskedPan: string;
  brand: CardBrand;
  /** Neither voided nor refunded, whoever asks. */
  irrevocable: boolean;
  /** Oldest first. */
  operations: BankOperation[];
};

export type LedgerOperation = {
  operation: 'sale' | 'void' | 'refund' | 'inquiry';
  orderId: string;
  /** A decimal number; 0 for an inquiry. */
  amount: number;
  currency: Currency | null;
  /** Of a sale: the count the cardholder pays in, 1 at once. */
  installment?: number;
  outcome: 'approved' | 'declined' | 'found' | 'notFound';
  code: string;
  /** ISO 8601 UTC. */
  at: string;
  hostReference: string | null;
};

/** Where records lie, by keys that tell what they are: `merchant/`, `order/`. */
export type Records = {
  get(key: string): BankMerchant | BankOrder | undefined;
  set(key: string, record: BankMerchant | BankOrder): void;
};

/** Where what was asked for is written down, in order. */
export type Ledger = {
  append(clientId: string, operation: LedgerOperation): void;
  /** Differs with every entry; references are made of it. */
  nextNumber(): number;
};

export type Books = {
  register(merchant: BankMerchant): void;
  merchant(clientId: string): BankMerchant | undefined;
  order(clientId: string, orderId: string): BankOrder | undefined;
  /** Writes an order and what was done to it, in this order. */
  enter(clientId: string, order: BankOrder | undefined, entry: LedgerEntry): void;
  nextNumber(): number;
};
type LedgerEntry = {
  operation: LedgerOperation['operation'];
  orderId: string;
  amountMinor: number;
  currency: Currency | undefined;
  installment?: number;
  outcome: LedgerOperation['outcome'];
  code: string;
  atMs: number;
  hostReference: string | undefined;
};

export const merchantRecordKey = (clientId: string) => `merchant/${clientId}`;

export function openBooks(records: Records, ledger: Ledger): Books {
  const orderRecordKey = (clientId: string, orderId: string) => `order/${clientId}/${orderId}`;
  return {
    register: (merchant) => records.set(merchantRecordKey(merchant.clientId), merchant),
    merchant: (clientId) => records.get(merchantRecordKey(clientId)) as BankMerchant | undefined,
    order: (clientId, orderId) => records.get(orderRecordKey(clientId, orderId)) as BankOrder | undefined,
    enter(clientId, order, entry) {
      if (order) records.set(orderRecordKey(clientId, order.orderId), order);
      ledger.append(clientId, ledgerOperation(entry));
    },
    nextNumber: ledger.nextNumber,
  };
}

const ledgerOperation = (entry: LedgerEntry): LedgerOperation => ({
  operation: entry.operation,
  orderId: entry.orderId,
  amount: toDecimal(entry.amountMinor),
  currency: entry.currency ?? null,
  ...(entry.installment !== undefined && { installment: entry.installment }),
  outcome: entry.outcome,
  code: entry.code,
  at: new Date(entry.atMs).toISOString(),
  hostReference: entry.hostReference ?? null,
});

/** Whether a row moved money and still does. */
export const stands = (row: BankOperation): boolean => row.code === '00' && row.voidedAtMs === undefined;

/** What the shop has kept of an order: the sale that stands less the refunds that stand. */
export function netMinor(order: BankOrder): number {
  return order.operations
    .filter(stands)
    .reduce((net, row) => net + (row.chargeType === 'S' ? row.amountMinor : -row.amountMinor), 0);
}
