// Inquiries about an order that does not exist, for the sweep. They move no money and show whether a bank
// answers: one that was silent, whose breaker the first answer closes (payments.md 4.2), and that of a live
// account, each minute (4.7).
import { randomUUID } from 'node:crypto';
import { connectUnmeasured } from '#acquirer/connect.ts';
import type { Pos } from '#domain/bank/breaker.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant/merchant.ts';
import { sealedPosOf } from '#store/virtual-pos.ts';
import { log } from '#telemetry/log.ts';
import { type BankConnection, connectBank, connectBankOf } from './bank-connection.ts';
import { accessTo, forgetPos, reserveProbes, watchWith } from './bank-gate.ts';

/** Makes the inquiries that are due, unless another sweep makes them. Never throws. */
export async function probeBank(address: string): Promise<void> {
  const askers = await reserveProbes(address);
  await Promise.all(askers.map((pos) => ask(address, pos)));
}

/** The gate counts an inquiry without an answer. A POS that has left the bank is not asked again. */
async function ask(address: string, pos: Pos): Promise<void> {
  const { merchantId, posId } = pos;
  try {
    const merchant = await loadMerchant(merchantId);
    const isThere = merchant !== undefined && sealedPosOf(merchant, posId) !== undefined;
    const connection = isThere ? await connectBankOf(pos) : undefined;
    if (connection?.access.address === address) await probe(connection, pos);
    else await forgetPos(address, pos);
  } catch (error) {
    log('error', 'bank not probed', { bank: address, merchantId }, error);
  }
}

/** Asks although the breaker is open. Moves no money: the order does not exist. */
async function probe({ settings, access }: BankConnection, pos: Pos): Promise<void> {
  const bank = connectUnmeasured(settings, accessTo(access.address, pos, true));
  await bank.cardOf(`PROBE${randomUUID().replaceAll('-', '')}`);
}

/** Has the bank of a live account asked each minute. Never throws. */
export async function watchBankOf(merchant: MerchantItem): Promise<void> {
  if (merchant.mode !== 'live') return;
  const { merchantId } = merchant;
  try {
    const { access, posId } = await connectBank(merchantId);
    await watchWith(access.address, { merchantId, posId });
  } catch (error) {
    log('error', 'bank not watched', { merchantId }, error);
  }
}
