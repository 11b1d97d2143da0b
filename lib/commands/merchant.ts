// `npm run merchant`: merchants, their settings, keys and virtual POS, in the local service or, with AWS
// credentials, in a deployed one. Secrets are printed once and stored nowhere else.
import type { AcquirerSettings } from '#acquirer/connect.ts';
import { joinUsagePlan } from '../operator/aws/usage-plan.ts';
import { readPurgePlan } from '../operator/card/purge-options.ts';
import { DEFAULT_SETTINGS, LIVE_NEEDS_POS } from '../operator/merchant-settings.ts';
import {
  callLocalService,
  isDeployed,
  type ServiceChoice,
  sweepLocally,
  UsageError,
} from '../operator/service-choice.ts';
import { command, type Program } from './command.ts';
import { KEY_COMMANDS, keyOptions, onboarding, statedMode } from './keys.ts';
import type { OptionValues } from './options.ts';
import { PERSON_COMMANDS } from './people.ts';
import { POS_COMMANDS, POS_FILE, readPos, releaseHeldCharges, toldBank } from './pos.ts';
import { givenSettings, SETTINGS } from './settings.ts';

/** True if the local service creates the merchant, with its ids, at its own bank. */
const isMadeLocally = ({ pos }: { pos?: string | undefined }, service: ServiceChoice) =>
  !isDeployed(service) && !pos;

type PosValues = OptionValues<never, 'pos' | 'unchecked'>;

/** The given virtual POS, whose bank must answer, or a new account at the sandbox's simulated bank. */
async function chooseVirtualPos({ pos, unchecked }: PosValues, now: Date): Promise<AcquirerSettings> {
  const bankUrl = process.env['BANK_URL'];
  if (pos) {
    const settings = readPos(pos);
    if (!unchecked) await (await import('../operator/pos/pos-check.ts')).requireAnswer(settings);
    return settings;
  }
  if (!bankUrl) throw new UsageError('--pos is needed.');
  const { openAccount } = await import('../bank/deployed/open-account.ts');
  return await openAccount(bankUrl, now);
}

export const MERCHANT: Program = {
  name: 'merchant',
  does: 'Creates merchants, changes their settings; issues, lists, rotates and revokes API keys.',
  isOfService: true,
  commands: {
    create: command({
      does:
        'A new merchant and its first key. With FILE, the virtual POS as JSON ("-" reads standard input), ' +
        'the account is live for good; with --test, or without FILE, it is a test account. ' +
        `FILE has ${POS_FILE}. With --test it is of the bank's test environment. Without FILE the bank is the ` +
        'simulated one of the local service or of a deployed sandbox. The bank of FILE must answer an inquiry ' +
        'first, but with --unchecked.',
      needs: ['name'],
      takes: ['pos', 'unchecked', 'bank', 'live', 'test', 'expires', 'scopes', ...SETTINGS],
      reads: ['lease', 'table-owner', 'bank', 'usage plan'],
      writes: ['merchant', 'merchant-name', 'logo', 'api-key', 'lease', 'table-owner', 'usage plan'],
      creates: (values, service) => (isMadeLocally(values, service) ? [] : ['merchantId', 'keyId', 'kid']),
      recorded: 'always',
      run: async (values, { now, ids, service }) => {
        const stated = statedMode(values);
        const settings = { ...DEFAULT_SETTINGS, ...givenSettings(values), name: values.name };
        if (!values.pos && values.live) throw new UsageError(LIVE_NEEDS_POS);
        if (isMadeLocally(values, service)) {
          if (values.expires || values.scopes !== undefined) {
            throw new UsageError(
              'The local service issues a first key without end and with every scope; use: issue',
            );
          }
          return await callLocalService(service, 'merchant', settings);
        }
        const options = keyOptions(values, now, ids);
        const bankCode = toldBank(values.bank);
        const acquirer = await chooseVirtualPos(values, now);
        const mode = (await import('../operator/account-mode.ts')).modeOfNewAccount(acquirer, stated);
        await (await import('../operator/lease.ts')).takeFirstLease(now);
        const { issueKey, onboardMerchant } = await onboarding();
        const merchant = await onboardMerchant({ ...settings, mode, acquirer, bankCode }, now, ids);
        const issued = await issueKey(merchant.merchantId, now, options);
        return { ...merchant, mode, ...issued, ...(await joinUsagePlan(merchant.merchantId)) };
      },
    }),
    twin: command({
      does: 'A test account with the settings of a live one and data of its own. FILE as for create --test.',
      needs: ['merchant'],
      takes: ['pos', 'unchecked', 'expires', 'scopes'],
      reads: ['merchant', 'logo', 'bank', 'usage plan'],
      writes: ['merchant', 'merchant-name', 'logo', 'api-key', 'usage plan'],
      creates: ['merchantId', 'keyId', 'kid'],
      recorded: 'always',
      run: async (values, { now, ids }) => {
        const options = keyOptions(values, now, ids);
        const { issueKey, makeTestTwin } = await onboarding();
        const acquirer = await chooseVirtualPos(values, now);
        const merchant = await makeTestTwin(values.merchant, acquirer, now, ids);
        const issued = await issueKey(merchant.merchantId, now, options);
        return { ...merchant, mode: 'test', ...issued, ...(await joinUsagePlan(merchant.merchantId)) };
      },
    }),
    find: command({
      does:
        'The merchants with this text in their name, or the owners of the keys in FILE ("-" reads ' +
        'standard input), which is any text with keys in it. No key is printed or recorded.',
      oneOf: ['name', 'api-key'],
      reads: ['merchant-name', 'merchant', 'api-key'],
      writes: [],
      recorded: 'always',
      run: async (values) => (await import('../operator/find-merchant.ts')).findMerchants(values),
    }),
    show: command({
      does: 'Its settings without secrets, and whether its bank refuses them.',
      needs: ['merchant'],
      reads: ['merchant', 'merchant-hold'],
      writes: [],
      recorded: 'always',
      run: async ({ merchant }) => {
        const settings = await (await onboarding()).settingsOf(merchant);
        const { standingHoldsOf } = await import('../operator/hold/merchant-holds.ts');
        const holds = await standingHoldsOf(settings.merchantId);
        return { ...settings, ...(holds.length > 0 && { holds }) };
      },
    }),
    update: command({
      does:
        'Replaces the given settings within 60 seconds. FILE has new settings of the current virtual ' +
        'POS, as for pos rotate. With FILE, or without any setting, charges that wait because the bank ' +
        'refused the settings go on too.',
      needs: ['merchant'],
      takes: ['name', 'pos', 'moved', 'unchecked', ...SETTINGS],
      reads: ['merchant', 'logo', 'bank', 'merchant-hold', 'recurring-payment', 'attempt'],
      writes: ['merchant', 'merchant-name', 'logo', 'merchant-hold', 'recurring-payment', 'attempt'],
      recorded: 'always',
      run: async (values, { now, service }) => {
        const { pos, moved, unchecked, merchant } = values;
        const change = { isMoved: moved === true, isChecked: !unchecked };
        const acquirer = pos && { acquirer: readPos(pos), ...change };
        const settings = givenSettings(values);
        const { changeMerchant } = await onboarding();
        const changed = await changeMerchant(merchant, { ...settings, ...acquirer }, now);
        if (!acquirer && Object.keys(settings).length > 0) return changed;
        return { ...changed, ...(await releaseHeldCharges(changed.merchantId, now, service)) };
      },
    }),
    ...KEY_COMMANDS,
    ...PERSON_COMMANDS,
    installments: command({
      does:
        'The installment table of the current virtual POS, or of another; with FILE what it would ' +
        'become, confirmed from then on. FILE is CSV: ' +
        'family,installment,ratePercent,surchargeBearer,minimumAmount,validFrom,validUntil ' +
        '(docs/interface/installments.md 2.1).',
      needs: ['merchant'],
      takes: ['virtual-pos', 'table', 'confirm'],
      reads: ['merchant', 'installment-table', 'bin-list', 'bin-ranges', 'installment-caps'],
      writes: ['installment-table'],
      recorded: 'always',
      run: async ({ merchant, 'virtual-pos': posId, table, confirm }, { now }) => {
        const { installmentsOf } = await import('../operator/installment/own-table.ts');
        return await installmentsOf(merchant, { posId, file: table, isConfirmed: confirm === true }, now);
      },
    }),
    ...POS_COMMANDS,
    agreement: command({
      does:
        'What the merchant has agreed with the bank of the current virtual POS, or of another. With FILE it ' +
        'records an agreement, by default from today on, or from a past day on for days without one. FILE is CSV: ' +
        'cards,type,installment,ratePercent,blockedDays; the first row that fits a sale holds ' +
        '(docs/interface/settlements.md 2).',
      needs: ['merchant'],
      takes: ['virtual-pos', 'table', 'from', 'batch-close'],
      reads: ['merchant', 'agreement', 'settlement', 'movement'],
      writes: ['agreement', 'settlement'],
      recorded: 'always',
      run: async ({ merchant, 'virtual-pos': posId, table, from, 'batch-close': batchCloseAt }, { now }) => {
        const { agreementOf } = await import('../operator/pos/agreement.ts');
        return await agreementOf(merchant, { posId, file: table, from, batchCloseAt }, now);
      },
    }),
    purge: command({
      does:
        'Lists the cards, of all merchants or one, that expired or were not used for so long. ' +
        "Confirmed, it announces their deletion in the cards' answers, and deletes those whose " +
        'announced date has come.',
      takes: ['expired-months', 'unused-months', 'notice-days', 'merchant', 'confirm'],
      reads: ['merchant', 'card', 'sealed-card'],
      writes: ['card', 'sealed-card', 'customer', 'event'],
      recorded: 'always',
      run: async (values, { now }) =>
        (await import('../operator/card/card-purge.ts')).purgeCards(readPurgePlan(values, now)),
    }),
    'webhooks probe': command({
      does: 'Calls failing webhooks again within minutes, ten a second, instead of after up to 12 hours.',
      takes: ['merchant'],
      reads: ['webhook', 'webhook-turn', 'delivery'],
      writes: ['webhook', 'webhook-turn', 'delivery'],
      recorded: 'always',
      run: async ({ merchant }, { now, service }) => {
        const { retryFailing } = await import('#flows/webhook/early-retries.ts');
        const isMeant = ({ merchantId }: { merchantId: string }) => !merchant || merchantId === merchant;
        const hastened = await retryFailing(now.getTime(), isMeant);
        await sweepLocally(service);
        return { hastened };
      },
    }),
    log: command({
      does: 'Every command of a month, by default of this one, and who ran it.',
      takes: ['month', 'merchant'],
      reads: ['operator-action'],
      writes: [],
      recorded: 'always',
      run: async ({ month: typed, merchant }, { now }) => {
        const month = typed ?? now.toISOString().slice(0, 7);
        if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
          throw new UsageError('--month is a month in UTC: 2026-11.');
        return (await import('../operator/operator-log.ts')).actionsOf(month, merchant);
      },
    }),
  },
};
