// Merchants of the local service: each has a virtual POS at the simulated bank and a key with every scope.
// The secrets, which a real merchant sees once, are stored on this machine for the demo.
import type { Mode } from '#domain/api-key.ts';
import { defined } from '#domain/defined.ts';
import type { TableRow } from '#domain/installment/offer.ts';
import { SCOPES } from '#domain/scope.ts';
import { USUAL_BATCH_CLOSE } from '#domain/settlement/agreement.ts';
import { localDay } from '#domain/time/business-day.ts';
import { writeTable } from '#store/installment/table.ts';
import { loadOwnTable } from '#store/installment/terms.ts';
import type { MerchantSettings } from '#store/merchant/merchant.ts';
import { loadAgreementsRow, saveAgreements } from '#store/settlement/agreement.ts';
import { commit } from '#store/table/commit.ts';
import { ACCOUNTS, type BankProtocol } from '../bank/account.ts';
import type { FaceChange } from '../operator/branding/branding-options.ts';
import { DEFAULT_SETTINGS } from '../operator/merchant-settings.ts';
import { issueKey, onboardMerchant } from '../operator/onboarding.ts';
import type { Bank } from './bank/bank.ts';
import type { Snapshot } from './snapshot.ts';

export type LocalMerchant = {
  merchantId: string;
  apiKey: string;
  signingSecret: string;
  /** The id of the signing secret. */
  kid: string;
  /** May request refunds and nothing else; only the merchant of the demo shop has it. */
  refundKey?: string;
};
export type LocalMerchantOptions = Partial<Omit<MerchantSettings, 'branding'>> & {
  face?: FaceChange;
  /** Default: test. Only tests create a live account at the simulated bank. */
  mode?: Mode;
  /** The bank declines cards without CVV from this merchant. */
  cvvRequired?: boolean;
  /** The protocol of its bank; default NestPay. */
  protocol?: BankProtocol;
  /** The bank of its virtual POS, and the families that the bank splits by agreement too. */
  bankCode?: string;
  agreedFamilies?: string[];
};

const DEFAULTS = { ...DEFAULT_SETTINGS, name: 'Kahve Dükkânı', mode: 'test' as const };

export async function createLocalMerchant(
  bank: Bank,
  bankUrl: string,
  now: Date,
  {
    protocol = 'nestpay',
    cvvRequired = false,
    bankCode,
    agreedFamilies,
    ...settings
  }: LocalMerchantOptions = {},
): Promise<LocalMerchant> {
  const { open, posOf } = ACCOUNTS[protocol];
  const account = open();
  bank.registerMerchant({ ...account, cvvRequired, ...defined({ bankCode, agreedFamilies }) });
  const acquirer = posOf(account, bankUrl);
  const { merchantId, signingSecret, kid } = await onboardMerchant(
    { ...DEFAULTS, ...settings, acquirer, bankCode },
    now,
  );
  const { apiKey } = await issueKey(merchantId, now, { scopes: SCOPES });
  return { merchantId, apiKey, signingSecret, kid };
}

/** A bank that is a partner of Bonus, and splits the families of the other sandbox cards by agreement. */
export const DEMO_BANK = { bankCode: '0032', agreedFamilies: ['CardFinans', 'Maximum', 'Paraf'] };

/** The demo merchant sells 2 and 3 months without a rate, 6 and 9 on top; 12 only from 500 TRY on. */
const DEMO_TABLE = ['Bonus', ...DEMO_BANK.agreedFamilies].flatMap((family): TableRow[] => [
  { family, count: 2, ratePpm: 0, bearer: 'merchant' },
  { family, count: 3, ratePpm: 0, bearer: 'merchant' },
  { family, count: 6, ratePpm: 24_900, bearer: 'buyer' },
  { family, count: 9, ratePpm: 43_900, bearer: 'buyer' },
  { family, count: 12, ratePpm: 64_900, bearer: 'buyer', minimumMinor: 50_000 },
]);

/** Writes the table of a demo merchant that has none; one of an older version has no bank, and needs none. */
export async function ensureTable(merchantId: string, now: Date): Promise<void> {
  const { posId, bankCode, stored } = await loadOwnTable(merchantId);
  if (stored !== undefined || bankCode === undefined) return;
  await commit([writeTable(merchantId, stored, { posId, rows: DEMO_TABLE, updatedAt: now.toISOString() })]);
}

/** A rate that one can check by hand: 2 % of each sale, paid on the next working day. */
export async function ensureAgreement(merchantId: string, now: Date): Promise<void> {
  const before = await loadAgreementsRow(merchantId);
  if (before !== undefined) return;
  const rates = [{ ratePpm: 20_000, blockedDays: 1 }];
  const agreed = { posId: merchantId, from: localDay(now.getTime()), batchCloseAt: USUAL_BATCH_CLOSE, rates };
  await saveAgreements(before, { merchantId, agreements: [agreed] });
}

/** The demo shop's merchant. Restarts with the same data return the same merchant. */
export async function loadOrCreateDemoMerchant(
  store: Snapshot<LocalMerchant>,
  create: () => Promise<LocalMerchant>,
): Promise<LocalMerchant> {
  const stored = store.get('demo');
  if (stored) return stored;
  const created = await create();
  store.set('demo', created);
  return created;
}

/** The merchant with its second key, which restarts with the same data keep. */
export async function withRefundKey(
  merchant: LocalMerchant,
  store: Snapshot<LocalMerchant>,
  now: Date,
): Promise<LocalMerchant> {
  if (merchant.refundKey !== undefined) return merchant;
  const { apiKey: refundKey } = await issueKey(merchant.merchantId, now, { scopes: ['refunds:request'] });
  store.set('demo', { ...merchant, refundKey });
  return { ...merchant, refundKey };
}
