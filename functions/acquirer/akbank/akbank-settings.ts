// The settings of a merchant's virtual POS at Akbank: a plain JSON object, because it is encrypted as a whole.
import { flag, optional, text, type ValueOf } from '#domain/shape.ts';
import { callSettings } from '../call-settings.ts';

export type AkbankSettings = ValueOf<typeof akbankSettings>;

export const akbankSettings = () => ({
  /** `https://<bank>/api/v1/payment/virtualpos`, without the operation's path. */
  apiUrl: text,
  /** `https://<bank>/securepay`, to which the buyer's browser posts for 3-D Secure. */
  gateUrl: text,
  /** The ids of shop and terminal at the bank, 32 characters each. */
  merchantSafeId: text,
  terminalSafeId: text,
  /** Key of every hash, as text: it looks like hexadecimal digits and is not decoded. */
  secretKey: text,
  subMerchantId: optional(text),
  /** The bank wants payments without a CVV marked as mail order (`motoInd` 1). */
  mailOrder: optional(flag),
  /** Istanbul wall time of the batch close, `22:00` by default: no answer of the bank says it. */
  batchCloseAt: optional(text),
  ...callSettings(),
});

/** The keys of a shop: what signs, and for whom. */
export type AkbankKeys = Pick<
  AkbankSettings,
  'merchantSafeId' | 'terminalSafeId' | 'secretKey' | 'subMerchantId'
>;
