// The codes of attempts that 3-D Secure has failed. They are ours: the bank was not asked for money.
import type { Payment } from './payment.ts';

const PREFIX = '3D-';
const GIVEN_UP = `${PREFIX}GIVEN-UP`;
const TIMED_OUT = `${PREFIX}TIMED-OUT`;

/** `why`: the issuer's `mdStatus`, `ERROR` if there is none, `TIMED-OUT` or `GIVEN-UP`. */
export const threeDFailureCode = (why: string): string => `${PREFIX}${why}`;

/** True of a `bankResponseCode` that is no code of a bank. */
export const isThreeDFailure = (code: string): boolean => code.startsWith(PREFIX);

/** True if the buyer gave up the challenge: on our page, or at the bank according to its message. */
export const isAbandoned = ({ errorCode, bankResponseCode, bankMessage = '' }: Payment): boolean =>
  errorCode === 'THREE_D_SECURE_FAILED' &&
  (bankResponseCode === GIVEN_UP || /cancel|[i\u0130]ptal|vazge/i.test(bankMessage));

/** True if the challenge of the attempt ended without an answer of the issuer. */
export const isTimedOutOrGivenUp = ({ bankResponseCode }: Payment): boolean =>
  bankResponseCode === GIVEN_UP || bankResponseCode === TIMED_OUT;
