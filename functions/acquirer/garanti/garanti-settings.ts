// The settings of a merchant's virtual POS at Garanti: a plain JSON object, because it is encrypted as a whole.
import { flag, optional, text, type ValueOf } from '#domain/shape.ts';
import { callSettings } from '../call-settings.ts';

export type GarantiSettings = ValueOf<typeof garantiSettings>;

export const garantiSettings = () => ({
  /** `https://<bank>/VPServlet`. */
  apiUrl: text,
  /** `https://<bank>/servlet/gt3dengine`, to which the buyer's browser posts for 3-D Secure. */
  gateUrl: text,
  merchantId: text,
  /** The number of the terminal, without leading zeros. */
  terminalId: text,
  /** Password of the user PROVAUT, who sells and inquires. */
  password: text,
  /** Password of the user PROVRFN, who voids and refunds. */
  refundPassword: text,
  /** Key of the 3-D Secure hashes. */
  storeKey: text,
  /** The IP address that calls without a buyer name, because the bank requires one: the shop's own. */
  shopAddress: text,
  /** The POS is of the bank's test environment. */
  testMode: optional(flag),
  /** The bank wants payments without a CVV marked as mail order (`MotoInd` Y). */
  mailOrder: optional(flag),
  /** Istanbul wall time of the batch close, `22:00` by default: no answer of the bank says it. */
  batchCloseAt: optional(text),
  ...callSettings(),
});

/** What signs and names a shop. */
export type GarantiKeys = Pick<
  GarantiSettings,
  'merchantId' | 'terminalId' | 'password' | 'refundPassword' | 'storeKey' | 'shopAddress' | 'testMode'
>;
