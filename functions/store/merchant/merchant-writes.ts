// What operators' commands write of a merchant. A merchant's name is written with it, in one transaction.
import { change, commit, create, type Write } from '../table/commit.ts';
import { merchantKey } from '../table/keys.ts';
import { newItem } from '../table/row.ts';
import {
  MERCHANT,
  type Merchant,
  type MerchantItem,
  type MerchantSettings,
  type SigningSecret,
} from './merchant.ts';
import { writeMerchantName } from './merchant-name.ts';

const writeNewMerchant = (merchant: Merchant, also: readonly Write[]): Write[] => [
  ...also,
  create('merchant', newItem(merchantKey(merchant.merchantId), MERCHANT.attributes(merchant))),
  writeMerchantName(merchant),
];

/** `also`: further writes of the same transaction, such as the logo's. */
export async function createMerchant(merchant: Merchant, also: readonly Write[] = []): Promise<void> {
  await commit(writeNewMerchant(merchant, also));
}

/** False if the live account was changed since it was read. */
export async function createTestTwin(
  twin: Merchant,
  live: MerchantItem,
  also: readonly Write[],
): Promise<boolean> {
  const link = change('merchant', live, MERCHANT.attributes({ testTwin: twin.merchantId }));
  return (await commit([...writeNewMerchant(twin, also), link])).kind === 'committed';
}

/** False if the merchant was changed since it was read. */
export async function updateMerchant(
  merchant: MerchantItem,
  changed: Partial<
    MerchantSettings &
      Pick<
        Merchant,
        'sealedAcquirer' | 'virtualPos' | 'currentPos' | 'posOrder' | 'mode' | 'refundExpirySince'
      >
  >,
  also: readonly Write[] = [],
): Promise<boolean> {
  const write = change('merchant', merchant, MERCHANT.attributes(changed));
  return (
    (await commit([write, writeMerchantName({ ...merchant, ...changed }), ...also])).kind === 'committed'
  );
}

/** False if the merchant was changed since it was read. */
export async function replaceSigningSecrets(
  merchant: MerchantItem,
  signingSecrets: SigningSecret[],
): Promise<boolean> {
  const set = MERCHANT.attributes({ signingSecrets });
  const write = change('merchant', merchant, set, ['sealedSigningSecret']);
  return (await commit([write])).kind === 'committed';
}
