// The settings of a merchant's NestPay virtual POS: a plain JSON object, because it is encrypted as a whole.
import { flag, natural, optional, text, type ValueOf } from '#domain/shape.ts';

export type NestPaySettings = ValueOf<typeof nestPaySettings>;

export const nestPaySettings = () => ({
  /** `https://<bank>/fim/api`. */
  apiUrl: text,
  /** `https://<bank>/fim/est3Dgate`, to which the buyer's browser posts for 3-D Secure. */
  gateUrl: text,
  /** The merchant's number at the bank, up to 15 characters. */
  clientId: text,
  userName: text,
  password: text,
  /** Key of the 3-D Secure hash. */
  storeKey: text,
  /** The bank has confirmed that its 3-D Secure gate accepts an amount of 0. */
  zeroVerification: optional(flag),
  /** The longest time in milliseconds that a request may be under way inside the bank; default 300 s. */
  landingTimeMs: optional(natural),
  /** Time limit in milliseconds for the connection, TLS included; default 3 s. */
  connectTimeoutMs: optional(natural),
  /** Time limit in milliseconds for the whole call; default 20 s. */
  callTimeoutMs: optional(natural),
  /** Inquiries of a reconciliation that the bank has agreed to answer at once, 1 to 100; default 10. */
  inquiriesAtOnce: optional(natural),
});

/** "Not found" is believed only after the bank's longest landing time. */
export const DEFAULT_LANDING_TIME_MS = 300_000;
