// `npm run test:bugs -- --killers`: runs each bug against every test file that runs its line, and records the
// files that fail in killers.jsonl, one line a bug. It may be stopped at any time and goes on where it was:
// what has run is in node_modules/.cache/planted-bugs, with the lines that each file runs. Removing that
// folder begins anew. The files without the whole service come first; a bug is complete if none is `left`.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Copy } from '../copy.ts';
import type { PlantedBug } from '../planted-bug.ts';
import { filesThatRun, type Killers, type RunFile, superfluousFiles } from './choice.ts';
import type { CoveredLines } from './covered-lines.ts';

const RECORD = fileURLToPath(new URL('killers.jsonl', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/planted-bugs', import.meta.url));
const COVERED = join(CACHE, 'covered.jsonl');
const DONE = join(CACHE, 'done.jsonl');
/** Files that run together: a stop loses at most their time. */
const BATCH = 40;
const HOUR_MS = 3_600_000;
/** Of files that take `ms` without a bug: a busy machine needs longer, and a bug may cause waiting. */
const longestMs = (ms: number) => 120_000 + 10 * ms;

/** A red file fails without a bug, so it can notice none. */
type Covered = RunFile & { isRed: boolean };
/** The key changes with the bug's text, so that a changed bug runs again. */
type Done = { key: string; file: string; isKiller: boolean };
const keyOf = ({ file, find, replace }: PlantedBug) => JSON.stringify([file, find, replace]);

const linesIn = <Line>(path: string): Line[] =>
  (existsSync(path) ? readFileSync(path, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Returns the exit code: 1 if a bug that has met all its files is noticed by none. */
export async function recordKillers(copy: Copy, bugs: readonly PlantedBug[]): Promise<number> {
  mkdirSync(CACHE, { recursive: true });
  const covered = linesIn<Covered>(COVERED);
  const done = linesIn<Done>(DONE);
  const names = copy.allTests();
  for (let from = 0; from < names.length; from += BATCH) {
    const batch = names.slice(from, from + BATCH);
    const known = new Set(covered.map(({ name }) => name));
    const added = await coverageOf(
      copy,
      batch.filter((name) => !known.has(name)),
    );
    append(COVERED, added);
    covered.push(...added);
    console.log(`Files ${from + 1} to ${from + batch.length} of ${names.length}`);
    for (const bug of bugs) {
      const files = covered.filter(({ name, isRed }) => !isRed && batch.includes(name));
      const left = notDone(filesThatRun(bug, copy.sourceOf(bug), files), bug, done);
      if (left.length === 0) continue;
      const results = await copy.withBug(bug, () => run(copy, bug, left));
      append(DONE, results);
      done.push(...results);
      writeRecord(bugs.map((one) => killersOf(one, copy, names, covered, done)));
    }
  }
  return report(covered);
}

const append = (path: string, some: readonly unknown[]) =>
  appendFileSync(path, some.map((one) => `${JSON.stringify(one)}\n`).join(''));

function notDone(files: readonly RunFile[], bug: PlantedBug, done: readonly Done[]): readonly RunFile[] {
  const key = keyOf(bug);
  const names = new Set(done.filter((one) => one.key === key).map(({ file }) => file));
  return files.filter(({ name }) => !names.has(name));
}

function killersOf(
  bug: PlantedBug,
  copy: Copy,
  names: readonly string[],
  covered: readonly Covered[],
  done: readonly Done[],
): Killers {
  const running = filesThatRun(
    bug,
    copy.sourceOf(bug),
    covered.filter(({ isRed }) => !isRed),
  );
  const unknown = names.length - covered.length;
  const killers = done.filter(({ key, isKiller }) => isKiller && key === keyOf(bug)).map(({ file }) => file);
  return { bug: bug.name, left: unknown + notDone(running, bug, done).length, killers: killers.sort() };
}

/** Bugs that were not chosen keep their lines. */
function writeRecord(some: readonly Killers[]): void {
  const all = new Map([...linesIn<Killers>(RECORD), ...some].map((one) => [one.bug, one]));
  writeFileSync(RECORD, [...all.values()].map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** A file that does not end alone is a killer; in a batch without an end each file runs alone. */
async function run(copy: Copy, bug: PlantedBug, files: readonly RunFile[]): Promise<Done[]> {
  const key = keyOf(bug);
  const ms = files.reduce((sum, file) => sum + file.ms, 0);
  const result = await copy.runTests(
    files.map(({ name }) => name),
    { longestMs: longestMs(ms) },
  );
  if (typeof result === 'object') {
    const isRed = new Map(copy.resultsOf(result).map((one) => [one.name, one.isRed]));
    return files.map(({ name }) => ({ key, file: name, isKiller: isRed.get(name) ?? true }));
  }
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return [{ key, file: only.name, isKiller: true }];
  const alone: Done[] = [];
  for (const file of files) alone.push(...(await run(copy, bug, [file])));
  return alone;
}

/** The lines that each file runs without a bug. */
async function coverageOf(copy: Copy, names: readonly string[]): Promise<Covered[]> {
  if (names.length === 0) return [];
  const folder = join(CACHE, 'lines');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const setupFile = 'planted-bugs/killers/covered-lines.ts';
  const env = { COVERED_LINES: folder };
  const result = await copy.runTests(names, { longestMs: HOUR_MS, setupFile, env });
  if (typeof result !== 'object') throw new Error('The tests did not run.');
  const lines = new Map(
    readdirSync(folder).map((name) => {
      const { test, lines } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CoveredLines;
      return [test, lines];
    }),
  );
  const results = new Map(copy.resultsOf(result).map((one) => [one.name, one]));
  // What vitest does not report did not run.
  return names.map((name) => {
    const { ms = 0, isRed = true } = results.get(name) ?? {};
    return { name, ms, isRed, lines: lines.get(name) ?? {} };
  });
}

function report(covered: readonly Covered[]): number {
  const known = linesIn<Killers>(RECORD);
  const unnoticed = known.filter(({ killers, left }) => killers.length === 0 && left === 0);
  for (const { bug } of unnoticed) console.log(`NOT NOTICED ${bug}`);
  for (const { name } of covered.filter(({ isRed }) => isRed)) console.log(`RED WITHOUT A BUG ${name}`);
  const open = known.filter(({ left }) => left > 0).length;
  console.log(`${known.length - open} bugs have met all their files, ${open} have not.`);
  const textOf = (name: string) => readFileSync(new URL(`../../${name}.test.ts`, import.meta.url), 'utf8');
  if (open === 0) console.log(['Superfluous:', ...superfluousFiles(covered, known, textOf)].join('\n  '));
  return unnoticed.length > 0 ? 1 : 0;
}
