// The port to a merchant's bank. A decline is returned, not thrown, because it is a normal outcome. `unknown`
// is returned too, because only an inquiry may resolve it. An adapter never retries (nestpay.md 1.1).
import type { CardDetails, TypedCard } from '#domain/card/card.ts';
import type { CardAssociation } from '#domain/card/card-prefix.ts';
import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import type { MerchantFault } from '#domain/payment/merchant-fault.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';

export type Approved = {
  kind: 'approved';
  /** The bank's HostRefNum (RRN), which becomes `bankReferenceNumber`. */
  hostReference: string;
  authorizationCode?: string;
  /** The bank's own id of this operation. */
  transactionId?: string;
  /** Set if the bank had made the sale of this order before, which counts as ours. */
  firstSale?: FirstSale;
  /** Of a pre-authorisation: for so many days the bank keeps the amount reserved. */
  heldDays?: number;
  /** Of one that the bank has captured before: what it has taken. */
  capturedMinor?: number;
};
/**
 * The facts of a sale that are the bank's if it made the sale before (nestpay.md 5.1): the buyer may have
 * given another card this time. `at`: ISO; absent, like the card, if the bank's answer contains none.
 */
type FirstSale = { at?: string; card?: BankCard };
/** The digits of a card number that the bank shows. */
export type BankCard = { firstSix: string; lastFour: string };
export type Declined = {
  kind: 'declined';
  /** The bank's own code, unchanged: `51`, `CORE-2012`. */
  code: string;
  errorCode: DeclineCode;
  declineCategory: DeclineCategory;
  /** The merchant's settings at the bank, not the card, caused the decline. */
  merchantFault?: MerchantFault;
  /** A system of the bank or network failed. */
  systemFault?: true;
  /** The bank's history shows that the gateway refused the order, but not the reason. */
  isUnexplained?: true;
  /** The bank accepts no payment without a CVV from this merchant (CORE-2208). */
  cvvRequired?: true;
  /** The bank's own text, for the merchant, never shown to the buyer. */
  message?: string;
  /** The `mdStatus` that the bank returned for a failed 3-D Secure authentication. */
  mdStatus?: string;
  eci?: string;
};
/** The request may have reached the bank. Only an inquiry resolves the outcome. */
export type Unknown = {
  kind: 'unknown';
  reason: string;
  merchantRefusal?: MerchantRefusal;
  /** The bank has answered with more than is read. */
  isTooLarge?: true;
};
/** The bank refused an inquiry because of the merchant's settings. The order's outcome stays unknown. */
export type MerchantRefusal = { code: string; fault: MerchantFault };
/** The request was certainly not sent: no connection, no host name, no route, or a closed gate. */
export type NotSent = { kind: 'notSent'; reason: string };

/**
 * Of a capture too, whose `unknown` includes what only the state of the order explains: captured or released
 * before.
 */
export type SaleOutcome = Approved | Declined | Unknown | NotSent;
/**
 * `alreadyVoided`: an earlier void has undone the sale; the history does not tell its reference.
 * `batchClosed`: the sale cannot be voided any more, only refunded (CORE-2008 on a settled sale, CORE-2511).
 */
export type VoidOutcome = SaleOutcome | { kind: 'alreadyVoided' } | { kind: 'batchClosed'; code: string };
/**
 * `notSettledYet`: the bank refunds only after its batch has closed (CORE-2508).
 * `alreadyRefunded`: nothing is left to refund (CORE-2504).
 */
export type RefundOutcome =
  | SaleOutcome
  | { kind: 'notSettledYet'; code: string }
  | { kind: 'alreadyRefunded'; code: string };

export type SaleOrder = {
  /** The order id of one attempt, at most 32 letters and digits. It is stored before it is sent. */
  bankOrderId: string;
  amountMinor: number;
  currency: Currency;
  /** 1 means a single payment. */
  installment: number;
  payerAddress?: string;
  /** Every sale under this order id is in this currency: the plan of a charge has one. */
  hasFixedCurrency?: boolean;
  /** Only reserves the amount, which `capture` takes or `voidSale` releases. */
  isPreAuth?: boolean;
} & PaymentInstrument;

/**
 * The payment instrument of a sale: a card, or the proof of a challenge. For a bank that stores cards itself,
 * a further member would contain the bank's key of the card instead of its number (docs/adr/0011).
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

/**
 * A void, refund or capture is sent with the order id of its sale, because it has no key of its own at the
 * bank. `hostReference`: that of the sale, by which some banks tell the operations of an order apart.
 */
export type RefundOrder = {
  bankOrderId: string;
  amountMinor: number;
  currency: Currency;
  hostReference?: string;
  /** At a bank where the void of a capture reserves the amount again, that is released too. */
  leavesNothing?: boolean;
};

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
  /**
   * The address to which the bank's server posts the same if the browser does not return. It expects
   * `callbackAnswer`.
   */
  callbackUrl?: string;
  /** Returned unchanged with the answer: at most 500 ASCII characters, nothing secret. */
  echo?: string;
  language: Language;
  payerAddress?: string;
  /** As that of the later sale. */
  isPreAuth?: boolean;
} & ChallengeCard;

/**
 * The card that the buyer's browser posts to the gate, never a stored card. For a bank that stores cards
 * itself, a further member would contain the bank's key of the card (docs/adr/0011).
 */
type ChallengeCard = {
  card: TypedCard;
  /** Never stored. */
  cvv?: string;
};
/** A form that the buyer's browser posts unchanged. It contains the card and is never stored or logged. */
export type BrowserForm = { action: string; fields: Record<string, string> };
/**
 * `binding`: digests of the form, which the payment stores so that an answer to another form is recognised; ''
 * for a bank that returns nothing of the form but its order id.
 */
export type ThreeDStart = { form: BrowserForm; binding: string };
/** The stored facts of the sent form, with which the bank's answer is compared. */
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
   * The answer was not made by the bank, is not for this merchant, or does not belong to the sent form
   * (nestpay.md 6.3). Only the field names may be logged, never the values.
   */
  | {
      kind: 'forged';
      reason:
        | 'hash'
        | 'clientId'
        | 'own form'
        | 'sent fields'
        | 'signed names'
        | 'twin names'
        | 'spelling'
        | 'card'
        | 'proof';
      fieldNames: string[];
    }
  | { kind: 'malformed'; reason: string }
  /** The bank made the answer. The caller still has to compare it with the waiting payment. */
  | {
      kind: 'authentic';
      bankOrderId: string;
      /** Absent if the bank does not return them: the form, which the service signs once, then binds them. */
      amountMinor?: number;
      currency?: Currency;
      installment?: number;
      level: ThreeDLevel;
      /** `0` to `9` (nestpay.md 6.6); empty if the bank refused the form itself (see `code`). */
      mdStatus: string;
      /** Two digits; absent if the bank returned none. */
      eci?: string;
      /** The proof for the sale; absent if the bank returned none. */
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
  /** Absent if the bank's history names none. */
  currency?: Currency;
  /** ISO; absent if the bank's row has no readable time. */
  at?: string;
  /**
   * Of a pre-authorised sale of which nothing is taken: for so many days the bank keeps the amount reserved. Once
   * it is captured, the operation is that of the capture. `maybeSale`: the bank shows some plain sales alike.
   */
  reserved?: { heldDays: number; maybeSale?: true };
  /** True while the batch is open and the operation can be voided. */
  batchOpen: boolean;
  hostReference?: string;
  authorizationCode?: string;
  transactionId?: string;
  /** The bank's code of this row: `00`, `51`. */
  code: string;
  /** The meaning of a declined row's code, as in `Declined`. */
  decline?: Pick<
    Declined,
    'errorCode' | 'declineCategory' | 'merchantFault' | 'systemFault' | 'isUnexplained'
  >;
};

/** The bank's operations of one order, newest first. `notFound` is believed only after `landingTimeMs`. */
export type Inquiry =
  | { kind: 'found'; operations: HistoryOperation[] }
  | { kind: 'notFound' }
  | Unknown
  | NotSent;

/** Of the bank's time. `toMs` is not included; at most a day. */
export type ReportSpan = { fromMs: number; toMs: number };
/**
 * The order ids under which the bank may have taken money in the span: sales and captures, not those that it has
 * declined or undone. It names other orders of the shop too, and a neighbour of the span. Only an inquiry tells
 * what was taken. `tooMany`: more than the bank sends at once, so a shorter span has to be asked for.
 */
export type SalesReport =
  | { kind: 'listed'; bankOrderIds: string[] }
  | { kind: 'tooMany' }
  | Unknown
  | NotSent;

/**
 * How the reconciliation compares a day's books with the bank's. `order`: by one inquiry for each order id,
 * at most `atOnce` at the same time, so that other calls to the bank are not delayed.
 */
type BookCheck = { by: 'order'; atOnce: number };

export type Acquirer = {
  bookCheck: BookCheck;
  /**
   * The amount in minor units of a 3-D Secure verification without a sale; 0 if the bank accepts one without
   * an amount.
   */
  verificationMinor: number;
  /** The text that the bank's server expects as the response to its message, whatever comes of it. */
  callbackAnswer: string;
  /** The longest time in milliseconds that a request may be under way. After it, "not found" is final. */
  landingTimeMs: number;
  sale(order: SaleOrder): Promise<SaleOutcome>;
  /** Takes the amount, at most what a pre-authorisation of the order has reserved; the rest is released. */
  capture(order: RefundOrder): Promise<SaleOutcome>;
  /**
   * Undoes a whole sale while its batch is open, or releases a pre-authorisation. The outcome repeats the
   * sale's reference for a bank whose voids have none.
   */
  voidSale(order: RefundOrder): Promise<VoidOutcome>;
  refund(order: RefundOrder): Promise<RefundOutcome>;
  inquire(bankOrderId: string): Promise<Inquiry>;
  /** The card of an order that the bank knows; undefined if the bank does not show it. */
  cardOf(bankOrderId: string): Promise<BankCard | undefined>;
  /** Absent at a bank that has no report of its shops' sales. */
  reportSales?(span: ReportSpan): Promise<SalesReport>;
};

/** The issuer's authentication. Nothing here calls the bank: form and answer go through the buyer's browser. */
export type ThreeDGate = {
  /** Returns the form with which the buyer's browser starts the issuer's authentication. */
  startThreeD(order: ThreeDOrder): ThreeDStart;
  /** Reads the bank's return and checks its hash first. `bytes` are undecoded: they may be ISO-8859-9. */
  verifyThreeD(body: { bytes: Buffer; contentType: string | undefined }, sent: ThreeDSent): ThreeDReturn;
};
