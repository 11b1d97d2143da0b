// Cursors of lists. A cursor is opaque and signed with the merchant's digest key, over endpoint and filters:
// an altered cursor, or one of another list or merchant, is rejected.
import { timingSafeEqual } from 'node:crypto';
import { merchantDigests } from '#domain/digest-key.ts';
import { Rejection } from '#domain/rejection.ts';

type CursorOwner = {
  /** The merchant's digest key. */
  digestKey: string;
  /** The list and its filters, always in the same spelling. */
  list: string;
};

export function writeCursor(position: string, owner: CursorOwner): string {
  return Buffer.concat([signatures(position, owner)[0], Buffer.from(position)]).toString('base64url');
}

/** Throws CURSOR_INVALID. */
export function readCursor(cursor: string, owner: CursorOwner): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(SIGNATURE_BYTES).toString('utf8');
  const isOurs =
    bytes.length > SIGNATURE_BYTES &&
    signatures(position, owner).some((one) => timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), one)) &&
    bytes.toString('base64url') === cursor;
  if (!isOurs) throw new Rejection('CURSOR_INVALID').at('cursor');
  return position;
}

const SIGNATURE_BYTES = 16;
/** The signatures by every version of the merchant's key; new cursors have the first one. */
function signatures(position: string, { digestKey, list }: CursorOwner): [Buffer, ...Buffer[]] {
  const [current, ...others] = merchantDigests(digestKey, JSON.stringify(['cursor', list, position]));
  const signatureOf = ({ digest }: typeof current) => digest.subarray(0, SIGNATURE_BYTES);
  return [signatureOf(current), ...others.map(signatureOf)];
}
