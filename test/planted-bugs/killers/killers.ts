// `npm run trial -- bugs --killers`: finds for each test file that might go a bug that it notices, and
// records both in killers.jsonl. Might go: a file that cites no rule and is not the only one to run some
// line. Bugs are planted some at a time, each in another file: what stays green notices none of them, and
// what fails has its reason. One bug at a time would take a night, not an hour, for the same answer. The
// command can be stopped at any time and goes on where it was: what has run is in
// node_modules/.cache/planted-bugs, with the lines that each file runs. Removing that folder begins anew.
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
import type { PlantedBug } from '../planted-bug.ts';
import { dispensableFiles, filesThatRun, groupsOf, type RunFile } from './choice.ts';
import type { Copy } from './copy.ts';
import type { CoveredLines } from './covered-lines.ts';

const RECORD = fileURLToPath(new URL('killers.jsonl', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/planted-bugs', import.meta.url));
const COVERED = join(CACHE, 'covered.jsonl');
const ROUNDS = join(CACHE, 'rounds.jsonl');
/** Files whose lines are measured together: a stop loses at most their time. */
const BATCH = 40;
const HOUR_MS = 3_600_000;

/** A red file fails without a bug, so it can notice none. */
type Covered = RunFile & { isRed: boolean };
/** Bugs by their names and files by their paths below `test/`: what ran with these bugs, and what failed. */
type Round = { bugs: string[]; ran: string[]; red: string[] };

const linesIn = <Line>(path: string): Line[] =>
  (existsSync(path) ? readFileSync(path, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const textOf = (some: readonly unknown[]) => some.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Returns the exit code: 1 if bugs kept the tests from running. */
export async function recordKillers(copy: Copy, bugs: readonly PlantedBug[]): Promise<number> {
  mkdirSync(CACHE, { recursive: true });
  const green = (await coverAll(copy)).filter(({ isRed }) => !isRed);
  const rounds = linesIn<Round>(ROUNDS);
  const running = new Map(bugs.map((bug) => [bug, filesThatRun(bug, copy.sourceOf(bug), green)]));
  const filesOf = (bug: PlantedBug) => running.get(bug) ?? [];
  const meeting = new Set([...running.values()].flat());
  const sourceOf = (name: string) => readFileSync(new URL(`../../${name}.test.ts`, import.meta.url), 'utf8');
  const open = new Set(dispensableFiles(green, sourceOf, meeting));
  const record: { bugs: string[]; noticedBy: string[] }[] = [];
  let isComplete = true;
  for (const group of groupsOf(bugs, (bug) => filesOf(bug).length)) {
    const names = group.map(({ name }) => name);
    const before = rounds.filter((round) => round.bugs.join() === names.join());
    const ran = new Set(before.flatMap((round) => round.ran));
    const met = new Set(group.flatMap(filesOf).map(({ name }) => name));
    const left = [...met].filter((name) => open.has(name) && !ran.has(name));
    const round = left.length > 0 ? await play(copy, group, left) : undefined;
    if (round) appendFileSync(ROUNDS, textOf([round]));
    isComplete &&= left.length === 0 || round !== undefined;
    const red = new Set([...before, ...(round ? [round] : [])].flatMap((one) => one.red));
    const noticedBy = [...red].filter((name) => open.delete(name)).sort();
    if (noticedBy.length > 0) record.push({ bugs: names, noticedBy });
    writeFileSync(RECORD, textOf(record));
    if (left.length > 0)
      console.log(`${round?.red.length ?? 'NONE RAN'} of ${left.length}, ${open.size} left`);
  }
  console.log(['Nothing that is planted is noticed by:', ...open].join('\n  '));
  return isComplete ? 0 : 1;
}

/** Undefined if the tests did not run, or did not end. */
async function play(copy: Copy, group: readonly PlantedBug[], files: string[]): Promise<Round | undefined> {
  const withAll = async ([bug, ...others]: readonly PlantedBug[]): ReturnType<Copy['runTests']> =>
    bug ? await copy.withBug(bug, () => withAll(others)) : await copy.runTests(files, { longestMs: HOUR_MS });
  const result = await withAll(group);
  if (typeof result !== 'object') return undefined;
  const red = copy.resultsOf(result).filter(({ isRed }) => isRed);
  return { bugs: group.map(({ name }) => name), ran: files, red: red.map(({ name }) => name) };
}

async function coverAll(copy: Copy): Promise<Covered[]> {
  const covered = linesIn<Covered>(COVERED);
  const known = new Set(covered.map(({ name }) => name));
  const unknown = copy.allTests().filter((name) => !known.has(name));
  for (let from = 0; from < unknown.length; from += BATCH) {
    const added = await coverageOf(copy, unknown.slice(from, from + BATCH));
    appendFileSync(COVERED, textOf(added));
    covered.push(...added);
    console.log(`The lines of ${covered.length} files are known.`);
  }
  return covered;
}

/** The lines that each file runs without a bug. */
async function coverageOf(copy: Copy, names: readonly string[]): Promise<Covered[]> {
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
  const results = new Map(copy.resultsOf(result).map((one) => [one.name, one.isRed]));
  // What vitest does not report did not run.
  return names.map((name) => ({ name, isRed: results.get(name) ?? true, lines: lines.get(name) ?? {} }));
}
