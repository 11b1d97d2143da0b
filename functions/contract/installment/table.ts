// A merchant's installment table in requests and responses (installments.md 2).

import { defined } from '#domain/defined.ts';
import { FAMILIES, familiesOfBank } from '#domain/installment/families.ts';
import { BEARERS, MOST_INSTALLMENTS, type TableRow } from '#domain/installment/offer.ts';
import { spelledNumber } from '#domain/json-number.ts';
import { MOST_TABLE_ROWS } from '#domain/limits.ts';
import { PPM_OF_PERCENT, toDecimal } from '#domain/money.ts';
import { day } from '../field/day.ts';
import {
  amount,
  field,
  fields,
  flag,
  integer,
  list,
  oneOf,
  optional,
  problem,
  transformed,
  withDefault,
} from '../field/field.ts';
import { preview } from '../field/preview.ts';

const PERCENT = {
  tr: 'en çok dört ondalıklı, 0 ile 100 arasında bir sayı',
  en: 'a number from 0 to 100 with at most four decimals',
};

/** Millionths, read from the source text: 1.75 is 17,500. */
const rate = () =>
  field({ kind: 'percent', min: 0, max: 100 }, (value, context) => {
    const [, whole = '', decimals = ''] =
      /^(\d{1,3})(?:\.(\d{1,4})0*)?$/.exec(spelledNumber(value) ?? '') ?? [];
    const ppm = Number(whole) * PPM_OF_PERCENT + Number(decimals.padEnd(4, '0'));
    if (whole === '' || ppm > 100 * PPM_OF_PERCENT)
      return problem(context, 'INVALID_FORMAT', { expected: PERCENT });
    return ppm;
  });

const tableRow = () =>
  transformed(
    fields({
      family: oneOf(FAMILIES),
      installment: integer(2, MOST_INSTALLMENTS),
      ratePercent: withDefault(rate(), 0),
      surchargeBearer: withDefault(oneOf(BEARERS), 'merchant'),
      minimumAmount: optional(amount()),
      validFrom: optional(day()),
      validUntil: optional(day()),
    }),
    (row, context): TableRow => {
      const { validFrom, validUntil } = row;
      if (validFrom !== undefined && validUntil !== undefined && validUntil < validFrom)
        return problem(context, 'OUT_OF_RANGE', { reversed: ['validFrom', 'validUntil'] }, 'validUntil');
      return {
        family: row.family,
        count: row.installment,
        ratePpm: row.ratePercent,
        bearer: row.surchargeBearer,
        ...defined({ minimumMinor: row.minimumAmount, validFrom, validUntil }),
      };
    },
  );

const TWICE = {
  tr: 'aynı aile ve taksit sayısının satırları ayrı günlerde geçerli olmalı',
  en: 'rows of the same family and count must be valid on different days',
};

/** The body of PUT /api/installment/table: the whole table of the current POS. */
export const tableBody = () =>
  fields({
    rows: transformed(list(tableRow(), MOST_TABLE_ROWS), (rows, context) => {
      const at = rows.findIndex((row, index) => rows.slice(0, index).some((other) => overlap(row, other)));
      return at < 0 ? rows : problem(context, 'INVALID_FORMAT', { expected: TWICE }, String(at));
    }),
    confirmed: withDefault(flag(), false),
    preview: preview(),
  });
const overlap = (one: TableRow, other: TableRow) =>
  one.family === other.family &&
  one.count === other.count &&
  (one.validFrom ?? '') <= (other.validUntil ?? '9') &&
  (other.validFrom ?? '') <= (one.validUntil ?? '9');

/** The families of the rows that public data does not give the bank; none while the bank is not known. */
export const doubtfulFamilies = (rows: readonly TableRow[], bankCode: string | undefined): string[] =>
  bankCode === undefined
    ? []
    : [...new Set(rows.map(({ family }) => family))].filter(
        (family) => !familiesOfBank(bankCode).some((own) => own === family),
      );

type ShownTable = {
  bankCode: string | undefined;
  /** Absent: the POS has never had a table. */
  table: { rows: readonly TableRow[]; updatedAt: string; changedBy?: string } | undefined;
};

/** `families` are those of the bank by public data; null while the bank is not known. */
export const showTable = ({ bankCode, table }: ShownTable) => ({
  bankCode: bankCode ?? null,
  families: bankCode === undefined ? null : familiesOfBank(bankCode),
  unconfirmedFamilies: doubtfulFamilies(table?.rows ?? [], bankCode),
  rows: (table?.rows ?? []).map(showRow),
  updatedAt: table?.updatedAt ?? null,
  changedBy: table?.changedBy ?? null,
});

const showRow = ({ family, count, ratePpm, bearer, minimumMinor, validFrom, validUntil }: TableRow) => ({
  family,
  installment: count,
  ratePercent: ratePpm / PPM_OF_PERCENT,
  surchargeBearer: bearer,
  minimumAmount: minimumMinor === undefined ? null : toDecimal(minimumMinor),
  validFrom: validFrom ?? null,
  validUntil: validUntil ?? null,
});
