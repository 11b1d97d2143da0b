// Changes the password of a merchant's account at the bank, as its bank or its owner does: the bank refuses
// all calls, inquiries too, until our settings have the new password.
import type { SettingsOf } from '#acquirer/connect.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { openPos } from '../../lib/operator/account-mode.ts';
import type { Harness } from '../harness/harness.ts';

/** Returns the settings with the new password. Without one the bank accepts ours again. */
export async function changeBankPassword(
  { service }: Pick<Harness, 'service'>,
  merchantId: string,
  given?: string,
): Promise<SettingsOf<'nestpay'>> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('There is no such merchant.');
  const settings = await openPos(merchant, merchantId);
  if (settings.kind !== 'nestpay') throw new Error('Only NestPay has passwords.');
  const { clientId, userName, storeKey } = settings;
  const password = given ?? settings.password;
  service.bank.registerMerchant({ clientId, userName, storeKey, password });
  return { ...settings, password };
}
