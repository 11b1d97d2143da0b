// The commands on lists of card ranges: a new list is imported beside the one that holds, then one write
// switches to it, and another one back (docs/interface/cards.md 8.5).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { showBin } from '#contract/bin.ts';
import {
  type BinFacts,
  type BinRange,
  differingFacts,
  factsOf,
  freePlace,
  type ImportedList,
  WIDE_BIN_DIGITS,
} from '#domain/card/bin.ts';
import { defined } from '#domain/defined.ts';
import { loadBinList, loadRanges, rangesOf, saveBinList, writeRanges } from '#store/card/bin-list.ts';
import { SettingError } from '../merchant-settings.ts';
import { type ReadList, readList } from './list-file.ts';

/** The list that ships with the product. */
const SHIPPED_LIST = new URL('./cards-tr.csv', import.meta.url);

/** Reads a file, by default the shipped list. Throws if it has no range. */
export function readListFile(file: string | URL = SHIPPED_LIST): ReadList {
  const shipped = readList(readFileSync(SHIPPED_LIST, 'utf8'));
  const list = file === SHIPPED_LIST ? shipped : readList(textOf(file), shipped.banks);
  if (list.ranges.size === 0) throw new SettingError('The list has no range of cards: nothing was changed.');
  return list;
}

function textOf(file: string | URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

type Ranges = ReadonlyMap<string, BinFacts>;

async function rangesIn(list: ImportedList | undefined): Promise<Ranges> {
  const found = new Map<string, BinFacts>();
  if (list === undefined) return found;
  for await (const { prefixes, ...facts } of rangesOf(list))
    for (const one of prefixes) found.set(one, facts);
  return found;
}

/** What another list would change: numbers of prefixes, and those of each family before and after. */
export async function changesTo(after: Ranges) {
  return comparison(await rangesIn((await loadBinList())?.current), after);
}

function comparison(before: Ranges, after: Ranges) {
  const both = [...after].flatMap(([prefix, facts]) => {
    const old = before.get(prefix);
    return old ? [[old, facts] as const] : [];
  });
  const counts = [before, after].map((one) => Map.groupBy(one.values(), ({ family = 'none' }) => family));
  const families = [...new Set(counts.flatMap((one) => [...one.keys()]))].sort();
  return {
    prefixes: after.size,
    added: after.size - both.length,
    removed: before.size - both.length,
    changed: both.filter(([old, facts]) => differingFacts(old, facts).length > 0).length,
    families: Object.fromEntries(
      families.map((family) => [family, counts.map((one) => one.get(family)?.length ?? 0).join(' -> ')]),
    ),
  };
}

/** The ranges of each six digits; prefixes that tell the same stand together. */
function rowsOf(ranges: Ranges): Map<string, BinRange[]> {
  const byBin = Map.groupBy(ranges, ([prefix]) => prefix.slice(0, WIDE_BIN_DIGITS));
  const rows = [...byBin].map(([bin, same]) => {
    const alike = Map.groupBy(same, ([, facts]) => JSON.stringify(facts));
    const grouped = [...alike.values()].map((group) => ({
      ...group[0]?.[1],
      prefixes: group.map(([prefix]) => prefix),
    }));
    return [bin, grouped] as const;
  });
  return new Map(rows);
}

const OVERTAKEN =
  'Another command changed the lists of card ranges meanwhile; the one that holds is whole. Repeat.';
/** Most writes of a transaction. */
const WRITTEN_AT_ONCE = 100;

/** Imports a list as a new version, which holds from the return on. */
export async function importList(ranges: Ranges, now: Date): Promise<ImportedList> {
  const before = await loadBinList();
  const begun = { ...before, begun: (before?.begun ?? 0) + 1, begunBy: randomUUID() };
  if (!(await saveBinList(before, begun))) throw new SettingError(OVERTAKEN);
  const list = { listVersion: begun.begun, place: freePlace(begun) };
  const rows = [...rowsOf(ranges)];
  for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE) {
    const isWritten = await writeRanges(list, rows.slice(at, at + WRITTEN_AT_ONCE));
    if (!isWritten) throw new SettingError(OVERTAKEN);
  }
  const current = { ...list, prefixes: ranges.size, importedAt: now.toISOString() };
  const latest = await loadBinList();
  const isOwn = latest?.begunBy === begun.begunBy;
  const { current: previous } = latest ?? {};
  if (!isOwn || !(await saveBinList(latest, { ...latest, current, ...defined({ previous }) })))
    throw new SettingError(OVERTAKEN);
  return current;
}

/** Imports the shipped list unless one was imported: the local service has a list from its first start on. */
export async function ensureList(now: Date): Promise<void> {
  if ((await loadBinList()) === undefined) await importList(readListFile().ranges, now);
}

/** The list that holds and the one before, with what going back to it would change. */
export async function showWayBack() {
  const { current, previous } = (await loadBinList()) ?? {};
  if (previous === undefined) throw new SettingError('There is no list before to go back to.');
  return { current, previous, changes: await changesTo(await rangesIn(previous)) };
}

/** Switches to the list before, which makes the present one the list before: a second time undoes it. */
export async function goBack(): Promise<ImportedList> {
  const list = await loadBinList();
  const { current, previous } = list ?? {};
  if (list === undefined || current === undefined || previous === undefined)
    throw new SettingError('There is no list before to go back to.');
  if (!(await saveBinList(list, { ...list, current: previous, previous: current })))
    throw new SettingError(OVERTAKEN);
  return previous;
}

/** What the list that holds tells of these six or eight digits. */
export async function showPrefix(bin: string) {
  const { current, ranges } = await loadRanges(bin);
  const { listVersion } = current ?? {};
  return showBin({ bin, match: factsOf(ranges, bin), listVersion });
}
