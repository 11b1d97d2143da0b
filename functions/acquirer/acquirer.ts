// The port to a merchant's bank. A decline is a value, because it is business as usual; `unknown` is a
// value too, because only an inquiry may end it; nothing here is ever retried by itself.
import type { CardDetails } from '#domain/card.ts';
import type { Currency } from '#domain/money.ts';
import type { BankRefusalCode } from '#domain/rejection.ts';

/** How a recurring payment may go on after a decline: later, never, or the cardholder withdrew. */
export type DeclineCategory = 'Soft' | 'Hard' | 'Revoked';

export type Approved = {
  kind: 'approved';
  /** HostRefNum (RRN); our `bankReferenceNumber`. */
  hostReference: string;
  authorizationCode?: string;
  /** The bank's own id of this operation. */
  transactionId?: string;
};
export type Declined = {
  kind: 'declined';
  /** What the bank said, as it said it: `51`, `CORE-2012`. */
  code: string;
  errorCode: BankRefusalCode;
  retry: DeclineCategory;
  /** The merchant's virtual POS is refused, not the card: nothing may be held against the card. */
  merchantAtFault?: true;
  /** The bank takes no payment without CVV from this merchant (CORE-2208). */
  cvvRequired?: true;
  /** The bank's own sentence, for the merchant and never for the buyer. */
  message?: string;
};
/** The request may have reached the bank. Ended by an inquiry and by nothing else. */
export type Unknown = { kind: 'unknown'; reason: string };
/** The request certainly did not leave: no connection, no name, no route. */
export type NotSent = { kind: 'notSent'; reason: string };

export type SaleOutcome = Approved | Declined | Unknown | NotSent;
/** `batchClosed`: nothing is voidable any more, the sale must be refunded (CORE-2008 on a settled sale, CORE-2511). */
export type VoidOutcome = SaleOutcome | { kind: 'batchClosed'; code: string };
/** `notSettledYet`: the bank refunds only after its batch has closed (CORE-2508). `alreadyRefunded`: CORE-2504. */
export type RefundOutcome =
  | SaleOutcome
  | { kind: 'notSettledYet'; code: string }
  | { kind: 'alreadyRefunded'; code: string };

export type SaleOrder = {
  /** One per attempt, at most 64 alphanumerics, written down before it is sent. */
  bankOrderId: string;
  amountMinor: number;
  currency: Currency;
  /** 1 means a single payment. */
  installment: number;
  card: CardDetails;
  /** Never stored. Absent for unattended charges. */
  cvv?: string;
  payerAddress?: string;
};

export type OperationRow = {
  operation: 'sale' | 'refund';
  /** `voided`: approved once and taken back. `reversing`: the bank itself is undoing it, ask again later. */
  status: 'approved' | 'declined' | 'voided' | 'reversing';
  amountMinor: number;
  /** True while the batch is open, that is while the operation can still be voided. */
  batchOpen: boolean;
  hostReference?: string;
  authorizationCode?: string;
  transactionId?: string;
  /** The bank's code of this row: `00`, `51`. */
  code: string;
  /** What the code of a declined row means, as in `Declined`. */
  refusal?: { errorCode: BankRefusalCode; retry: DeclineCategory };
};

/** All the bank knows of one order, newest first. `notFound` is believed only after `landingTimeMs`. */
export type Inquiry =
  | { kind: 'found'; operations: OperationRow[] }
  | { kind: 'notFound' }
  | Unknown
  | NotSent;

export type Acquirer = {
  /** The longest time in milliseconds a request may be under way before "not found" means "never came". */
  landingTimeMs: number;
  sale(order: SaleOrder): Promise<SaleOutcome>;
  /** Undoes a whole sale while its batch is open. */
  voidSale(order: { bankOrderId: string }): Promise<VoidOutcome>;
  refund(order: { bankOrderId: string; amountMinor: number; currency: Currency }): Promise<RefundOutcome>;
  inquire(bankOrderId: string): Promise<Inquiry>;
};
