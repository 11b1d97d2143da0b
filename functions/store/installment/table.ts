// What a merchant sells in installments at each of its virtual POS: one row, so that a page reads it beside
// the merchant, before it knows which POS is current.
import { BEARERS, type TableRow } from '#domain/installment/offer.ts';
import { listOf, natural, object, objectOf, oneOf, optional, text, type ValueOf } from '#domain/shape.ts';
import { changeOrCreate, type Write } from '../table/commit.ts';
import { installmentTableKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { row, type Stored } from '../table/row.ts';

/** A POS without a table is not in it. */
const fields = () => ({
  tables: listOf(
    object({
      posId: text,
      rows: listOf(
        objectOf<TableRow>({
          family: text,
          count: natural,
          ratePpm: natural,
          bearer: oneOf(BEARERS),
          minimumMinor: optional(natural),
          validFrom: optional(text),
          validUntil: optional(text),
        }),
      ),
      updatedAt: text,
    }),
  ),
});
export type InstallmentTables = ValueOf<typeof fields>;

export const INSTALLMENT_TABLE = /* @__PURE__ */ row<InstallmentTables>('installment-table', fields);

export const installmentTableKind = () =>
  ({
    keys: [installmentTableKey('{m}')],
    readBy: 'merchant',
    grants: { 'installment-table': 'what a merchant sells in installments' },
    events: 'nothing: a setting that the merchant changes itself',
    read: INSTALLMENT_TABLE.find,
  }) satisfies Kind;

/** Replaces the table of one POS; without rows the POS has none. */
export function writeTable(
  merchantId: string,
  before: (InstallmentTables & Stored) | undefined,
  { posId, rows, updatedAt }: InstallmentTables['tables'][number],
): Write {
  const others = before?.tables.filter((one) => one.posId !== posId) ?? [];
  const tables = rows.length === 0 ? others : [...others, { posId, rows, updatedAt }];
  const attributes = INSTALLMENT_TABLE.attributes({ tables });
  return changeOrCreate('installment-table', before, installmentTableKey(merchantId), attributes);
}
