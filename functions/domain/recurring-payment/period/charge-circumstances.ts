// What a charge is decided on beside its record, and what is decided.
import type { ChargeHold } from '#domain/recurring-payment/charge-hold.ts';
import type { AttemptStep, Step } from '#domain/recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';

export type CardState =
  /** `allowedFromMs`: the first moment that the limits on tries per card allow; it may have passed. */
  | { readonly kind: 'chargeable'; readonly allowedFromMs: number }
  | { readonly kind: 'expired' }
  /** Blocked by a hard decline of any recurring payment, until the card is updated. */
  | { readonly kind: 'blocked'; readonly errorCode: DeclineCode };

export type Circumstances = {
  readonly nowMs: number;
  readonly customerIsActive: boolean;
  readonly card: CardState;
  /** Present while no charge of the merchant in this currency may be sent. */
  readonly hold?: Pick<ChargeHold, 'code' | 'sinceMs'> | undefined;
};

export type NoChargeReason =
  | 'CustomerInactive'
  | 'CardUnusable'
  | 'CardCapReached'
  | 'MerchantHeld'
  | 'DueTooOld'
  | 'NextDueCame'
  | 'BoundReached'
  /** A requested charge whose attempt is stored already. */
  | 'ClaimedBefore';

export type MadeDecision =
  /** Write the step, then send this attempt to the bank. */
  | { readonly kind: 'charge'; readonly step: AttemptStep }
  /** Write the step; the bank is not called. */
  | { readonly kind: 'write'; readonly step: Step; readonly reason: NoChargeReason };
