// What a merchant's NestPay virtual POS needs to be spoken to. A plain JSON object, because it is sealed
// whole.

export type NestPaySettings = {
  /** `https://<bank>/fim/api`. */
  apiUrl: string;
  /** `https://<bank>/fim/est3Dgate`, where the buyer's browser goes for 3-D Secure. */
  gateUrl: string;
  /** The shop's number at the bank, up to 15 characters. */
  clientId: string;
  userName: string;
  password: string;
  /** Key of the 3-D Secure hash. */
  storeKey: string;
  /** The longest time in milliseconds a request may be under way inside the bank; default 300 s. */
  landingTimeMs?: number;
  /** Time in milliseconds to a secured connection; default 3 s. */
  connectTimeoutMs?: number;
  /** Time in milliseconds of a whole call; default 20 s. */
  callTimeoutMs?: number;
};

/** "Not found" is believed only after the bank's longest landing time. */
export const DEFAULT_LANDING_TIME_MS = 300_000;
