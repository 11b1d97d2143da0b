// The port to a merchant's bank. A decline is a value, because it is a normal outcome. `unknown` is a value
// too, because only an inquiry may end it. An adapter never retries (nestpay.md 1.1).
import type { CardDetails, TypedCard } from '#domain/card/card.ts';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import type { MerchantFault } from '#domain/payment/merchant-fault.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '#domain/rejection.ts';

export type Approved = {
  kind: 'approved';
  /** The bank's HostRefNum (RRN), which becomes `bankReferenceNumber`. */
  hostReference: string;
  authorizationCode?: string;
  /** The bank's own id of this operation. */
  transactionId?: string;
};
export type Declined = {
  kind: 'declined';
  /** The bank's own code, unchanged: `51`, `CORE-2012`. */
  code: string;
  errorCode: DeclineCode;
  declineCategory: DeclineCategory;
  /** The merchant's settings at the bank caused the answer: it says nothing about the card. */
  merchantFault?: MerchantFault;
  /** The bank's history shows that the gateway refused the order, and not why. */
  isUnexplained?: true;
  /** The bank accepts no payment without a CVV from this merchant (CORE-2208). */
  cvvRequired?: true;
  /** The bank's own text, for the merchant, never shown to the buyer. */
  message?: string;
  /** Of a failed 3-D Secure authentication: what the bank's return says. */
  mdStatus?: string;
  eci?: string;
};
/** The request may have reached the bank. Only an inquiry ends it. */
export type Unknown = { kind: 'unknown'; reason: string; merchantRefusal?: MerchantRefusal };
/** The bank refused an inquiry for the merchant's settings, so that it says nothing about the order. */
type MerchantRefusal = { code: string; fault: MerchantFault };
/** The request certainly was not sent: no connection, no host name, no route. */
export type NotSent = { kind: 'notSent'; reason: string };

export type SaleOutcome = Approved | Declined | Unknown | NotSent;
/**
 * `batchClosed`: the sale cannot be voided any more, only refunded (CORE-2008 on a settled sale, CORE-2511).
 */
export type VoidOutcome = SaleOutcome | { kind: 'batchClosed'; code: string };
/**
 * `notSettledYet`: the bank refunds only after its batch has closed (CORE-2508).
 * `alreadyRefunded`: nothing is left to refund (CORE-2504).
 */
export type RefundOutcome =
  | SaleOutcome
  | { kind: 'notSettledYet'; code: string }
  | { kind: 'alreadyRefunded'; code: string };

export type SaleOrder = {
  /** One per attempt, at most 64 letters and digits, stored before it is sent. */
  bankOrderId: string;
  amountMinor: number;
  currency: Currency;
  /** 1 means a single payment. */
  installment: number;
  payerAddress?: string;
} & PaymentInstrument;

/**
 * The payment instrument of a sale: a card, or the proof of a challenge. A bank that keeps cards itself would
 * be one more member, with the bank's key of the card instead of its number (docs/adr/0011).
 */
export type PaymentInstrument =
  | {
      card: CardDetails;
      /** Never stored. Absent for unattended charges. */
      cvv?: string;
    }
  | {
      /** Replaces card and CVV after 3-D Secure. */
      threeD: ThreeDProof;
    };

/** A refund is sent with the order id of its sale, because it has no key of its own at the bank. */
export type RefundOrder = { bankOrderId: string; amountMinor: number; currency: Currency };

/** The result of a 3-D Secure challenge, valid for one sale of the order. As secret as a card number. */
export type ThreeDProof = { md: string; xid: string; eci: string; cavv: string };

export type ThreeDOrder = {
  /** The order id of the later sale. */
  bankOrderId: string;
  amountMinor: number;
  currency: Currency;
  installment: number;
  /** The address to which the bank returns the buyer's browser, by POST, whatever the outcome. */
  returnUrl: string;
  /** The bank's server posts the same here if the browser does not return. It expects the text `Approved`. */
  callbackUrl?: string;
  /** Returned unchanged with the answer: at most 500 ASCII characters, nothing secret. */
  echo?: string;
  language: Language;
} & ChallengeCard;

/**
 * The card that the buyer's browser posts to the gate. Never a stored one; the key of a card that the bank
 * keeps itself would be one more member (docs/adr/0011).
 */
type ChallengeCard = {
  card: TypedCard;
  /** Never stored. */
  cvv?: string;
};
/** A form that the buyer's browser posts unchanged. It contains the card and is never stored or logged. */
export type BrowserForm = { action: string; fields: Record<string, string> };
/** `binding`: what the payment keeps of the form, so that the answer to another form is recognised. */
export type ThreeDStart = { form: BrowserForm; binding: string };
/** The form that the bank has to answer. */
export type ThreeDSent = {
  bankOrderId: string;
  maskedCardNumber: string;
  cardAssociation: CardAssociation;
  /** Absent for a challenge that an older version of the service began. */
  binding?: string;
};

/** `full`: sell. `half`: sell only if the merchant accepts the liability. `failed`: do not sell. */
export type ThreeDLevel = 'full' | 'half' | 'failed';
export type ThreeDReturn =
  /**
   * Not made by the bank, not for this merchant, or not the answer to the form that was sent (nestpay.md
   * 6.3). Only the field names may be logged, never the values.
   */
  | {
      kind: 'forged';
      reason: 'hash' | 'clientId' | 'own form' | 'sent fields' | 'twin names' | 'spelling' | 'card' | 'proof';
      fieldNames: string[];
    }
  | { kind: 'malformed'; reason: string }
  /** Made by the bank. The caller still has to compare it with the waiting payment. */
  | {
      kind: 'authentic';
      bankOrderId: string;
      amountMinor: number;
      currency: Currency;
      installment: number;
      level: ThreeDLevel;
      /** `0` to `9` (nestpay.md 6.6); empty if the bank refused the form itself (see `code`). */
      mdStatus: string;
      /** Two digits; absent if the bank returned none. */
      eci?: string;
      /** Present if the bank returned what a sale needs. */
      proof?: ThreeDProof;
      echo?: string;
      /** The bank's error code, such as `HPP-1001`. */
      code?: string;
      message?: string;
    };

export type HistoryOperation = {
  operation: 'sale' | 'refund';
  /** `voided`: approved and later undone. `reversing`: the bank is undoing it, so inquire again later. */
  status: 'approved' | 'declined' | 'voided' | 'reversing';
  amountMinor: number;
  /** True while the batch is open and the operation can be voided. */
  batchOpen: boolean;
  hostReference?: string;
  authorizationCode?: string;
  transactionId?: string;
  /** The bank's code of this row: `00`, `51`. */
  code: string;
  /** The meaning of a declined row's code, as in `Declined`. */
  decline?: Pick<Declined, 'errorCode' | 'declineCategory' | 'merchantFault' | 'isUnexplained'>;
};

/** The bank's operations of one order, newest first. `notFound` is believed only after `landingTimeMs`. */
export type Inquiry =
  | { kind: 'found'; operations: HistoryOperation[] }
  | { kind: 'notFound' }
  | Unknown
  | NotSent;

/**
 * How a day's books are compared with the bank's. `order`: by one inquiry for each order id, so many at the
 * same time that the bank's other calls are not delayed. A bank that sends its books of a day would be one
 * more member.
 */
type BookCheck = { by: 'order'; atOnce: number };

export type Acquirer = {
  bookCheck: BookCheck;
  /**
   * The amount in minor units about which an issuer is asked to prove a card that is not charged: 0 where the
   * bank knows a verification without an amount.
   */
  verificationMinor: number;
  /** The longest time in milliseconds that a request may be under way. After it, "not found" is final. */
  landingTimeMs: number;
  sale(order: SaleOrder): Promise<SaleOutcome>;
  /** Undoes a whole sale while its batch is open. */
  voidSale(order: { bankOrderId: string }): Promise<VoidOutcome>;
  refund(order: RefundOrder): Promise<RefundOutcome>;
  inquire(bankOrderId: string): Promise<Inquiry>;
  /** Returns the form with which the buyer's browser starts the issuer's authentication. */
  startThreeD(order: ThreeDOrder): ThreeDStart;
  /** Reads the bank's return and checks its hash first. `bytes` are undecoded: they may be ISO-8859-9. */
  verifyThreeD(body: { bytes: Buffer; contentType: string | undefined }, sent: ThreeDSent): ThreeDReturn;
};
