// What a merchant sells in installments at each of its virtual POS: one row, so that a page reads it beside
// the merchant, before it knows which POS is current.
import { defined } from '#domain/defined.ts';
import { BEARERS, type TableRow } from '#domain/installment/offer.ts';
import {
  listOf,
  natural,
  object,
  objectOf,
  oneOf,
  optional,
  text,
  uuid,
  type ValueOf,
} from '#domain/shape.ts';
import { changeOrCreate, type Write } from '../table/commit.ts';
import { installmentTableKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { row, type Stored } from '../table/row.ts';

const tableRows = () =>
  listOf(
    objectOf<TableRow>({
      family: text,
      count: natural,
      ratePpm: natural,
      bearer: oneOf(BEARERS),
      minimumMinor: optional(natural),
      validFrom: optional(text),
      validUntil: optional(text),
    }),
  );
const version = () => ({
  rows: tableRows(),
  updatedAt: text,
  /** The API key that replaced the one before; absent: an operator. */
  changedBy: optional(uuid),
});

const fields = () => ({
  merchantId: text,
  /** Without rows, the counts of the merchant's settings hold; a POS that never had a table is not in it. */
  tables: listOf(
    object({
      ...version(),
      posId: text,
      /** The last one that another key set: it returns if that key is revoked (api.md 6.11). */
      former: optional(object(version())),
    }),
  ),
});
export type InstallmentTables = ValueOf<typeof fields>;
export type OwnTable = InstallmentTables['tables'][number];

export const INSTALLMENT_TABLE = /* @__PURE__ */ row<InstallmentTables>('installment-table', fields);

export const installmentTableKind = () =>
  ({
    keys: [installmentTableKey('{m}')],
    readBy: 'merchant',
    grants: { 'installment-table': 'what a merchant sells in installments' },
    events: 'own',
    read: INSTALLMENT_TABLE.find,
  }) satisfies Kind;

type NewTable = Pick<OwnTable, 'posId' | 'rows' | 'updatedAt'> & {
  /** The key of the caller, and the first key of its line; absent: an operator. */
  by?: { keyId: string; firstKeyId?: string | undefined };
};
type Before = (InstallmentTables & Stored) | undefined;

/** Replaces the table of one POS; without rows, the counts of the settings hold. */
export function writeTable(merchantId: string, before: Before, { by, ...table }: NewTable): Write {
  const own = before?.tables.find(({ posId }) => posId === table.posId);
  const isOfSame = [by?.keyId, by?.firstKeyId ?? by?.keyId].includes(own?.changedBy);
  const former = own === undefined || isOfSame ? own?.former : versionOf(own);
  return writeTables(merchantId, before, {
    ...table,
    ...defined({ changedBy: by?.keyId, former }),
  });
}

const versionOf = ({ rows, updatedAt, changedBy }: OwnTable) => ({
  rows,
  updatedAt,
  ...defined({ changedBy }),
});

/** Takes back what these keys have set: the former table returns. Undefined if they have set nothing. */
export function writeTableWithout(
  merchantId: string,
  before: InstallmentTables & Stored,
  { posId, keyIds, now }: { posId: string; keyIds: ReadonlySet<string>; now: Date },
): Write | undefined {
  const own = before.tables.find((one) => one.posId === posId);
  if (own === undefined) return undefined;
  const { former, ...present } = own;
  const isTheirs = ({ changedBy = '' }: { changedBy?: string }) => keyIds.has(changedBy);
  const trusted = former && !isTheirs(former) ? former : undefined;
  if (isTheirs(own)) {
    const { rows = [], changedBy } = trusted ?? {};
    const returned = { posId, rows, updatedAt: now.toISOString(), ...defined({ changedBy }) };
    return writeTables(merchantId, before, returned);
  }
  return former === trusted ? undefined : writeTables(merchantId, before, present);
}

function writeTables(merchantId: string, before: Before, table: OwnTable): Write {
  const others = before?.tables.filter(({ posId }) => posId !== table.posId) ?? [];
  const attributes = INSTALLMENT_TABLE.attributes({ merchantId, tables: [...others, table] });
  return changeOrCreate('installment-table', before, installmentTableKey(merchantId), attributes);
}
