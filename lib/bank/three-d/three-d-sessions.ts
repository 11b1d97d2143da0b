// The bank's memory of 3-D Secure: challenges that a buyer has in front of him, and authentications that a
// shop may turn into one sale. Both hold card numbers: no shelf may keep them in clear.
import { randomBytes } from 'node:crypto';
import type { Currency } from '#domain/money.ts';

/** A form that came to the gate with a hash that fits. */
export type GateForm = {
  clientId: string;
  orderId: string;
  amountMinor: number;
  currency: Currency;
  language: 'tr' | 'en';
  okUrl: string;
  failUrl: string;
  callbackUrl: string | undefined;
  card: { number: string; expires: string };
  /** What goes back with the result: every field but the card's number and code and the hash. */
  echoed: [name: string, value: string][];
  clientAddress: string;
};

export type Authentication = {
  form: GateForm;
  md: string;
  xid: string;
  eci: string;
  cavv: string;
  /** A sale has been asked for with it; a second one is CORE-2127. */
  used: boolean;
};

export type ThreeDSessions = {
  /** Remembers a form and names its challenge. */
  openChallenge(form: GateForm, nowMs: number): string;
  /** Ends a challenge, once. `expired` tells that the buyer came too late. */
  closeChallenge(id: string, nowMs: number): { form: GateForm; expired: boolean } | undefined;
  /** `attempt`: the issuer answered in the cardholder's place, which proves less. */
  authenticate(form: GateForm, kind: 'full' | 'attempt'): Authentication;
  authentication(md: string): Authentication | undefined;
  /** Spent by being asked for, whatever the issuer then says. */
  spend(authentication: Authentication): void;
};

type Challenge = { form: GateForm; openedAtMs: number };
/** Where the desk keeps what it must remember for some minutes, by a name nobody can guess. */
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

/** BIN, secret, number, shop, in the style of the banks. */
const newMd = ({ card, clientId }: GateForm): string =>
  `${card.number.slice(0, 6)}:${randomBytes(32).toString('hex').toUpperCase()}:` +
  `${randomBytes(2).readUInt16BE()}:##${clientId}`;

export function openThreeDSessions({ challenges, authentications }: ThreeDStores): ThreeDSessions {
  return {
    openChallenge(form, nowMs) {
      const id = randomBytes(16).toString('base64url');
      challenges.set(id, { form, openedAtMs: nowMs });
      return id;
    },
    closeChallenge(id, nowMs) {
      const challenge = challenges.get(id);
      if (challenge) challenges.delete(id);
      return (
        challenge && { form: challenge.form, expired: nowMs - challenge.openedAtMs > CHALLENGE_LASTS_MS }
      );
    },
    authenticate(form, kind) {
      const authentication: Authentication = {
        form,
        md: newMd(form),
        xid: randomBytes(20).toString('base64'),
        eci: (form.card.number.startsWith('5') ? MASTERCARD_ECI : VISA_ECI)[kind],
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
