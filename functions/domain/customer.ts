// A merchant's customer: whom cards and recurring payments belong to. Erasing one takes name, e-mail address
// and telephone number away; payments keep the id, which tells nothing about anybody.

export type Customer = {
  id: string;
  merchantId: string;
  fullName: string;
  email: string;
  phone?: string;
  /** An inactive customer gets no new recurring payment, and is not charged for the ones there are. */
  isActive: boolean;
  /** ISO instants. */
  createdAt: string;
  updatedAt: string;
  erasedAt?: string;
  /** The live recurring payments; absent where there are none. */
  activeRecurringPayments?: ReadonlySet<string>;
};

/** What an e-mail address is found by: nobody remembers how its capitals were written. */
export const foldEmail = (email: string) => email.toLowerCase();

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
// V8 builds each class of Unicode anew at a cold start: as few as will do, and no `i` beside one.
const LABEL = /^(?![\p{M}-])[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;
const TOP_LEVEL = /^([xX][nN]--[a-zA-Z0-9-]+|[\p{L}\p{M}]{2,})$/u;

/**
 * Addresses that mail providers give out. Left out of what RFC 5321 allows: quoted local parts, bare IP
 * addresses, hosts without a dot; letters beyond ASCII only in the domain, where `çiçek.com.tr` is in use.
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
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
}

export const MAX_EMAIL_LENGTH = 254;
