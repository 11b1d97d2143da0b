// The lists of card ranges, and the row that says which of them holds. An import writes into a place that no
// reader uses, and one write of that row switches: a crash before it changes nothing (cards.md 8.5).
import {
  BIN_PLACES,
  type BinList,
  type BinRange,
  CARD_TYPES,
  factsOf,
  type ImportedList,
  LISTED_ASSOCIATIONS,
  WIDE_BIN_DIGITS,
} from '#domain/card/bin.ts';
import { flag, listOf, natural, object, oneOf, optional, text } from '#domain/shape.ts';
import { changeOrCreate, commit } from '../table/commit.ts';
import { BIN_LIST_KEY, binRangesKey, binRangesPartition } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';
import { everyPage, getItems, type Item, queryChildren } from '../table/table.ts';

const imported = () => object({ listVersion: natural, place: natural, prefixes: natural, importedAt: text });

const BIN_LIST = /* @__PURE__ */ row<BinList>('bin-list', () => ({
  begun: natural,
  begunBy: text,
  current: optional(imported()),
  previous: optional(imported()),
}));

export const binListKind = () =>
  ({
    keys: [BIN_LIST_KEY],
    readBy: 'merchant',
    grants: { 'bin-list': 'which list of card ranges holds' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: BIN_LIST.find,
  }) satisfies Kind;

/** The ranges of six digits in one list. A row with another version is left from an older list. */
type BinRanges = { listVersion: number; ranges: BinRange[] };

const BIN_RANGES = /* @__PURE__ */ row<BinRanges>('bin-ranges', () => ({
  listVersion: natural,
  ranges: listOf(
    object({
      prefixes: listOf(text),
      bankCode: optional(text),
      bankName: optional(text),
      type: optional(oneOf(CARD_TYPES)),
      association: optional(oneOf(LISTED_ASSOCIATIONS)),
      family: optional(text),
      commercial: optional(flag),
    }),
  ),
}));

export const binRangesKind = () =>
  ({
    keys: [binRangesKey('{place}', '{bin}')],
    readBy: 'merchant',
    grants: { 'bin-ranges': 'which bank and family a card is of' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: BIN_RANGES.find,
  }) satisfies Kind;

/** The rows that `rangesIn` reads: all places, because the list tells which of them holds. */
export const rangesKeys = (bin: string) => [
  BIN_LIST_KEY,
  ...BIN_PLACES.map((place) => binRangesKey(place, bin.slice(0, WIDE_BIN_DIGITS))),
];

type CurrentRanges = { current: ImportedList | undefined; ranges: readonly BinRange[] };

/** The ranges of the digits in the current list: one request, because the places are few. */
export const loadRanges = async (bin: string): Promise<CurrentRanges> =>
  rangesIn(await getItems(rangesKeys(bin)));

/** The list that holds; `item`: the row of `BIN_LIST_KEY`. */
export const currentIn = (item: Item | undefined): ImportedList | undefined => BIN_LIST.find(item)?.current;

/** `items`: the rows of `rangesKeys`, in their order. */
export function rangesIn([list, ...places]: readonly (Item | undefined)[]): CurrentRanges {
  const current = currentIn(list);
  const found = current && BIN_RANGES.find(places[current.place]);
  return { current, ranges: found?.listVersion === current?.listVersion ? (found?.ranges ?? []) : [] };
}

/**
 * The name of each card's bank, by its first six or eight digits; undefined where it is not known. No request
 * without digits.
 */
export async function loadBankNames(
  { listVersion, place }: ImportedList,
  bins: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const wide = [...new Set(bins.map((bin) => bin.slice(0, WIDE_BIN_DIGITS)))];
  const found = (await getItems(wide.map((bin) => binRangesKey(place, bin)))).map(BIN_RANGES.find);
  const rangesOfBin = (bin: string) => {
    const row = found[wide.indexOf(bin.slice(0, WIDE_BIN_DIGITS))];
    return row?.listVersion === listVersion ? row.ranges : [];
  };
  return new Map(bins.map((bin) => [bin, factsOf(rangesOfBin(bin), bin)?.facts.bankName]));
}

export const loadBinList = (): Promise<(BinList & Stored) | undefined> => loadRow(BIN_LIST, BIN_LIST_KEY);

const ROWS_PER_READ = 500;

export async function* rangesOf({ listVersion, place }: ImportedList): AsyncGenerator<BinRange> {
  const wanted = { partition: binRangesPartition(place), limit: ROWS_PER_READ };
  for await (const page of everyPage(queryChildren, wanted)) {
    for (const found of page.map(BIN_RANGES.read)) if (found.listVersion === listVersion) yield* found.ranges;
  }
}

/** False if the row was changed since it was read: another command was faster. */
export async function saveBinList(before: (BinList & Stored) | undefined, list: BinList): Promise<boolean> {
  const write = changeOrCreate('bin-list', before, BIN_LIST_KEY, BIN_LIST.attributes(list));
  return (await commit([write])).kind === 'committed';
}

/** False if a later import has written one of the rows already: it uses the same place. */
export async function writeRanges(
  { listVersion, place }: Pick<ImportedList, 'listVersion' | 'place'>,
  rows: readonly (readonly [bin: string, ranges: BinRange[]])[],
): Promise<boolean> {
  const condition = {
    expression: 'attribute_not_exists(#pk) OR #listVersion < :listVersion',
    values: { ':listVersion': listVersion },
  };
  const writes = rows.map(([bin, ranges]) => {
    const item = newItem(binRangesKey(place, bin), BIN_RANGES.attributes({ listVersion, ranges }));
    return { what: 'bin-ranges', kind: 'put', item, condition } as const;
  });
  return (await commit(writes)).kind === 'committed';
}
