// Inquiries about an order that does not exist, for the sweep. They move no money and show whether a bank
// answers: one that was silent, whose breaker the first answer closes (payments.md 4.2), and that of a live
// account, each minute (4.7).
import type { Watcher } from '#domain/bank/breaker.ts';
import { loadMerchant, type MerchantItem, modeOf } from '#store/merchant.ts';
import { sealedPosOf } from '#store/virtual-pos.ts';
import { log } from '#telemetry/log.ts';
import { connectBank, connectBankOf } from './bank-connection.ts';
import { reserveProbe, watcherOf, watchWith } from './bank-gate.ts';

/**
 * Does nothing if no probe is due, or another sweep makes it. Never throws: if the merchant or its settings
 * are gone, the next caller that is kept out lends its own.
 */
export async function probeBank(address: string): Promise<void> {
  const asker = await reserveProbe(address);
  if (asker !== undefined) await ask(address, asker);
}

async function ask(address: string, asker: Watcher): Promise<void> {
  try {
    const { access, probe } = await connectBankOf(asker);
    if (access.address !== address) throw new Error('The merchant has another bank now.');
    await probe();
  } catch (error) {
    log('error', 'bank not probed', { bank: address, merchantId: asker.merchantId }, error);
  }
}

/**
 * Asks a bank whose breaker is closed. The gate counts an inquiry without an answer like any other call.
 * Never throws. An account that has left the bank is asked for no more; the next reconciliation names another
 * one.
 */
export async function askWatchedBank(address: string): Promise<void> {
  const watcher = await watcherOf(address);
  if (watcher === undefined) return;
  const { merchantId, posId } = watcher;
  try {
    const merchant = await loadMerchant(merchantId);
    if (merchant === undefined || sealedPosOf(merchant, posId) === undefined) {
      await watchWith(address, undefined, watcher);
      return;
    }
  } catch (error) {
    log('error', 'bank not probed', { bank: address, merchantId }, error);
    return;
  }
  await ask(address, watcher);
}

/** Has the bank of a live account asked each minute. Never throws. */
export async function watchBankOf(merchant: MerchantItem): Promise<void> {
  if (modeOf(merchant) !== 'live') return;
  const { merchantId } = merchant;
  try {
    const { access, posId } = await connectBank(merchantId);
    await watchWith(access.address, { merchantId, posId });
  } catch (error) {
    log('error', 'bank not watched', { merchantId }, error);
  }
}
