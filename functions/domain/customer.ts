// A merchant's customer, the owner of cards and recurring payments. Erasing a customer removes name, e-mail
// address and telephone number; payments keep the id, which identifies no person.
import { unicodePattern } from '#domain/text/unicode-pattern.ts';
import { bytes, flag, optional, text, textMap, texts, uuid, type ValueOf } from './shape.ts';

export const customerFields = () => ({
  id: text,
  merchantId: text,
  fullName: text,
  email: optional(text),
  phone: optional(text),
  /** An inactive customer gets no new recurring payment and is not charged for existing ones. */
  isActive: flag,
  metadata: optional(textMap),
  /** Decrypts stored answers about the customer. */
  answerSecret: optional(bytes),
  /** The ids of the API keys that created it and last changed it; absent: none did. */
  createdBy: optional(uuid),
  changedBy: optional(text),
  /** ISO instants. */
  createdAt: text,
  updatedAt: text,
  /** The ids of live recurring payments; absent if there are none. */
  activeRecurringPayments: optional(texts),
});
export type Customer = ValueOf<typeof customerFields>;

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const label = /* @__PURE__ */ unicodePattern('^(?![\\p{M}-])[\\p{L}\\p{M}\\p{N}-]{1,63}(?<!-)$');
const topLevel = /* @__PURE__ */ unicodePattern('^[\\p{L}\\p{M}]{2,}$');
// Most domains are of ASCII, so that no pattern with Unicode classes is made.
const isLabel = (text: string) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(text) || label().test(text);
const isTopLevel = (text: string) => /^(?:xn--[a-z0-9-]+|[a-z]{2,})$/i.test(text) || topLevel().test(text);

/**
 * True for addresses as mail providers issue them. RFC 5321 also allows quoted local parts, bare IP addresses
 * and hosts without a dot: these are refused. Letters beyond ASCII are accepted only in the domain, where
 * they are in use (`çiçek.com.tr`).
 */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    local.length <= 64 &&
    text.length <= MAX_EMAIL_LENGTH &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every(isLabel) &&
    isTopLevel(labels.at(-1) ?? '')
  );
}

export const MAX_EMAIL_LENGTH = 254;
