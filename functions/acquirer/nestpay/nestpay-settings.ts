// The settings of a merchant's NestPay virtual POS: a plain JSON object, because it is encrypted as a whole.
import { flag, optional, text, type ValueOf } from '#domain/shape.ts';
import { callSettings } from '../call-settings.ts';

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
  ...callSettings(),
});
