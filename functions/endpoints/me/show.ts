// GET /api/me: the account, the key that calls, the limits and what is on (api.md 6.15).
import { showMe } from '#contract/me.ts';
import { Rejection } from '#domain/rejection.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { optionalSetting } from '#setting.ts';
import { listApiKeys } from '#store/merchant/api-key.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { loadPerson, loadSessionKeys } from '#store/merchant/person.ts';

const SHOWN = { tr: 'Hesap ve anahtar.', en: 'The account and the key.' };

export const handler = readEndpoint({ scope: 'any' }, async ({ caller }) => {
  const { merchantId, keyId } = caller;
  const [merchant, keys] = await Promise.all([loadMerchant(merchantId), listApiKeys(merchantId)]);
  const key = keys.find((one) => one.keyId === keyId) ?? (await sessionOf(merchantId, keyId));
  if (merchant === undefined || key === undefined) throw new Rejection('API_KEY_INVALID');
  const rate = Number(optionalSetting('MERCHANT_RATE') ?? 0);
  return { message: SHOWN, data: showMe(merchant, key, rate > 0 ? rate : null) };
});

/** The key of a session is in no list: that of the person's newest one, with the name. */
async function sessionOf(merchantId: string, personId: string) {
  const person = await loadPerson(merchantId, personId);
  const key = person && (await loadSessionKeys(person.sessions)).at(-1);
  return key && { ...key, name: person.name };
}
