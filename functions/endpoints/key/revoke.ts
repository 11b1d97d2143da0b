// POST /api/key/{id}/revoke: ends an API key, also the one that calls, and what it made or set (api.md 6.11).
import { CREATED_API_KEY_NAMES } from '#contract/field/answer-names.ts';
import { revokeKeyBody, showRevokedKey } from '#contract/key.ts';
import { isUuid } from '#domain/id.ts';
import { KEY_CACHED_SECONDS } from '#domain/limits.ts';
import { Rejection } from '#domain/rejection.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { previewRevocation, revokeAndStop } from '#flows/key/revocation.ts';
import { endpoint } from '#http/endpoint.ts';

const REVOKED = {
  tr: `API anahtarı iptal edildi; en geç ${KEY_CACHED_SECONDS} saniye sonra hiçbir çağrısı yanıtlanmaz.`,
  en: `The API key was revoked; no call of it is answered after ${KEY_CACHED_SECONDS} seconds.`,
};
const REVOKED_ITSELF = {
  tr: `Bu çağrının kendi API anahtarı iptal edildi; en geç ${KEY_CACHED_SECONDS} saniye sonra hiçbir çağrısı yanıtlanmaz.`,
  en: `The API key of this very call was revoked; no call of it is answered after ${KEY_CACHED_SECONDS} seconds.`,
};

const PREVIEWED = {
  tr: 'Önizleme: hiçbir şey değişmedi. `active` bu anahtarla birlikte sona erecekleri gösterir.',
  en: 'A preview: nothing was changed. `active` is what would end with this key.',
};

/** The call ends within ten seconds, however much the key has made. */
const READ_FOR_MS = 4 * SECOND_MS;

export const handler = endpoint(
  { scope: 'keys', body: revokeKeyBody, answer: CREATED_API_KEY_NAMES },
  async ({ caller, path, body, now }) => {
    const { id = '' } = path;
    const named = {
      merchantId: caller.merchantId,
      keyId: isUuid(id) ? id : '',
      now,
      merchantSince: `${caller.since}-01T00:00:00.000Z`,
      readsUntilMs: performance.now() + READ_FOR_MS,
    };
    const revoked = body.preview
      ? await previewRevocation(named)
      : await revokeAndStop({ ...named, keep: body.keep, revokedBy: caller.keyId });
    if (revoked === undefined) throw new Rejection('API_KEY_NOT_FOUND');
    const { revokedAt = now.toISOString() } = revoked.key;
    const refusedFrom = new Date(Date.parse(revokedAt) + KEY_CACHED_SECONDS * SECOND_MS);
    if (body.preview) return { message: PREVIEWED, data: showRevokedKey(revoked, refusedFrom) };
    const message = id === caller.keyId ? REVOKED_ITSELF : REVOKED;
    return { message, data: showRevokedKey(revoked, refusedFrom) };
  },
);
