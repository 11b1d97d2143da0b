// Verifies an event that was sent to the shop, as docs/events.md requires of every receiver: the body is not
// parsed before its signature is verified.
import { createHmac, timingSafeEqual } from 'node:crypto';

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
type Message = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };

type Verification =
  | { kind: 'verified'; id: string; event: ShopEvent }
  /** `old`: signed, but outside of the tolerated time. `malformed`: signed, but not an event. */
  | { kind: 'refused'; reason: 'unsigned' | 'forged' | 'old' | 'malformed' };

const TOLERANCE_SECONDS = 300;

/** `nowMs` is the time of the service's clock, which a developer may have moved. */
export function verifyEvent({ headers, body }: Message, secret: string, nowMs: number): Verification {
  const [id = '', timestamp = '', signatures = ''] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return { kind: 'refused', reason: 'unsigned' };
  const right = signatureOf(`${id}.${timestamp}.`, body, secret);
  const isSigned = signatures.split(' ').some((given) => isSame(given, right));
  if (!isSigned) return { kind: 'refused', reason: 'forged' };
  const isNow = Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  if (!isNow) return { kind: 'refused', reason: 'old' };
  const event = eventIn(body);
  return event === undefined ? { kind: 'refused', reason: 'malformed' } : { kind: 'verified', id, event };
}

function signatureOf(signed: string, body: Buffer, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`;
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function eventIn(body: Buffer): ShopEvent | undefined {
  try {
    const event = JSON.parse(body.toString('utf8')) as Partial<ShopEvent> | null;
    const texts = [event?.id, event?.type, event?.createdAt, event?.objectType, event?.objectId];
    const isEvent = texts.every((text) => typeof text === 'string') && typeof event?.sequence === 'number';
    return isEvent && typeof event.data?.object === 'object' ? (event as ShopEvent) : undefined;
  } catch {
    return undefined;
  }
}
