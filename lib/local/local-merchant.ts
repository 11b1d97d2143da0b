// Merchants of the local service: each has a virtual POS at the simulated bank and a key with every scope.
// The secrets, which a real merchant sees once, are stored on this machine for the demo.
import type { Mode } from '#domain/api-key.ts';
import { SCOPES } from '#domain/scope.ts';
import type { MerchantSettings } from '#store/merchant.ts';
import { newAccount, virtualPosOf } from '../bank/account.ts';
import { settleMode } from '../operator/account-mode.ts';
import type { FaceChange } from '../operator/branding/branding-options.ts';
import { DEFAULT_SETTINGS } from '../operator/merchant-settings.ts';
import { issueKey, onboardMerchant } from '../operator/onboarding.ts';
import type { Bank } from './bank/bank.ts';
import type { Snapshot } from './snapshot.ts';

export type LocalMerchant = {
  merchantId: string;
  apiKey: string;
  signingSecret: string;
  /** The id of the signing secret; absent in data folders of the first version. */
  kid?: string;
};
export type LocalMerchantOptions = Partial<Omit<MerchantSettings, 'branding'>> & {
  face?: FaceChange;
  /** Default: test. Only tests create a live account at the simulated bank. */
  mode?: Mode;
  /** The bank declines cards without CVV from this merchant. */
  cvvRequired?: boolean;
};

const DEFAULTS = { ...DEFAULT_SETTINGS, name: 'Kahve Dükkânı', mode: 'test' as const };

export async function createLocalMerchant(
  bank: Bank,
  bankUrl: string,
  now: Date,
  { cvvRequired = false, ...settings }: LocalMerchantOptions = {},
): Promise<LocalMerchant> {
  const account = newAccount();
  bank.registerMerchant({ ...account, cvvRequired });
  const acquirer = virtualPosOf(account, bankUrl);
  const { merchantId, signingSecret, kid } = await onboardMerchant(
    { ...DEFAULTS, ...settings, acquirer },
    now,
  );
  const { apiKey } = await issueKey(merchantId, now, { scopes: SCOPES });
  return { merchantId, apiKey, signingSecret, kid };
}

/** The demo shop's merchant. Restarts with the same data return the same merchant. */
export async function loadOrCreateDemoMerchant(
  store: Snapshot<LocalMerchant>,
  create: () => Promise<LocalMerchant>,
): Promise<LocalMerchant> {
  const stored = store.get('demo');
  if (stored) {
    await settleMode(stored.merchantId);
    return stored;
  }
  const created = await create();
  store.set('demo', created);
  return created;
}
