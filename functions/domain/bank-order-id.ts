// The order ids of banks, of at most 32 letters and digits, the shortest limit of the banks. Each is derived
// from what it stands for, never from a clock, so that the same sale has the same id after a restore, and the
// bank refuses a second one.
import { createHash } from 'node:crypto';
import { CROCKFORD } from './id.ts';

/** The first characters of a digest in Crockford's base 32, five bits each, at most 51. */
export function shortDigest(text: string, length: number): string {
  const bits = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  return Array.from({ length }, (_, at) => CROCKFORD[Number((bits >> BigInt(251 - 5 * at)) % 32n)]).join('');
}

const DIGEST = '[0-9A-HJKMNP-TV-Z]';
const OWN = new RegExp(`^(?:HP${DIGEST}{24}A\\d+|RP${DIGEST}{14}P\\d+A\\d+C\\d+(?:V\\d+)?)$`);

/** True for an order id that this service may have made. A shop may use its virtual POS elsewhere too. */
export const isOwnOrderId = (bankOrderId: string): boolean => OWN.test(bankOrderId);
