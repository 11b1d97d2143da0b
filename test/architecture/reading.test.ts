// A budget of reading, like that of bytes: who changes or reviews an entry reads the files that it loads by
// value, imports of types left out. More than 2 % above the record fails, and names the import that brought
// it; so does 10 % below, so that what was won is kept. `UPDATE_DOCS=1` records what is loaded now.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from './module-graph.ts';
import { lambdas, modules } from './project.ts';

const RECORD = `${ROOT}test/architecture/reading.json`;
const RENEWAL = 'UPDATE_DOCS=1 npx vitest run --project node test/architecture/reading';

type Reading = { files: number; lines: number };
type Edge = { by: string; of: string };

const linesOf = (path: string) => modules.get(path)?.text.trimEnd().split('\n').length ?? 0;
const importsOf = (path: string): string[] =>
  (modules.get(path)?.imports ?? [])
    .filter(({ typeOnly, from }) => !typeOnly && modules.has(from))
    .map(({ from }) => from);

/** The files that an entry loads, itself included; without those that `cut` alone brings. */
function loadedBy(entry: string, cut?: Edge): Set<string> {
  const loaded = new Set([entry]);
  for (const by of loaded) {
    for (const of of importsOf(by)) if (by !== cut?.by || of !== cut.of) loaded.add(of);
  }
  return loaded;
}

const readingOf = (loaded: ReadonlySet<string>): Reading => ({
  files: loaded.size,
  lines: [...loaded].reduce((sum, path) => sum + linesOf(path), 0),
});

/** The import without which the entry loads about what is recorded: if it is new, exactly that. */
function broughtBy(entry: string, before: Reading): string {
  const off = ({ files, lines }: Reading) => Math.abs(files - before.files) + Math.abs(lines - before.lines);
  const [nearest] = [...loadedBy(entry)]
    .flatMap((by) => importsOf(by).map((of) => ({ by, of })))
    .map((edge) => ({ ...edge, off: off(readingOf(loadedBy(entry, edge))) }))
    .toSorted((one, other) => one.off - other.off);
  return nearest === undefined ? entry : `${nearest.by}, which imports ${nearest.of}`;
}

function judge(entry: string, before: Reading = { files: 0, lines: 0 }): string[] {
  const { files, lines } = readingOf(loadedBy(entry));
  const changed = `${entry}: ${before.files} > ${files} files, ${before.lines} > ${lines} lines`;
  const most = (recorded: number) => Math.ceil(recorded * 1.02);
  if (files > most(before.files) || lines > most(before.lines)) {
    return [`${changed}, by ${broughtBy(entry, before)}`];
  }
  return files < before.files * 0.9 || lines < before.lines * 0.9 ? [changed] : [];
}

const entries = lambdas.map(({ path }) => path).toSorted();
const record = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, Reading>;

it('no entry loads more files or lines by value than is recorded', () => {
  if (process.env['UPDATE_DOCS']) {
    const rows = entries.map((path) => {
      const { files, lines } = readingOf(loadedBy(path));
      return `  "${path}": { "files": ${files}, "lines": ${lines} }`;
    });
    writeFileSync(RECORD, `{\n${rows.join(',\n')}\n}\n`);
    return;
  }
  const changed = entries.flatMap((path) => judge(path, record[path]));
  expect(changed, `Load less, or record what is loaded: ${RENEWAL}`).toEqual([]);
  expect(Object.keys(record)).toEqual(entries);
});
