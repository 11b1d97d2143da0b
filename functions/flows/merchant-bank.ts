// A merchant's way to the bank: the settings are opened once per container and used for a minute, so that
// most payments cost no KMS call for them.
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type AcquirerSettings, connectAcquirer } from '#acquirer/connect.ts';
import { loadMerchant } from '#store/merchant.ts';
import { open } from '#vault/vault.ts';

const KEPT_MS = 60_000;
const known = new Map<string, { acquirer: Promise<Acquirer>; until: number }>();

/** Throws where the merchant or the settings cannot be read: nothing has been sent then. */
export function bankOf(merchantId: string): Promise<Acquirer> {
  const kept = known.get(merchantId);
  if (kept && kept.until > performance.now()) return kept.acquirer;
  const acquirer = connect(merchantId);
  known.set(merchantId, { acquirer, until: performance.now() + KEPT_MS });
  acquirer.catch(() => known.delete(merchantId));
  return acquirer;
}

async function connect(merchantId: string): Promise<Acquirer> {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant of this payment is gone.');
  const context = { purpose: 'acquirer', merchantId } as const;
  return connectAcquirer(await open<AcquirerSettings>(merchant.sealedAcquirer, context));
}
