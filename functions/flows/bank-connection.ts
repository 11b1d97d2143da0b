// A merchant's connection to the bank. The settings are decrypted once per container and kept for a minute,
// so that most payments need no KMS call for them.
import type { Acquirer } from '#acquirer/acquirer.ts';
import { bankAddressOf, connectAcquirer, readAcquirerSettings } from '#acquirer/connect.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { loadMerchant, type MerchantItem } from '#store/merchant.ts';
import { rememberPerMerchant } from '#vault/remember.ts';
import { open } from '#vault/vault.ts';
import { type BankLine, gateOf, meetBank } from './bank-gate.ts';

type BankConnection = { bank: Acquirer; merchant: MerchantItem; line: BankLine };

/** Throws if the merchant or its settings cannot be read: the bank was not called then. */
export async function bankOf(merchantId: string): Promise<Acquirer> {
  return (await connectBank(merchantId)).bank;
}

/** The bank refused the settings: newer ones may be stored, and the next call reads them. */
export const forgetBank = (merchantId: string): void => connectBank.forget(merchantId);

/**
 * The bank and the merchant's settings, both at most a minute old. Without the annotation esbuild would keep
 * the bank's protocol in every function that imports this file.
 */
export const connectBank = /* @__PURE__ */ rememberPerMerchant(connect, MINUTE_MS);

async function connect(merchantId: string): Promise<BankConnection> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant of this payment is gone.');
  const context = { purpose: 'acquirer', merchantId } as const;
  const settings = readAcquirerSettings(await open(merchant.sealedAcquirer, context));
  const line = gateOf(bankAddressOf(settings));
  await meetBank(line.address);
  return { bank: connectAcquirer(settings, line), merchant, line };
}
