// Signs one message with the secrets of a webhook and posts it.
import type { Webhook } from '#domain/webhook/webhook.ts';
import { signingSecrets } from '#domain/webhook/webhook.ts';
import { openWebhookSecret } from '#vault/webhook.ts';
import { type Posted, type PostOptions, post } from '#webhook/post.ts';
import { signatureHeaders } from '#webhook/sign.ts';

type Message = {
  id: string;
  body: string;
};

const opened = new Map<string, Promise<string>>();
/** Most secrets that a container remembers. Beyond this it forgets all. */
const MOST_REMEMBERED = 2_000;

/** `allowsLocalhost`: true in the local service. `totalTimeoutMs`: see `PostOptions`. */
export async function sendMessage(
  webhook: Webhook,
  { id, body }: Message,
  allowed: Pick<PostOptions, 'allowsLocalhost' | 'totalTimeoutMs'>,
): Promise<Posted> {
  const nowMs = Date.now();
  const secrets = await Promise.all(signingSecrets(webhook, nowMs).map((one) => openOnce(one, webhook)));
  const signature = signatureHeaders({ id, timestampSeconds: Math.floor(nowMs / 1000), body }, secrets);
  const headers = { ...signature, 'Content-Type': 'application/json', 'User-Agent': 'payment-service' };
  return await post(webhook.url, { headers, body }, allowed);
}

/** One KMS call for each secret and container. A call that failed is forgotten. */
async function openOnce(sealed: Uint8Array, { merchantId, id: webhookId }: Webhook): Promise<string> {
  const name = `${webhookId} ${Buffer.from(sealed).toString('base64')}`;
  const known = opened.get(name);
  if (known !== undefined) return await known;
  if (opened.size >= MOST_REMEMBERED) opened.clear();
  const opening = openWebhookSecret(sealed, { merchantId, webhookId });
  opened.set(name, opening);
  opening.catch(() => opened.delete(name));
  return await opening;
}

const SHOWN_CHARACTERS = 1_000;
/** Digits that could be a card number are not stored. */
const LONG_NUMBER = /\d(?:[ -]?\d){11,}/g;

/** The beginning of the answer, for the merchant. */
export const shownAnswer = ({ answer }: Posted): string =>
  answer.slice(0, SHOWN_CHARACTERS).toWellFormed().replace(LONG_NUMBER, '…');
