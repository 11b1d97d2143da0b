// Encrypts and decrypts the secrets of webhooks. The encryption context has the webhook's id, so that the
// secret of one is never taken for that of another.
import { ShapeError } from '#domain/shape.ts';
import { open, seal } from './vault.ts';

type Ids = { merchantId: string; webhookId: string };

/** One KMS call. */
export const sealWebhookSecret = async (
  secret: string,
  { merchantId, webhookId }: Ids,
): Promise<Uint8Array> => new Uint8Array(await seal(secret, { purpose: 'webhook', merchantId, webhookId }));

/** One KMS call. */
export async function openWebhookSecret(sealed: Uint8Array, { merchantId, webhookId }: Ids): Promise<string> {
  const secret = await open(sealed, { purpose: 'webhook', merchantId, webhookId });
  if (typeof secret === 'string') return secret;
  throw new ShapeError('webhook secret', 'is not a text');
}
