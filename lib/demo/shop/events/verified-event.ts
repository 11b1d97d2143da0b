// Verifies an event that was sent to the shop, as docs/events.md requires of every receiver: the body is not
// parsed before its signature is verified.
import { signatureHeaders } from '#webhook/sign.ts';
import { isSame } from '../verified-result.ts';

/** The fields of an event that the shop reads. */
export type ShopEvent = {
  id: string;
  type: string;
  createdAt: string;
  objectType: string;
  objectId: string;
  sequence: number;
  data: { object: Readonly<Record<string, unknown>> };
};

/** A message as received: header names in lower case, the body byte for byte. */
type WebhookMessage = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };

type EventVerification =
  | { kind: 'verified'; id: string; event: ShopEvent }
  /** `old`: signed, but outside of the tolerated time. `malformed`: signed, but not an event. */
  | { kind: 'refused'; reason: 'unsigned' | 'forged' | 'old' | 'malformed' };

const TOLERANCE_SECONDS = 300;

/** `nowMs`: the time of the shop's clock. */
export function verifyEvent(
  { headers, body }: WebhookMessage,
  secret: string,
  nowMs: number,
): EventVerification {
  const [id = '', timestamp = '', signatures = ''] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return { kind: 'refused', reason: 'unsigned' };
  const text = body.toString('utf8');
  const message = { id, timestampSeconds: Number(timestamp), body: text };
  const { 'webhook-signature': right = '' } = signatureHeaders(message, [secret]);
  const isSigned = signatures.split(' ').some((candidate) => isSame(candidate, right));
  if (!isSigned) return { kind: 'refused', reason: 'forged' };
  const isNow = Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  if (!isNow) return { kind: 'refused', reason: 'old' };
  const event = eventIn(text);
  return event === undefined ? { kind: 'refused', reason: 'malformed' } : { kind: 'verified', id, event };
}

function eventIn(text: string): ShopEvent | undefined {
  try {
    const event = JSON.parse(text) as Partial<ShopEvent> | null;
    const texts = [event?.id, event?.type, event?.createdAt, event?.objectType, event?.objectId];
    const isEvent = texts.every((text) => typeof text === 'string') && typeof event?.sequence === 'number';
    return isEvent && typeof event.data?.object === 'object' ? (event as ShopEvent) : undefined;
  } catch {
    return undefined;
  }
}
