// What decides which installments a merchant offers: its table, its bank, the caps and the list of card
// ranges, read in one request.
import { type BinFacts, factsOf } from '#domain/card/bin.ts';
import { defined } from '#domain/defined.ts';
import { familiesOfBank } from '#domain/installment/families.ts';
import type { InstallmentTerms } from '#domain/installment/offer.ts';
import type { Day } from '#domain/time/business-day.ts';
import { rangesIn, rangesKeys } from '../card/bin-list.ts';
import { MERCHANT, type MerchantItem } from '../merchant.ts';
import { INSTALLMENT_CAPS_KEY, installmentTableKey, merchantKey } from '../table/keys.ts';
import type { Stored } from '../table/row.ts';
import { getItems, type Item } from '../table/table.ts';
import { currentBankOf, currentPosOf } from '../virtual-pos.ts';
import { INSTALLMENT_CAPS } from './caps.ts';
import { INSTALLMENT_TABLE, type InstallmentTables } from './table.ts';

type Merchant = Parameters<typeof currentPosOf>[0] & Pick<MerchantItem, 'installments'>;

/** The rows of a merchant's terms, without the merchant itself. */
const termsKeys = (merchantId: string) => [INSTALLMENT_CAPS_KEY, installmentTableKey(merchantId)];

/** `items`: the rows of `termsKeys`, in their order. */
function termsIn(
  merchant: Merchant,
  [caps, table]: readonly (Item | undefined)[],
  today: Day,
): InstallmentTerms {
  const bankCode = currentBankOf(merchant);
  return {
    counts: merchant.installments ?? [],
    today,
    ...defined({
      families: bankCode === undefined ? undefined : familiesOfBank(bankCode),
      table: tableOf(merchant, INSTALLMENT_TABLE.find(table))?.rows,
      caps: INSTALLMENT_CAPS.find(caps)?.rules,
    }),
  };
}

const tableOf = (merchant: Merchant, all: InstallmentTables | undefined) =>
  all?.tables.find(({ posId }) => posId === currentPosOf(merchant));

/** What the list of card ranges tells of a card. */
type KnownCard = {
  match: { prefix: string; facts: BinFacts } | undefined;
  listVersion: number | undefined;
};

/** The terms of today, and the card of these six or eight digits. Throws if there is no such merchant. */
export async function loadTerms(
  merchantId: string,
  bin: string | undefined,
  today: Day,
): Promise<{ terms: InstallmentTerms; card: KnownCard | undefined }> {
  const ownKeys = [merchantKey(merchantId), ...termsKeys(merchantId)];
  const items = await getItems([...ownKeys, ...(bin === undefined ? [] : rangesKeys(bin))]);
  const terms = termsIn(required(items[0]), items.slice(1, ownKeys.length), today);
  if (bin === undefined) return { terms, card: undefined };
  const { current, ranges } = rangesIn(items.slice(ownKeys.length));
  return { terms, card: { match: factsOf(ranges, bin), listVersion: current?.listVersion } };
}

/** The table of the current POS, as its merchant reads and replaces it. */
export async function loadOwnTable(merchantId: string): Promise<{
  posId: string;
  bankCode: string | undefined;
  table: InstallmentTables['tables'][number] | undefined;
  stored: (InstallmentTables & Stored) | undefined;
}> {
  const [owner, table] = await getItems([merchantKey(merchantId), installmentTableKey(merchantId)]);
  const merchant = required(owner);
  const stored = INSTALLMENT_TABLE.find(table);
  return {
    posId: currentPosOf(merchant),
    bankCode: currentBankOf(merchant),
    table: tableOf(merchant, stored),
    stored,
  };
}

function required(item: Item | undefined): MerchantItem {
  const merchant = MERCHANT.find(item);
  if (merchant) return merchant;
  throw new Error('The merchant of a valid key has no row.');
}
