// The merchants of the local house: each with a virtual POS at the simulated bank and a test key. What a real
// merchant is shown once is kept here, on this machine, for the demo.
import type { ThreeDSetting } from '#domain/three-d-setting.ts';
import { newAccount, virtualPosOf } from '../bank/account.ts';
import { issueKey, onboardMerchant } from '../onboarding.ts';
import type { Bank } from './bank/bank.ts';
import type { Snapshot } from './snapshot.ts';

export type LocalMerchant = { merchantId: string; apiKey: string; signingSecret: string };
export type LocalMerchantOptions = {
  name?: string;
  timeZone?: string;
  threeDSecure?: ThreeDSetting;
  acceptHalfSecure?: boolean;
  installments?: number[];
  /** Its bank takes no card without the CVV. */
  cvvRequired?: boolean;
  frameOrigins?: string[];
  spreadWindowMinutes?: number;
};

export async function createLocalMerchant(
  bank: Bank,
  bankUrl: string,
  now: Date,
  options: LocalMerchantOptions = {},
): Promise<LocalMerchant> {
  const { name = 'Kahve Dükkânı', timeZone = 'Europe/Istanbul', threeDSecure = 'always' } = options;
  const { frameOrigins = [], acceptHalfSecure = false, spreadWindowMinutes = 0 } = options;
  const account = newAccount();
  bank.registerMerchant({ ...account, cvvRequired: options.cvvRequired ?? false });
  const acquirer = virtualPosOf(account, bankUrl);
  const settings = { name, timeZone, threeDSecure, acceptHalfSecure, frameOrigins, spreadWindowMinutes };
  const { installments = [1] } = options;
  const merchant = { ...settings, installments, acquirer };
  const { merchantId, signingSecret } = await onboardMerchant(merchant, now);
  const { apiKey } = await issueKey(merchantId, 'test', now);
  return { merchantId, apiKey, signingSecret };
}

/** The demo shop's merchant: the same at every start with the same data. */
export async function demoMerchant(
  kept: Snapshot<LocalMerchant>,
  create: () => Promise<LocalMerchant>,
): Promise<LocalMerchant> {
  const known = kept.get('demo');
  if (known) return known;
  const made = await create();
  kept.set('demo', made);
  return made;
}
