// Finds merchants by a part of their name, or by the text of their API keys: the finder of a leaked key has
// only its text. The text is neither printed nor recorded.
import { readFileSync } from 'node:fs';
import { apiKeyMode } from '#domain/api-key.ts';
import { turkishFold } from '#domain/text/turkish-fold.ts';
import { findStoredKey } from '#flows/stored-key.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { type MerchantName, merchantNames } from '#store/merchant/merchant-name.ts';
import { SettingError } from './merchant-settings.ts';
import { UsageError } from './service-choice.ts';

/** One of the two. */
type MerchantSearch = { name?: string | undefined; 'api-key'?: string | undefined };

export async function findMerchants({ name, 'api-key': file }: MerchantSearch): Promise<unknown[]> {
  return name ? await merchantsNamed(name) : await ownersOfKeys(readText(file));
}

/** Returns every merchant whose name contains the text, regardless of case, including Turkish letters. */
async function merchantsNamed(part: string): Promise<MerchantName[]> {
  const wanted = turkishFold(part);
  const found: MerchantName[] = [];
  for await (const merchant of merchantNames()) {
    if (turkishFold(merchant.name).includes(wanted)) found.push(merchant);
  }
  return found;
}

/** The message never repeats the given file name, because it may be the key itself. */
function readText(file = ''): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    throw new UsageError('--api-key is a file that contains the key; - reads standard input.');
  }
}

const MAY_BE_KEY = /psk_(?:test|live)_[0-9A-Za-z]{38}(?![0-9A-Za-z])/g;

/** Returns one entry for each key in the text, which may be any file in which keys were found. */
async function ownersOfKeys(text: string): Promise<unknown[]> {
  const keys = [...new Set(text.match(MAY_BE_KEY))].filter((one) => apiKeyMode(one) !== undefined);
  if (keys.length === 0) throw new SettingError('The text contains no API key: a checksum is part of each.');
  return await Promise.all(keys.map(ownerOf));
}

async function ownerOf(key: string): Promise<unknown> {
  const { stored } = await findStoredKey(key);
  if (stored === undefined) return { keyId: null, merchantId: null, lastFour: key.slice(-4) };
  const { keyId, merchantId, kind, lastFour, createdAt, expiresAt, revokedAt } = stored;
  const name = (await loadMerchant(merchantId))?.name ?? null;
  const ends = { expiresAt: expiresAt ?? null, revokedAt: revokedAt ?? null };
  return { keyId, merchantId, name, kind, lastFour, createdAt, ...ends };
}
