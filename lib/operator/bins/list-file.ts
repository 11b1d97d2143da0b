// Reads a list of card ranges: CSV with a header, `#` before comments (docs/interface/cards.md 8.4). Each
// fault is reported with its line. A row that cannot be right is left out, and what two rows contradict each
// other in is unknown: a card is never taken for another one.
import {
  agreedFacts,
  type BinFacts,
  CARD_TYPES,
  differingFacts,
  isBin,
  LISTED_ASSOCIATIONS,
} from '#domain/card/bin.ts';
import { defined } from '#domain/defined.ts';
import { readCsv } from '../csv.ts';
import { SettingError } from '../merchant-settings.ts';
import { familyOf } from './families.ts';

const COLUMNS = ['prefix', 'bankCode', 'type', 'association', 'commercial', 'program'] as const;
/** Only rows of a bank, which have no prefix, name it. */
const BANK_NAME = 'bankName';
type Cells = Partial<Record<(typeof COLUMNS)[number] | typeof BANK_NAME, string>>;

/** What a list tells of a bank: its name, and the family of its credit cards whose row names none. */
type ListedBank = { name?: string; family?: string };
type ListedBanks = ReadonlyMap<string, ListedBank>;

/** `form`, `digits` and `firstDigits`: the row is left out. */
type FaultKind = 'form' | 'digits' | 'firstDigits' | 'double' | 'contradiction';
export type ListFault = { line: number; prefix: string; kind: FaultKind; problem: string };

export type ReadList = {
  /** The number of lines that tell of cards. */
  rows: number;
  ranges: ReadonlyMap<string, BinFacts>;
  banks: ListedBanks;
  faults: readonly ListFault[];
  /** The lines of credit cards without a family: those that take that of their bank, and the others. */
  familyOfBank: readonly number[];
  creditWithoutFamily: readonly number[];
};

/** `known`: the banks of another list, which a row of this one replaces. */
export function readList(text: string, known: ListedBanks = new Map()): ReadList {
  const rows = cellsOf(text);
  const banks = new Map(known);
  for (const { cells } of rows.filter(isOfBank)) {
    const { bankCode = '', program = '', bankName = '' } = cells;
    banks.set(bankCode, defined({ name: bankName || undefined, family: familyOf(program, bankCode) }));
  }
  const ofCards = rows.filter((row) => !isOfBank(row));
  const read = ofCards.map((row) => ({ ...row, ...judged(row), facts: factsIn(row, banks) }));
  const byPrefix = Map.groupBy(
    read.flatMap(({ prefixes = [], line, facts }) => prefixes.map((prefix) => ({ prefix, line, facts }))),
    ({ prefix }) => prefix,
  );
  const withoutFamily = ofCards.filter(({ cells }) => cells.type === 'credit' && cells.program === '');
  const takes = ({ cells }: ListRow) => banks.get(cells.bankCode ?? '')?.family !== undefined;
  const linesOf = (some: readonly ListRow[]) => some.map(({ line }) => line);
  return {
    rows: ofCards.length,
    ranges: new Map(
      [...byPrefix].map(([prefix, same]) => [prefix, agreedFacts(same.map((one) => one.facts))]),
    ),
    banks,
    faults: [...read.flatMap(({ fault }) => fault ?? []), ...[...byPrefix.values()].flatMap(surplusIn)].sort(
      (one, other) => one.line - other.line,
    ),
    familyOfBank: linesOf(withoutFamily.filter(takes)),
    creditWithoutFamily: linesOf(withoutFamily.filter((row) => !takes(row))),
  };
}

type ListRow = { line: number; cells: Cells };
const isOfBank = ({ cells }: ListRow) => cells.prefix === '';

function cellsOf(text: string): ListRow[] {
  const { names, rows } = readCsv(text);
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new SettingError(`The first line of the list lacks: ${missing.join(', ')}.`);
  return rows;
}

const MOST_IN_RANGE = 10_000;

/** The prefixes of `540611` or `54061100-54061149`. Undefined if it is neither. */
function prefixesOf(text: string): string[] | undefined {
  const [, from = '', to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const count = Number(to) - Number(from) + 1;
  if (from === '' || from.length !== to.length || count < 1 || count > MOST_IN_RANGE) return undefined;
  return Array.from({ length: count }, (_, at) => String(Number(from) + at).padStart(from.length, '0'));
}

/** Cards begin with 3 to 9, or with Mastercard's part of 2 (ISO/IEC 7812). */
const isPossible = (prefix: string) =>
  prefix >= '3' || (prefix.slice(0, 4) >= '2221' && prefix.slice(0, 4) <= '2720');

const FORMS = {
  bankCode: [/^(?:[0-9]{4})?$/, 'four digits'],
  type: [/^(?:credit|debit)?$/, CARD_TYPES.join(' or ')],
  association: [new RegExp(`^(?:${LISTED_ASSOCIATIONS.join('|')})?$`), LISTED_ASSOCIATIONS.join(', ')],
  commercial: [/^(?:true|false)?$/, 'true or false'],
  program: [/^[^\n]{0,40}$/, 'a name of at most 40 characters'],
} as const satisfies { [Name in keyof Cells]?: readonly [RegExp, string] };
const FORM_ENTRIES = Object.entries(FORMS) as [keyof typeof FORMS, (typeof FORMS)[keyof typeof FORMS]][];

/** The prefixes of a row, or why it is left out. */
function judged({ line, cells }: ListRow): { prefixes?: readonly string[]; fault?: ListFault } {
  const { prefix = '' } = cells;
  const fault = (kind: FaultKind, why: string) => ({
    fault: { line, prefix, kind, problem: `${prefix} ${why}: left out` },
  });
  const wrong = FORM_ENTRIES.find(([name, [form]]) => !form.test(cells[name] ?? '?'.repeat(41)));
  if (wrong) return fault('form', `has no right ${wrong[0]}, which is ${wrong[1][1]} or empty`);
  const prefixes = prefixesOf(prefix);
  if (prefixes === undefined) return fault('form', 'is no prefix such as 540611, and no range of prefixes');
  const [first = ''] = prefixes;
  if (!isBin(first)) return fault('digits', `has ${first.length} digits, not 6 or 8`);
  return prefixes.every(isPossible) ? { prefixes } : fault('firstDigits', 'begins as no card does');
}

function factsIn({ cells }: ListRow, banks: ListedBanks): BinFacts {
  const { bankCode = '', type, association, commercial = '', program = '' } = cells;
  const bank = banks.get(bankCode);
  return defined({
    bankCode: bankCode || undefined,
    bankName: bank?.name,
    type: CARD_TYPES.find((one) => one === type),
    association: LISTED_ASSOCIATIONS.find((one) => one === association),
    family: familyOf(program, bankCode) ?? (type === 'credit' ? bank?.family : undefined),
    commercial: commercial === '' ? undefined : commercial === 'true',
  });
}

type OfPrefix = { prefix: string; line: number; facts: BinFacts };

/** The rows of a prefix after its first one. */
const surplusIn = ([first, ...others]: readonly OfPrefix[]): ListFault[] =>
  others.map(({ prefix, line, facts }) => {
    const differing = differingFacts(first?.facts ?? {}, facts);
    const like = `${prefix} stands in line ${first?.line} too`;
    return differing.length === 0
      ? { line, prefix, kind: 'double', problem: `${like}, the same` }
      : {
          line,
          prefix,
          kind: 'contradiction',
          problem: `${like}, with another ${differing.join(', ')}: unknown`,
        };
  });
