// Signs a message by Standard Webhooks 1.0.0: HMAC-SHA256 over id, timestamp and body.
import { createHmac } from 'node:crypto';
import type { RandomBytes } from '#domain/id.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** `whsec_` and the base64 of 32 random bytes. */
export const makeWebhookSecret = (randomBytes: RandomBytes): string =>
  PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64');

type SignedMessage = { id: string; timestampSeconds: number; body: string };

/** One signature for each secret: during a rotation the receiver may have the old or the new one. */
export function signatureHeaders(
  { id, timestampSeconds, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  if (secrets.length === 0) throw new Error('A message needs a secret.');
  const content = `${id}.${timestampSeconds}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** Throws if the secret is too short: with an empty key anyone could sign. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
  if (key.length < 16) throw new Error('A webhook secret is too short.');
  return key;
}
