// What a buyer's page and its script agree on: ids, the data of elements, and the answers to a form. The page
// is made with these types; browser/, which is checked with the types of a browser, imports nothing else.

/** The parts of a script, of which a page names those that it runs. */
export type OutcomePart = 'frame' | 'challenge' | 'checking' | 'return' | 'copy';
export type ScriptPart = 'form' | OutcomePart;

/** The ids of the fields of a card are their names, too. */
export type CardField = 'cardNumber' | 'expiry' | 'cvv' | 'ownerName';
/** The names of the boxes by which a buyer agrees: that a card is stored, or to the texts of a sale. */
export type ConsentField = 'saveCard' | 'consent' | 'distanceSale';
type FormId = CardField | 'payment' | 'pay' | 'pay-text' | 'status' | 'cvv-help' | 'saved-new' | 'offers';
type NoticeId = 'notice' | 'notice-title' | 'clock' | 'until' | 'left' | 'extend';
type ErrorId = `${CardField | ConsentField}-error`;
export type PageId = FormId | ErrorId | NoticeId | 'challenge' | 'give-up' | 'return' | 'reference' | 'copy';

/** The id of an element that a script looks for. */
export const idOf = (id: PageId): string => id;

/** Names separated by spaces: the parts that run, and the origins that may frame the page. */
export type BodyData = { runs: string; frameOrigins?: string | undefined };

/** The state of a form; its script also sets `sending` and `challenge` (hosted-page.md 9.2). */
export type FormState = 'form' | 'declined';
/** Sent to a shop that frames the page. */
export type FrameResult = 'paid' | 'failed' | 'stored';
export type MainData = {
  state?: string | undefined;
  result?: FrameResult | undefined;
  address?: string | undefined;
  /** The address of the shop with the signed result. */
  returnUrl?: string | undefined;
};
/** The name of the frame in the layer of pay-1.js, which a page does not leave (hosted-page.md 9.4). */
export type LayerName = 'payment-layer';
/** `asks`: the buyer has pressed Escape. */
export type FrameMessage = { type: 'payment-page'; height: number; state: string; asks: boolean } & Pick<
  MainData,
  'result' | 'returnUrl'
>;

export type CopyData = { done: string };
export type ChallengeData = Record<'bar' | 'whole' | 'opening' | 'slow' | 'leftMs', string>;

type ClockWord = 'leftMs' | 'timeLeft' | 'left300' | 'left60' | 'left30' | 'toShop' | 'timeOverText';
type MoreTimeWord = 'extended' | 'notExtended';
type SendingWord = 'sending' | 'slow' | 'resend' | 'asking' | 'bankTitle';
type LostWord = 'offline' | 'offlineText' | 'notSent' | 'notSentText';
type NumberWord = 'brandPrefix' | 'brandRefused' | 'numberMissing' | 'numberWrong' | 'numberShort';
type ExpiryWord = 'month' | 'expiryMissing' | 'expiryWrong' | 'monthWrong' | 'yearWrong' | 'cardExpired';
type CvvWord = 'cvvMissing' | 'cvvWrong' | 'cvvThree' | 'cvvAmex';
type OwnerWord = 'nameMissing' | 'nameWrong';
type CardTable = 'prefixes' | 'refused' | 'spellings';
type FormWord =
  | ClockWord
  | MoreTimeWord
  | SendingWord
  | LostWord
  | NumberWord
  | ExpiryWord
  | CvvWord
  | OwnerWord;

/**
 * The texts and tables of the form's script, which contains none. `canExtend`: the deadline can be moved;
 * `left`: the form tells that it was left.
 */
export type FormWords = Record<FormWord | CardTable, string> & {
  canExtend?: '' | undefined;
  left?: '' | undefined;
};

/** `of`: the brand of a stored card or of a hint. */
export type ChoiceData = { of?: string; needsCvv?: '' | undefined; used?: '' | undefined };
/** What the button says of a count and, with a surcharge, the header: the sum, and the surcharge in it. */
export type PriceData = { pay: string; total?: string | undefined; extra?: string | undefined };
/** With what they say of the single payment, or where there is no choice. */
export type OffersData = PriceData & {
  total: string;
  /** The installments follow the card. */
  asks?: '' | undefined;
  /** What a screen reader is told of this card. */
  told?: string | undefined;
  /** The bank has not split it. */
  single?: '' | undefined;
};
/** The error of a box that must be ticked. */
export type ConsentData = { missing: string };

/** An error with the id of its field, if that has one place. */
export type FieldError = { field: CardField | ConsentField | 'installment'; text: string };

export type Notice = {
  title: string;
  lines: readonly string[];
  /** True if the buyer chose this outcome: nothing went wrong. */
  isCalm?: boolean;
};

/** The content of a form in place of its document. */
export type FormAnswer = {
  /** The nonce of the next submit. */
  formNonce: string;
  /** The title of the document. */
  title: string;
  /** Whether the last attempt was declined. */
  state: FormState;
  notice?: Notice;
  /** Milliseconds after which the script sends the form again: a guard has stopped it. */
  waitMs?: number;
  /** In the order of their fields on the page. */
  errors: readonly FieldError[];
  /** The beginnings of the ids of the fields to empty. */
  empty: readonly ('cvv' | 'expiry')[];
};

/** While a payment is under way there is no form: its page is shown over the form until it has an outcome. */
export type WaitingAnswer = { step: 'wait' };

/**
 * The answer to a form's script. `step` is its next action: `leave` leads to the shop, `page` opens the page,
 * `challenge` sends the form as a document, which leads to the bank.
 */
export type ScriptAnswer =
  | WaitingAnswer
  | ({ step: 'form' } & FormAnswer)
  | { step: 'leave'; to: string; result: FrameResult }
  | { step: 'challenge' | 'page' };
