// The types of pay-1.js, the tag of shops. docs/pay-1.d.ts is a copy for shops (`npm run make -- integrity`).

export type PaymentEvent =
  /** The form is shown. */
  | 'form'
  /** The buyer has begun to type. */
  | 'firstKey'
  | 'sending'
  /** The bank's step has begun, and has ended. */
  | 'challenge'
  | 'challengeEnd'
  /** The buyer may try again. */
  | 'declined'
  /** The end: paid, a card stored, or left without either. */
  | 'paid'
  | 'stored'
  | 'left';

export type PaymentOutcome = {
  /**
   * Why the layer was closed. `unknown`: the buyer left while nobody knew the outcome; `unreachable`: before the
   * page opened. Both have no result, nor has `left` if the page did not answer: ask the API.
   */
  reason: 'paid' | 'stored' | 'failed' | 'left' | 'unknown' | 'unreachable';
  /**
   * The signed result (JWS), to be verified by the shop's server; null if nobody knew the outcome.
   */
  result: string | null;
  /** The address of the shop with this result, as if the buyer had been redirected. */
  returnUrl: string | null;
};

export type PaymentTag = {
  /**
   * Shows a `hostedPageUrl` in a layer over the shop's page, until it is paid or left. A newer one replaces
   * it, unless a sent form has no outcome yet; both calls have the same outcome.
   */
  open(hostedPageUrl: string, options?: { on?: (event: PaymentEvent) => void }): Promise<PaymentOutcome>;
};

declare global {
  var Payment: PaymentTag;
}
