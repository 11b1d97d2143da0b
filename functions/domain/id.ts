// Makes and recognises ids. They are ordered by time, so sorting by id sorts by age, and random enough that
// none can be guessed.

export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const PAYMENT_REFERENCE = /^PAY-[0-9A-HJKMNP-TV-Z]{26}$/;
export const HOSTED_PAGE_TOKEN = /^HST-[A-Za-z0-9_-]{43}$/;
export const PAGE_ID = /^[0-9a-f]{16}$/;

export type RandomBytes = (count: number) => Uint8Array;

/** A version 7 UUID: 48 bits of milliseconds, then random bits. */
export function makeUuid(nowMs: number, randomBytes: RandomBytes): string {
  const random = Buffer.from(randomBytes(10));
  random[0] = 0x70 | ((random[0] ?? 0) & 0x0f);
  random[2] = 0x80 | ((random[2] ?? 0) & 0x3f);
  const hex = nowMs.toString(16).padStart(12, '0') + random.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** `PAY-` and 26 characters of Crockford's base 32: 48 bits of milliseconds, 80 random ones. */
export function makePaymentReference(nowMs: number, randomBytes: RandomBytes): string {
  const random = Buffer.from(randomBytes(10)).toString('hex');
  let bits = BigInt(nowMs) * (1n << 80n) + BigInt(`0x${random}`);
  let text = '';
  for (let at = 0; at < 26; at += 1) {
    text = CROCKFORD[Number(bits % 32n)] + text;
    bits /= 32n;
  }
  return `PAY-${text}`;
}

/** When a payment reference was made, in milliseconds. */
export const referenceTimeMs = (reference: string) =>
  [...reference.slice(4, 14)].reduce((ms, digit) => 32 * ms + CROCKFORD.indexOf(digit), 0);

/** `HST-` and 256 random bits. The token is the right to pay, so it must not be guessable. */
export function makeHostedPageToken(randomBytes: RandomBytes): string {
  return `HST-${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/** When a version 7 UUID was made, in milliseconds. */
export const uuidTimeMs = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);

export const isUuid = (text: string) => UUID.test(text);
/** The UUID that is written in any case, also without dashes or in braces; undefined if it is none. */
export function readUuid(text: string): string | undefined {
  const inner = text.replace(/^\{(.*)\}$/, '$1').toLowerCase();
  const uuid = inner.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(uuid) ? uuid : undefined;
}

export const isPaymentReference = (text: string) => PAYMENT_REFERENCE.test(text);
export const isHostedPageToken = (text: string) => HOSTED_PAGE_TOKEN.test(text);
export const isPageId = (text: string) => PAGE_ID.test(text);
