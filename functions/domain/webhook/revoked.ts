// What becomes of a webhook whose API key is revoked, and who is told of another address: whoever has taken a
// webhook over keeps neither its events nor its silence (api.md 6.11, events.md 1.8).
import { disabled, presentSecret, signingSecrets, type Webhook } from './webhook.ts';

/**
 * The webhook after the revocation of these keys: the secrets that they know end, and it is disabled if they
 * made it or set its address or its present secret. The same webhook if they have nothing of it.
 */
export function withoutKeys(webhook: Webhook, keyIds: ReadonlySet<string>, nowMs: number): Webhook {
  const { createdBy = '', urlSetBy = createdBy } = webhook;
  const secrets = webhook.secrets.filter(({ setBy = createdBy }) => !keyIds.has(setBy));
  const isEnded = secrets.length < webhook.secrets.length;
  const left = isEnded ? { ...webhook, secrets } : webhook;
  const isTheirs = keyIds.has(createdBy) || keyIds.has(urlSetBy);
  if (!isTheirs && presentSecret(left) !== undefined) return left;
  const stopped = disabled(left, 'KeyRevoked', nowMs);
  return stopped.disabledReason === 'KeyRevoked' ? stopped : { ...stopped, disabledReason: 'KeyRevoked' };
}

/** An address that a webhook has had, and the secrets that signed for it. */
export type FormerAddress = { url: string; sealed: Uint8Array[] };

/**
 * The former address of the changed webhook, which is told of the change; undefined if it is the same, or if
 * it was stopped with its key.
 */
export function formerAddressOf(before: Webhook, after: Webhook, nowMs: number): FormerAddress | undefined {
  const sealed = signingSecrets(before, nowMs);
  const isStopped = before.disabledReason === 'KeyRevoked' || sealed.length === 0;
  return before.url === after.url || isStopped ? undefined : { url: before.url, sealed };
}

/**
 * The webhook at a former address, for the one message that goes there whatever the state of the webhook is
 * now. Undefined if the webhook is deleted, or stopped because its key was revoked.
 */
export const atFormerAddress = <Hook extends Webhook>(
  webhook: Hook | undefined,
  { url, sealed }: FormerAddress,
): Hook | undefined =>
  webhook === undefined || webhook.disabledReason === 'KeyRevoked'
    ? undefined
    : {
        ...webhook,
        url,
        state: 'Active',
        slowSince: undefined,
        catchUp: undefined,
        secrets: sealed.map((one) => ({ sealed: one })),
      };
