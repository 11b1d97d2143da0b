// Sales that a bank has under an order id of ours and that no payment names (reconciliation.md 4). Each waits for
// a person, among the open differences.
import { CURRENCIES } from '#domain/money.ts';
import { natural, oneOf, optional, text, type ValueOf } from '#domain/shape.ts';
import { KEPT_MS, openRows } from './difference.ts';
import { change, commit, create } from './table/commit.ts';
import {
  DIFFERENCES_PARTITION,
  differenceAttributes,
  isUnnamedSale,
  reconciliationPartition,
  timeSort,
  unnamedSaleKey,
  unnamedSaleSorts,
} from './table/keys.ts';
import type { Kind } from './table/kind.ts';
import { loadRow, newItem, row, type Stored } from './table/row.ts';
import { queryChildren } from './table/table.ts';

const fields = () => ({
  merchantId: text,
  posId: text,
  bankOrderId: text,
  /** What the bank has taken less what it has given back, when it was found. */
  amountMinor: natural,
  /** Absent if the bank names none. */
  currency: optional(oneOf(CURRENCIES)),
  bankReferenceNumber: optional(text),
  /** The bank's day. */
  day: text,
  /** ISO: when it was found. */
  since: text,
  closedAt: optional(text),
  closedBy: optional(text),
  reason: optional(text),
});
type UnnamedSale = ValueOf<typeof fields>;

const UNNAMED_SALE = /* @__PURE__ */ row<UnnamedSale>('unnamed-sale', fields);

export const unnamedSaleKind = () =>
  ({
    keys: [unnamedSaleKey('{m}', '{order}', '{pos}')],
    readBy: 'reconciliation, people',
    indexes: { due: [[DIFFERENCES_PARTITION, timeSort('{instant}', '{order}')]] },
    events: 'nothing: operators read it',
    read: UNNAMED_SALE.find,
  }) satisfies Kind;

type SaleName = Pick<UnnamedSale, 'merchantId' | 'bankOrderId' | 'posId'>;

export const loadUnnamedSale = ({ merchantId, bankOrderId, posId }: SaleName) =>
  loadRow(UNNAMED_SALE, unnamedSaleKey(merchantId, bankOrderId, posId));

/** False if it is stored already, also if it is closed. */
export async function storeUnnamedSale(sale: UnnamedSale): Promise<boolean> {
  const { merchantId, bankOrderId, posId, since } = sale;
  const attributes = { ...UNNAMED_SALE.attributes(sale), ...differenceAttributes(bankOrderId, since) };
  const item = newItem(unnamedSaleKey(merchantId, bankOrderId, posId), attributes);
  return (await commit([create('unnamed-sale', item)])).kind === 'committed';
}

/** The open ones of all merchants, oldest first. */
export const listUnnamedSales = async (): Promise<(UnnamedSale & Stored)[]> =>
  (await openRows()).filter(isUnnamedSale).map(UNNAMED_SALE.read);

type SaleClosing = { closedAt: string; closedBy: string; reason: string };

/** Closes those of an order id. False if there is no open one, or if it was changed meanwhile. */
export async function closeUnnamedSales(
  { merchantId, bankOrderId }: Omit<SaleName, 'posId'>,
  closing: SaleClosing,
): Promise<boolean> {
  const range = { partition: reconciliationPartition(merchantId), ...unnamedSaleSorts(bankOrderId) };
  const { items } = await queryChildren({ ...range, limit: 100 });
  const open = items.map(UNNAMED_SALE.read).filter(({ closedAt }) => closedAt === undefined);
  if (open.length === 0) return false;
  const expiresAtSeconds = Math.ceil((Date.parse(closing.closedAt) + KEPT_MS.difference) / 1000);
  const set = { ...UNNAMED_SALE.attributes(closing), expiresAtSeconds };
  const writes = open.map((sale) => change('unnamed-sale', sale, set, ['duePk', 'dueSk']));
  return (await commit(writes)).kind === 'committed';
}
