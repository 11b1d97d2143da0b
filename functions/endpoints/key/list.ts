// GET /api/key: the keys of an account, newest first. They are few, so one page contains all (api.md 6.16).
import { showApiKey } from '#contract/event/api-key.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { listApiKeys } from '#store/merchant/api-key.ts';

const LISTED = { tr: 'API anahtarları.', en: 'The API keys.' };

export const handler = readEndpoint({ scope: 'keys' }, async ({ caller }) => {
  const keys = await listApiKeys(caller.merchantId);
  return { message: LISTED, data: { items: keys.map((one) => showApiKey(one)), nextCursor: null } };
});
