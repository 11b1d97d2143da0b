// The command `npm run merchant -- installments`: shows the installment table of a virtual POS, or replaces
// it by a file, previewed before it holds (docs/interface/installments.md 2).
import { readFileSync } from 'node:fs';
import { doubtfulFamilies, showTable, tableBody } from '#contract/installment/table.ts';
import { type FieldProblem, fieldSentence } from '#domain/field-problem.ts';
import { jsonNumber } from '#domain/json-number.ts';
import { INSTALLMENT_TABLE, writeTable } from '#store/installment/table.ts';
import { commit } from '#store/table/commit.ts';
import { installmentTableKey } from '#store/table/keys.ts';
import { loadRow } from '#store/table/row.ts';
import { currentPosOf } from '#store/virtual-pos.ts';
import { readCsv } from '../csv.ts';
import { SettingError } from '../merchant-settings.ts';
import { requirePos, requirePosOf } from '../pos/own-pos.ts';
import { UNCHANGED } from '../unchanged.ts';

const COLUMNS = [
  'family',
  'installment',
  'ratePercent',
  'surchargeBearer',
  'minimumAmount',
  'validFrom',
  'validUntil',
];
const NUMBERS = ['installment', 'ratePercent', 'minimumAmount'];

/** The rows of a CSV file whose first line names the columns. Throws with every problem and its line. */
function readTableFile(text: string) {
  const { names, rows } = readCsv(text);
  const unknown = names.filter((name) => !COLUMNS.includes(name));
  if (unknown.length > 0 || !names.includes('family') || !names.includes('installment'))
    throw new SettingError(`The first line names some of the columns ${COLUMNS.join(', ')}.`);
  const values = rows.map(({ cells }) => {
    const given = Object.entries(cells).filter(([, cell]) => cell);
    return Object.fromEntries(
      given.map(([name, cell = '']) => [name, NUMBERS.includes(name) ? jsonNumber(cell) : cell]),
    );
  });
  const read = tableBody().safeParse({ rows: values });
  if (read.success) return read.data.rows;
  const problems = read.error.issues.map((issue) => {
    const [, at, field = 'family'] = issue.path;
    const { params } = issue as { params?: Pick<FieldProblem, 'code' | 'hint'> };
    const sentence = params && fieldSentence({ field: String(field), ...params }, 'en');
    return `line ${rows[Number(at)]?.line ?? 1}, ${String(field)}: ${sentence ?? issue.message}`;
  });
  throw new SettingError(`Nothing was changed. ${problems.join(' ')}`);
}

type OwnTableOptions = {
  /** By default the current POS. */
  posId?: string | undefined;
  /** The path of a file; absent: nothing is replaced. */
  file?: string | undefined;
  isConfirmed: boolean;
};

/** Shows the table, and the one of the file beside it. Confirmed, that one holds from the return on. */
export async function installmentsOf(
  merchantId: string,
  { posId, file, isConfirmed }: OwnTableOptions,
  now: Date,
) {
  const own = await requirePosOf(merchantId);
  const { id, bankCode } = requirePos(own, posId ?? currentPosOf(own.merchant));
  const stored = await loadRow(INSTALLMENT_TABLE, installmentTableKey(merchantId));
  const before = stored?.tables.find((one) => one.posId === id);
  const shown = showTable({ bankCode, table: before });
  if (file === undefined) return { posId: id, ...shown };
  const rows = readTableFile(readFileSync(file === '-' ? 0 : file, 'utf8'));
  const updatedAt = now.toISOString();
  const doubtful = doubtfulFamilies(rows, bankCode);
  const warning = `Public data does not give the bank ${bankCode}: ${doubtful.join(', ')}. Ask the bank.`;
  const outcome = {
    posId: id,
    before: shown.rows,
    ...showTable({ bankCode, table: { rows, updatedAt } }),
    ...(doubtful.length > 0 && { warning }),
  };
  if (!isConfirmed) return { ...outcome, ...UNCHANGED };
  const write = writeTable(merchantId, stored, { posId: id, rows, updatedAt });
  if ((await commit([write])).kind === 'committed') return outcome;
  throw new SettingError('The table was changed meanwhile; try again.');
}
