// Cursors of lists. A cursor is opaque and signed with the merchant's digest key, over endpoint and filters:
// an altered cursor, or one of another list or merchant, is rejected.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';

type CursorOwner = {
  /** The merchant's digest key, base64url. */
  digestKey: string;
  /** The list and its filters, always in the same spelling. */
  list: string;
};

export function writeCursor(position: string, owner: CursorOwner): string {
  return Buffer.concat([sign(position, owner), Buffer.from(position)]).toString('base64url');
}

/** Throws CURSOR_INVALID. */
export function readCursor(cursor: string, owner: CursorOwner): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(SIGNATURE_BYTES).toString('utf8');
  const isOurs =
    bytes.length > SIGNATURE_BYTES &&
    timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(position, owner)) &&
    bytes.toString('base64url') === cursor;
  if (!isOurs) throw new Rejection('CURSOR_INVALID');
  return position;
}

const SIGNATURE_BYTES = 16;
function sign(position: string, { digestKey, list }: CursorOwner): Buffer {
  const mac = createHmac('sha256', Buffer.from(digestKey, 'base64url'));
  return mac
    .update(JSON.stringify(['cursor', list, position]))
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
