// The bank's 3-D Secure sessions: open challenges, and authentications that a merchant may use for one sale.
// Both contain card numbers, so a store must not keep them in plaintext.
import { randomBytes } from 'node:crypto';
import { cardAssociation } from '#domain/card/card-prefix.ts';
import type { Currency } from '#domain/money.ts';

/** A form that arrived at the gate with a valid hash. */
export type GateForm = {
  clientId: string;
  orderId: string;
  isPreAuth: boolean;
  amountMinor: number;
  currency: Currency;
  language: 'tr' | 'en';
  okUrl: string;
  failUrl: string;
  callbackUrl: string | undefined;
  card: { number: string; expires: string };
  /** The fields that return with the result: all except card number, card code and hash. */
  echoed: [name: string, value: string][];
  clientAddress: string;
};

export type Authentication = {
  form: GateForm;
  md: string;
  xid: string;
  eci: string;
  cavv: string;
  /** True after the first sale with it; a second sale is declined with CORE-2127. */
  used: boolean;
};

export type ThreeDSessions = {
  /** Stores a form and returns the id of its challenge. */
  openChallenge(form: GateForm, nowMs: number): string;
  /** The form of a challenge that has not ended. */
  challengedForm(id: string): GateForm | undefined;
  /** Ends a challenge; a second call returns undefined. `expired` is true if the buyer answered too late. */
  closeChallenge(id: string, nowMs: number): { form: GateForm; expired: boolean } | undefined;
  /** `attempt`: the issuer authenticated in place of the cardholder, which is weaker proof. */
  authenticate(form: GateForm, kind: 'full' | 'attempt', md: string): Authentication;
  authentication(md: string): Authentication | undefined;
  /** Marks the authentication as used, also if the issuer then declines. */
  spend(authentication: Authentication): void;
};

type Challenge = { form: GateForm; openedAtMs: number };
/** Stores sessions for some minutes, by an unguessable name. */
export type AuthenticationStore<Value> = {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
};
type ThreeDStores = {
  challenges: AuthenticationStore<Challenge>;
  authentications: AuthenticationStore<Authentication>;
};

const CHALLENGE_LASTS_MS = 15 * 60_000;

const VISA_ECI = { full: '05', attempt: '06' };
const MASTERCARD_ECI = { full: '02', attempt: '01' };

export function openThreeDSessions({ challenges, authentications }: ThreeDStores): ThreeDSessions {
  return {
    openChallenge(form, nowMs) {
      const id = randomBytes(16).toString('base64url');
      challenges.set(id, { form, openedAtMs: nowMs });
      return id;
    },
    challengedForm: (id) => challenges.get(id)?.form,
    closeChallenge(id, nowMs) {
      const challenge = challenges.get(id);
      if (challenge) challenges.delete(id);
      return (
        challenge && { form: challenge.form, expired: nowMs - challenge.openedAtMs > CHALLENGE_LASTS_MS }
      );
    },
    authenticate(form, kind, md) {
      const authentication: Authentication = {
        form,
        md,
        xid: randomBytes(20).toString('base64'),
        eci: (cardAssociation(form.card.number) === 'MASTERCARD' ? MASTERCARD_ECI : VISA_ECI)[kind],
        cavv: randomBytes(20).toString('base64'),
        used: false,
      };
      authentications.set(authentication.md, authentication);
      return authentication;
    },
    authentication: (md) => authentications.get(md),
    spend: (authentication) => authentications.set(authentication.md, { ...authentication, used: true }),
  };
}
