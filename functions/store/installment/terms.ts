// What decides which installments a merchant offers: its table, its bank and the caps, read in one request.
import { defined } from '#domain/defined.ts';
import { familiesOfBank } from '#domain/installment/families.ts';
import type { InstallmentTerms, TableRow } from '#domain/installment/offer.ts';
import type { PosInUse, PosOrder } from '#domain/payment/pos-route.ts';
import type { Day } from '#domain/time/business-day.ts';
import { currentIn } from '../card/bin-list.ts';
import { MERCHANT, type MerchantItem } from '../merchant/merchant.ts';
import { BIN_LIST_KEY, INSTALLMENT_CAPS_KEY, installmentTableKey, merchantKey } from '../table/keys.ts';
import type { Stored } from '../table/row.ts';
import { getItems, type Item } from '../table/table.ts';
import { bankOf, currentBankOf, currentPosOf, isRouted, posInUse } from '../virtual-pos.ts';
import { INSTALLMENT_CAPS } from './caps.ts';
import { INSTALLMENT_TABLE, type InstallmentTables, type OwnTable } from './table.ts';

/** The rows of a merchant's terms. */
export const termsKeys = (merchantId: string) => [
  merchantKey(merchantId),
  INSTALLMENT_CAPS_KEY,
  installmentTableKey(merchantId),
  BIN_LIST_KEY,
];

/** `items`: the rows of `termsKeys`, in their order. Throws if there is no such merchant. */
export function termsIn(items: readonly (Item | undefined)[], today: Day): InstallmentTerms {
  const [owner, caps, table, list] = items;
  const merchant = required(owner);
  const common = { counts: merchant.installments ?? [], today };
  const rules = INSTALLMENT_CAPS.find(caps)?.rules;
  const posOrder = posOrderIn(items);
  if (posOrder !== undefined && currentIn(list)) {
    const families = posOrder.pos.flatMap((pos) => pos.families);
    const rows = posOrder.pos.flatMap((pos) => pos.rows);
    return { ...common, families: [...new Set(families)], table: rows, ...defined({ caps: rules }) };
  }
  const bankCode = currentBankOf(merchant);
  return {
    ...common,
    ...defined({
      // Without a list no card's family is known: an update of the settings must not end all installments.
      families: bankCode !== undefined && currentIn(list) ? familiesOfBank(bankCode) : undefined,
      table: rowsOf(tableOf(merchant, INSTALLMENT_TABLE.find(table))),
      caps: rules,
    }),
  };
}

/**
 * The POS that take new payments, with what each splits; undefined if there is one alone. A POS without a table
 * has the counts of the settings for the families of its bank. `items`: the rows of `termsKeys`, in their order.
 */
export function posOrderIn([owner, , table]: readonly (Item | undefined)[]): PosOrder | undefined {
  const merchant = required(owner);
  if (!isRouted(merchant)) return undefined;
  const counts = (merchant.installments ?? []).filter((count) => count > 1);
  const tables = INSTALLMENT_TABLE.find(table);
  const pos = posInUse(merchant).map((posId): PosInUse => {
    const bankCode = bankOf(merchant, posId);
    const ofBank = bankCode === undefined ? [] : familiesOfBank(bankCode);
    const own = rowsOf(tables?.tables.find((one) => one.posId === posId));
    const rows = own ?? ofBank.flatMap((family) => counts.map((count) => unrated(family, count)));
    return { posId, families: [...new Set([...ofBank, ...rows.map(({ family }) => family)])], rows };
  });
  return { defaultPos: currentPosOf(merchant), pos };
}

const unrated = (family: string, count: number): TableRow => ({
  family,
  count,
  ratePpm: 0,
  bearer: 'merchant',
});

const tableOf = (merchant: MerchantItem, all: InstallmentTables | undefined) =>
  all?.tables.find(({ posId }) => posId === currentPosOf(merchant));

/** Undefined: the counts of the settings hold. */
const rowsOf = (table: OwnTable | undefined) => (table?.rows.length === 0 ? undefined : table?.rows);

export const loadTerms = async (merchantId: string, today: Day): Promise<InstallmentTerms> =>
  termsIn(await getItems(termsKeys(merchantId)), today);

/** The table of the current POS, as its merchant reads and replaces it. */
export async function loadOwnTable(merchantId: string): Promise<{
  posId: string;
  bankCode: string | undefined;
  table: OwnTable | undefined;
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
