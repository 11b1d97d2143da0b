// Adds a virtual POS to a merchant, makes one current, and sets the order of those that take new payments; earlier
// payments stay with the POS that took them (virtual-pos.md 3 and 4).
import type { AcquirerSettings } from '#acquirer/connect.ts';
import {
  currentPosOf,
  firstPosOf,
  NO_SETTINGS,
  posInUse,
  sealedPosOf,
  type VirtualPos,
} from '#store/virtual-pos.ts';
import { sealVirtualPos } from '#vault/virtual-pos.ts';
import { openPos, requireNewBank } from '../account-mode.ts';
import { SettingError } from '../merchant-settings.ts';
import { bankOf } from './bank-code.ts';
import { namesOf, type OwnPos, requirePos, requirePosOf, savePos } from './own-pos.ts';
import { requireAnswer } from './pos-check.ts';

/** Each POS adds half a kilobyte to the merchant's row, which most calls read. */
const MOST_POS = 8;

type NewPos = {
  posId: string;
  settings: AcquirerSettings;
  /** The operator states that the POS is of the bank's test environment. */
  isTest: boolean;
  /** The operator states the bank, which the host does not tell. */
  bankCode?: string | undefined;
};
/**
 * `isChecked` false skips the inquiry to the bank, which may not accept calls from the operator's address.
 */
type BankCheck = { isChecked: boolean };

/**
 * Adds a POS that takes no payment until it is made current or preferred. Throws if the account may not have it,
 * or its bank does not accept the settings.
 */
export async function addPos(merchantId: string, added: NewPos, { isChecked }: BankCheck, now: Date) {
  const own = await requirePosOf(merchantId);
  const virtualPos = await withNewPos(own, added, now);
  if (isChecked) await requireAnswer(added.settings);
  await savePos(own, { virtualPos });
}

/** Throws unless the bank of the POS answers an inquiry. Nothing is changed. */
export async function checkPos(merchantId: string, posId: string): Promise<void> {
  const own = await requirePosOf(merchantId);
  requirePos(own, posId);
  await requireAnswer(await openPos(own.merchant, posId));
}

/**
 * Has these POS take new payments, the preferred one first; others no longer do. The current one stays the
 * default and must be among them. Those that begin to take payments are checked.
 */
export async function preferPos(
  merchantId: string,
  ids: readonly string[],
  { isChecked }: BankCheck,
  now: Date,
) {
  const own = await requirePosOf(merchantId);
  const { merchant, all } = own;
  const current = currentPosOf(merchant);
  const before = posInUse(merchant);
  const named = ids.map((id) => requirePos(own, id));
  if (new Set(ids).size < ids.length) throw new SettingError('--virtual-pos names a virtual POS twice.');
  if (!ids.includes(current)) {
    throw new SettingError(`--virtual-pos must also name the current one, ${current}: it is the default.`);
  }
  const unknown = ids.length > 1 ? named.find(({ bankCode }) => bankCode === undefined) : undefined;
  if (unknown) throw new SettingError(`The bank of ${unknown.id} is not known: tell it by pos bank first.`);
  for (const id of ids) {
    if (isChecked && !before.includes(id)) await requireAnswer(await openPos(merchant, id));
  }
  const at = now.toISOString();
  const virtualPos = all.map((pos) => inOrder(pos, { before, ids }, at));
  await savePos(own, { virtualPos, posOrder: [...ids] });
}

function inOrder(pos: VirtualPos, { before, ids }: Record<'before' | 'ids', readonly string[]>, at: string) {
  const [was, is] = [before.includes(pos.id), ids.includes(pos.id)];
  if (was === is) return pos;
  if (was) return { ...pos, retiredAt: at };
  const { retiredAt: _, ...again } = pos;
  return { ...again, currentSince: at };
}

/** Adds a POS and makes it current in one write, after its bank has accepted the settings. */
export async function changeBank(merchantId: string, added: NewPos, { isChecked }: BankCheck, now: Date) {
  const own = await requirePosOf(merchantId);
  const list = await withNewPos(own, added, now);
  if (isChecked) await requireAnswer(added.settings);
  await saveCurrent(own, list, added.posId, now);
}

/** Takes effect within 60 seconds, the time for which functions cache a merchant. */
export async function makePosCurrent(merchantId: string, posId: string, { isChecked }: BankCheck, now: Date) {
  const own = await requirePosOf(merchantId);
  requirePos(own, posId);
  if (currentPosOf(own.merchant) === posId) return;
  if (isChecked) await requireAnswer(await openPos(own.merchant, posId));
  await saveCurrent(own, own.all, posId, now);
}

/** States the bank of a POS, or derives it from the host. Throws if neither tells it. */
export async function tellBank(merchantId: string, posId: string, told?: string): Promise<void> {
  const own = await requirePosOf(merchantId);
  requirePos(own, posId);
  const bank = bankOf(await openPos(own.merchant, posId), told);
  if (bank.bankCode === undefined)
    throw new SettingError('The host of this POS does not tell its bank: --bank CODE, such as 0064.');
  await savePos(own, { virtualPos: own.all.map((pos) => (pos.id === posId ? { ...pos, ...bank } : pos)) });
}

async function withNewPos(own: OwnPos, { posId, settings, isTest, bankCode }: NewPos, now: Date) {
  const { merchant, all } = own;
  const names = namesOf(settings);
  const kept = all.filter(({ removedAt }) => removedAt === undefined);
  const same = kept.find(({ address, clientId }) => address === names.address && clientId === names.clientId);
  if (same) throw new SettingError(`The merchant has this virtual POS already: ${same.id}.`);
  if (kept.length >= MOST_POS) throw new SettingError(`A merchant has at most ${MOST_POS} virtual POS.`);
  await requireNewBank(merchant, settings, isTest);
  const sealed = await sealVirtualPos(settings, { merchantId: merchant.merchantId, posId });
  const bank = bankOf(settings, bankCode);
  return [...all, { id: posId, ...names, ...bank, sealed, addedAt: now.toISOString() }];
}

/**
 * Retires the POS that was current; it keeps its settings for its payments. The settings of the first POS
 * move into the list, where the previous version does not read them.
 */
async function saveCurrent(own: OwnPos, list: VirtualPos[], posId: string, now: Date): Promise<void> {
  const { merchant } = own;
  const before = currentPosOf(merchant);
  const first = firstPosOf(merchant);
  const sealed = sealedPosOf(merchant, first);
  const at = now.toISOString();
  const kept = list.map((pos) => (pos.id === first && sealed ? { ...pos, sealed } : pos));
  const virtualPos = kept.map((pos) => {
    if (pos.id === before) return { ...pos, retiredAt: at };
    if (pos.id !== posId) return pos;
    const { retiredAt: _, ...again } = pos;
    return { ...again, currentSince: at };
  });
  const { posOrder } = merchant;
  const others = posOrder?.filter((id) => id !== posId).map((id) => (id === before ? posId : id));
  const order = others && { posOrder: others };
  await savePos(own, { virtualPos, currentPos: posId, sealedAcquirer: NO_SETTINGS, ...order });
}
