// The port to a merchant's bank. A decline is a value, because it is business as usual; `unknown` is a
// value too, because only an inquiry may end it; nothing here is ever retried by itself.
import type { CardDetails } from '#domain/card/card.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import type { BankRefusalCode } from '#domain/rejection.ts';

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
/**
 * `batchClosed`: nothing is voidable any more, the sale must be refunded (CORE-2008 on a settled sale,
 * CORE-2511).
 */
export type VoidOutcome = SaleOutcome | { kind: 'batchClosed'; code: string };
/**
 * `notSettledYet`: the bank refunds only after its batch has closed (CORE-2508). `alreadyRefunded`:
 * CORE-2504.
 */
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
  payerAddress?: string;
} & (
  | {
      card: CardDetails;
      /** Never stored. Absent for unattended charges. */
      cvv?: string;
    }
  | {
      /** What 3-D Secure left behind stands in for the card and for the CVV. */
      threeD: ThreeDProof;
    }
);

/** Money back on a sale, by the sale's own order id: a refund has no key of its own at the bank. */
export type RefundOrder = { bankOrderId: string; amountMinor: number; currency: Currency };

/** The outcome of a 3-D Secure challenge, good for one sale of the same order. As secret as a card number. */
type ThreeDProof = { md: string; xid: string; eci: string; cavv: string };

export type ThreeDOrder = {
  /** The order id the sale will have. */
  bankOrderId: string;
  amountMinor: number;
  currency: Currency;
  installment: number;
  card: CardDetails;
  /** Absent for a stored card whose buyer was not asked. */
  cvv?: string;
  /** Where the bank sends the buyer's browser back to, by POST, whatever the outcome. */
  returnUrl: string;
  /**
   * Where the bank's server posts the same, should the browser be lost; it wants the plain text
   * `Approved`.
   */
  callbackUrl?: string;
  /** Comes back with the answer as it is: at most 500 ASCII characters, nothing secret. */
  echo?: string;
  language: Language;
};
/**
 * A form the buyer's browser must post as it is. Holds the card: it is sent to that browser and kept
 * nowhere.
 */
export type BrowserForm = { action: string; fields: Record<string, string> };

/** `full`: take the money. `half`: only if the merchant bears the risk. `failed`: do not. */
export type ThreeDLevel = 'full' | 'half' | 'failed';
export type ThreeDReturn =
  /** Not made by the bank, or not for this merchant. The field names, never the values, may be logged. */
  | { kind: 'forged'; reason: 'hash' | 'clientId'; fieldNames: string[] }
  | { kind: 'malformed'; reason: string }
  /** Made by the bank; whether it fits an order that waits for it is still to be checked. */
  | {
      kind: 'authentic';
      bankOrderId: string;
      amountMinor: number;
      currency: Currency;
      installment: number;
      level: ThreeDLevel;
      /** 0 to 9 as Turkish banks count; empty when the bank refused the form itself (see `code`). */
      mdStatus: string;
      /** Present whenever the bank left something to sell with. */
      proof?: ThreeDProof;
      echo?: string;
      /** The bank's error code, such as `HPP-1001`. */
      code?: string;
      message?: string;
    };

export type HistoryOperation = {
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
  refusal?: Pick<Declined, 'errorCode' | 'retry' | 'merchantAtFault'>;
};

/** All the bank knows of one order, newest first. `notFound` is believed only after `landingTimeMs`. */
export type Inquiry =
  | { kind: 'found'; operations: HistoryOperation[] }
  | { kind: 'notFound' }
  | Unknown
  | NotSent;

export type Acquirer = {
  /** The longest time in milliseconds a request may be under way before "not found" means "never came". */
  landingTimeMs: number;
  sale(order: SaleOrder): Promise<SaleOutcome>;
  /** Undoes a whole sale while its batch is open. */
  voidSale(order: { bankOrderId: string }): Promise<VoidOutcome>;
  refund(order: RefundOrder): Promise<RefundOutcome>;
  inquire(bankOrderId: string): Promise<Inquiry>;
  /** What the buyer's browser must post to be asked by the card's issuer. */
  startThreeD(order: ThreeDOrder): BrowserForm;
  /**
   * Reads what came back, the hash before anything else. `rawBody` as received: its letters may be Latin
   * 5.
   */
  verifyThreeD(rawBody: Buffer, contentType: string | undefined): ThreeDReturn;
};
