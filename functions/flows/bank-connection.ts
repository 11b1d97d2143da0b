// A merchant's connections to its banks. New payments go to the current virtual POS; everything about a
// payment goes to the POS that the payment names, whichever is current by then (virtual-pos.md 2). Row and
// settings are read and decrypted once per container and kept for a minute, so that most payments need no KMS
// call for them.
import type { Acquirer } from '#acquirer/acquirer.ts';
import {
  type AcquirerSettings,
  bankAddressOf,
  connectAcquirer,
  readAcquirerSettings,
} from '#acquirer/connect.ts';
import { type Payment, posOf } from '#domain/payment/payment.ts';
import { type PosChoice, type PosOrder, type RoutedSale, routePayment } from '#domain/payment/pos-route.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { currentPosOf, posInUse, sealedPosOf } from '#store/virtual-pos.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import { openVirtualPos } from '#vault/virtual-pos.ts';
import { accessTo, type BankAccess, refreshBreaker } from './bank-gate.ts';
import { isFencedOff } from './lease.ts';

export type BankConnection = {
  bank: Acquirer;
  /** Decrypted: only the adapters of acquirer/ read them. */
  settings: AcquirerSettings;
  merchant: MerchantItem;
  access: BankAccess;
  posId: string;
};
type KnownMerchant = { merchant: MerchantItem; connections: Map<string, Promise<BankConnection>> };

/** The virtual POS of a payment was removed: its bank can no longer be asked. */
export class PosRemoved extends Error {}

/**
 * Connects to the merchant's current POS, for a new payment. Merchant and settings are at most a minute old.
 * Throws if they cannot be read: the bank was not called then.
 */
export async function connectBank(merchantId: string): Promise<BankConnection> {
  // The lease is read at the same time, so that the gate has it.
  const [known] = await Promise.all([knownMerchant(merchantId), isFencedOff()]);
  return await connectionIn(known, currentPosOf(known.merchant));
}

/**
 * Connects to the POS that the sale goes to (virtual-pos.md 4), passing by those whose bank is not called at
 * present. `posOrder`: undefined for a merchant with one POS. `tried`: the POS that the sale did not reach.
 */
export async function connectRouted(
  merchantId: string,
  posOrder: PosOrder | undefined,
  routed: RoutedSale,
  tried: readonly string[] = [],
): Promise<BankConnection & { choice: PosChoice }> {
  if (posOrder === undefined) {
    const only = await connectBank(merchantId);
    return { ...only, choice: { posId: only.posId, reason: 'Default' } };
  }
  const shut = new Set(tried);
  for (;;) {
    const choice = routePayment(posOrder, routed, shut);
    const connection = await connectBankOf({ merchantId, posId: choice.posId });
    if (shut.has(choice.posId) || !(await connection.access.isShut())) return { ...connection, choice };
    shut.add(choice.posId);
  }
}

/** All POS that take new payments, for what any of them may know. */
export async function connectAll(merchantId: string): Promise<BankConnection[]> {
  const { merchant } = await connectBank(merchantId);
  return await Promise.all(posInUse(merchant).map((posId) => connectBankOf({ merchantId, posId })));
}

/**
 * Reads the id of the current POS from the table. The merchant that is read is not remembered, so that after
 * a refusal the next call reads the settings again.
 */
export const currentPosIdOf = async (merchantId: string): Promise<string> =>
  currentPosOf(await requireMerchant(merchantId));

/** Connects to the POS that a payment was sent to. Throws PosRemoved if that POS was removed. */
export async function connectBankOf(payment: Pick<Payment, 'merchantId' | 'posId'>): Promise<BankConnection> {
  const posId = posOf(payment);
  const known = await knownMerchant(payment.merchantId);
  if (sealedPosOf(known.merchant, posId) !== undefined) return await connectionIn(known, posId);
  // The POS may have been added within the last minute.
  forgetBank(payment.merchantId);
  return await connectionIn(await knownMerchant(payment.merchantId), posId);
}

/** Call this after the bank refused the settings: the next call reads them again, and they may be newer. */
export const forgetBank = (merchantId: string): void => knownMerchant.forget(merchantId);

/**
 * Without the annotation esbuild would keep the bank's protocol in every function that imports this file.
 */
const knownMerchant = /* @__PURE__ */ rememberPerMerchant(loadKnown, MINUTE_MS);

async function loadKnown(merchantId: string): Promise<KnownMerchant> {
  return { merchant: await requireMerchant(merchantId), connections: new Map() };
}

async function requireMerchant(merchantId: string): Promise<MerchantItem> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant of this payment is gone.');
  return merchant;
}

async function connectionIn({ merchant, connections }: KnownMerchant, posId: string) {
  const connection = connections.get(posId) ?? connect(merchant, posId);
  connections.set(posId, connection);
  try {
    return await connection;
  } catch (error) {
    // The next call reads the row again.
    forgetBank(merchant.merchantId);
    throw error;
  }
}

async function connect(merchant: MerchantItem, posId: string): Promise<BankConnection> {
  const { merchantId } = merchant;
  const sealed = sealedPosOf(merchant, posId);
  if (sealed === undefined) throw new PosRemoved('The virtual POS of this payment was removed.');
  const settings = readAcquirerSettings(await openVirtualPos(sealed, { merchantId, posId }));
  const access = accessTo(bankAddressOf(settings), { merchantId, posId });
  await refreshBreaker(access.address);
  const bank = connectAcquirer(settings, access, merchantId);
  return { bank, settings, merchant, access, posId };
}
