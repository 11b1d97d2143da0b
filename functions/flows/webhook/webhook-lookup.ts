// Loads the webhook of a call, or throws.
import { Rejection } from '#domain/rejection.ts';
import { loadWebhook, type WebhookItem } from '#store/webhook/webhook.ts';

/** Throws WEBHOOK_NOT_FOUND. */
export async function requireWebhook(merchantId: string, id = ''): Promise<WebhookItem> {
  const webhook = await loadWebhook(merchantId, id);
  if (webhook === undefined) throw new Rejection('WEBHOOK_NOT_FOUND');
  return webhook;
}
