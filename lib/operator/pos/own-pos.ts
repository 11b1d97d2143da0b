// The virtual POS of a merchant as an operator's command reads and stores them.
import { type AcquirerSettings, bankAddressOf, shopNumberOf } from '#acquirer/connect.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { updateMerchant } from '#store/merchant/merchant-writes.ts';
import { currentPosOf, firstPosOf, isRouted, posInUse, type VirtualPos } from '#store/virtual-pos.ts';
import { openPosUnlessLost } from '../account-mode.ts';
import { requireMerchant } from '../stored.ts';
import { bankOf } from './bank-code.ts';

export type OwnPos = {
  merchant: MerchantItem;
  /** Oldest first, including removed ones. */
  all: VirtualPos[];
};

/** Throws if the merchant does not exist. */
export async function requirePosOf(merchantId: string): Promise<OwnPos> {
  return await posIn(await requireMerchant(merchantId));
}

export const posIn = async (merchant: OwnPos['merchant']): Promise<OwnPos> => ({
  merchant,
  all: merchant.virtualPos ?? [await firstPos(merchant)],
});

/** A merchant that never had a second POS has no list, so its only POS is built from the merchant's row. */
async function firstPos(merchant: MerchantItem): Promise<VirtualPos> {
  const id = firstPosOf(merchant);
  const { createdAt } = merchant;
  const settings = await openPosUnlessLost(merchant, id);
  if (settings !== undefined) return firstOf(id, settings, createdAt);
  return { id, address: '', clientId: '', addedAt: createdAt, currentSince: createdAt };
}

/** The only POS of a merchant; its settings are in the merchant's row. */
export const firstOf = (id: string, settings: AcquirerSettings, createdAt: string, told?: string) => ({
  id,
  ...namesOf(settings),
  ...bankOf(settings, told),
  addedAt: createdAt,
  currentSince: createdAt,
});

export const namesOf = (settings: AcquirerSettings) => ({
  address: bankAddressOf(settings),
  clientId: shopNumberOf(settings),
});

/** Throws if the merchant has no such POS, or it was removed. */
export function requirePos({ merchant, all }: OwnPos, posId: string): VirtualPos {
  const pos = all.find(({ id }) => id === posId);
  if (pos === undefined) throw new Error(`The merchant ${merchant.merchantId} has no virtual POS ${posId}.`);
  if (pos.removedAt === undefined) return pos;
  throw new Error(`The virtual POS ${posId} was removed at ${pos.removedAt}: add it again.`);
}

/** Throws if the merchant was changed since it was read. */
export async function savePos(
  { merchant }: OwnPos,
  changed: Parameters<typeof updateMerchant>[1],
): Promise<void> {
  if (await updateMerchant(merchant, changed)) return;
  throw new Error(`The merchant ${merchant.merchantId} was changed meanwhile; try again.`);
}

/** Each POS without secrets, with the fields that an operator needs; `place`: in the order of preference, from 1. */
export async function listPos(merchantId: string) {
  const { merchant, all } = await requirePosOf(merchantId);
  const current = currentPosOf(merchant);
  const order = isRouted(merchant) ? posInUse(merchant) : [];
  return all.map(({ sealed: _, id, ...shown }) => ({
    posId: id,
    isCurrent: id === current,
    ...(order.includes(id) && { place: order.indexOf(id) + 1 }),
    ...shown,
  }));
}
