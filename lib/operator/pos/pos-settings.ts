// Replaces the settings of a virtual POS: a new password, or the bank's new address. It stays the same POS,
// with its payments, so another shop number or another bank is refused (virtual-pos.md 3.4).
import { type AcquirerSettings, shopNumberOf } from '#acquirer/connect.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { currentPosOf, firstPosOf, type VirtualPos } from '#store/virtual-pos.ts';
import { sealVirtualPos } from '#vault/virtual-pos.ts';
import { openPosUnlessLost, requireSameBank } from '../account-mode.ts';
import { SettingError } from '../merchant-settings.ts';
import { namesOf, type OwnPos, posIn, requirePos, requirePosOf, savePos } from './own-pos.ts';
import { requireAnswer } from './pos-check.ts';

/**
 * `isMoved`: the operator states that the bank has moved the POS to another address. `isChecked`: the bank
 * must answer an inquiry with the new settings first.
 */
type NewSettings = { settings: AcquirerSettings; isMoved: boolean; isChecked: boolean };

/** Takes effect within 60 seconds. */
export async function replacePosSettings(
  merchantId: string,
  posId: string,
  change: NewSettings,
  now: Date,
): Promise<void> {
  const own = await requirePosOf(merchantId);
  await savePos(own, await withSettings(own, posId, change, now));
}

/** The changes of `update --pos`, which applies to the current POS. */
export const withCurrentSettings = async (merchant: OwnPos['merchant'], change: NewSettings, now: Date) =>
  await withSettings(await posIn(merchant), currentPosOf(merchant), change, now);

type PosChange = Partial<Pick<MerchantItem, 'sealedAcquirer' | 'virtualPos'>>;

async function withSettings(
  own: OwnPos,
  posId: string,
  { settings, isMoved, isChecked }: NewSettings,
  now: Date,
): Promise<PosChange> {
  const { merchant, all } = own;
  const pos = requirePos(own, posId);
  const before = await openPosUnlessLost(merchant, posId);
  if (before === undefined) requireSameShop(pos, settings);
  else requireSameBank(merchant.mode, before, settings, isMoved);
  if (isChecked) await requireAnswer(settings);
  const sealed = await sealVirtualPos(settings, { merchantId: merchant.merchantId, posId });
  const isOutside = posId === firstPosOf(merchant) && all.every((pos) => pos.id !== posId || !pos.sealed);
  const renewed = { ...namesOf(settings), replacedAt: now.toISOString(), ...(!isOutside && { sealed }) };
  const virtualPos = all.map((pos) => (pos.id === posId ? { ...pos, ...renewed } : pos));
  return { virtualPos, ...(isOutside && { sealedAcquirer: sealed }) };
}

/** Of lost settings the list has the shop number, unless the merchant never had a second POS. */
function requireSameShop({ clientId }: VirtualPos, settings: AcquirerSettings): void {
  if (clientId === '' || clientId === shopNumberOf(settings)) return;
  throw new SettingError('The virtual POS has another shop number than the one whose settings are lost.');
}
