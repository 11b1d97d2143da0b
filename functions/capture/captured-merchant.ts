// The data of a merchant that capture needs. A container reads it once a minute, not once a change.
import type { Mode } from '#domain/api-key.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { bankOf } from '#store/virtual-pos.ts';
import { merchantKeyOf } from '#vault/merchant-key.ts';
import { rememberPerMerchant } from '#vault/remember.ts';

export type CapturedMerchant = {
  mode: Mode;
  timeZone: string;
  /** The number of days before a charge at which the charge is announced; 0 if it is not. */
  upcomingChargeDays: number;
  digestKeyOf(): Promise<string>;
  /** The code of the bank of a virtual POS, if it is known. */
  bankOf(posId: string): string | undefined;
};

const REMEMBERED_MS = 60_000;

export const capturedMerchant = rememberPerMerchant(loadCapturedMerchant, REMEMBERED_MS);

export async function loadCapturedMerchant(merchantId: string): Promise<CapturedMerchant> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('A row is of a merchant that does not exist.');
  const { timeZone, upcomingChargeDays = 0 } = merchant;
  const digestKeyOf = () => merchantKeyOf(merchantId);
  const ofBank = (posId: string) => bankOf(merchant, posId);
  return { mode: merchant.mode, timeZone, upcomingChargeDays, digestKeyOf, bankOf: ofBank };
}
