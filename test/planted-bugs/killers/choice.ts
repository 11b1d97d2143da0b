// Which test files run the line of a bug, and which files nobody would miss.
import type { PlantedBug } from '../planted-bug.ts';

/** A test file in a run without bugs, by its path below `test/`. */
export type RunFile = {
  name: string;
  ms: number;
  /** The lines of the product that it runs, by the path of their file. */
  lines: Record<string, readonly number[]>;
};

/** What is known of a bug: the files that fail with it, and how many that run its line have yet to run. */
export type Killers = { bug: string; left: number; killers: string[] };

function linesOf({ find }: PlantedBug, source: string): { first: number; last: number } {
  const first = source.slice(0, source.indexOf(find)).split('\n').length;
  return { first, last: first + find.split('\n').length - 1 };
}

/** The files that run a line of the bug, and its nearest tests; the quickest first. */
export function filesThatRun(bug: PlantedBug, source: string, files: readonly RunFile[]): RunFile[] {
  const { first, last } = linesOf(bug, source);
  const runs = ({ name, lines }: RunFile) =>
    bug.tests.includes(name) || lines[`functions/${bug.file}`]?.some((line) => line >= first && line <= last);
  return files.filter(runs).sort((a, b) => a.ms - b.ms);
}

const CITATION = /[a-z-]+\.md [R\d]/;
/** Other processes and threads run lines that are not seen. */
const OTHER_PROCESS = /node:(?:child_process|worker_threads)/;

/** Files that notice no bug, cite no rule and are not the only ones that run some line. */
export function superfluousFiles(
  files: readonly RunFile[],
  known: readonly Killers[],
  textOf: (name: string) => string,
): string[] {
  const killing = new Set(known.flatMap(({ killers }) => killers));
  const times = new Map<string, number>();
  const linesIn = ({ lines }: RunFile) =>
    Object.entries(lines).flatMap(([path, numbers]) => numbers.map((line) => `${path}:${line}`));
  for (const line of files.flatMap(linesIn)) times.set(line, (times.get(line) ?? 0) + 1);
  return files
    .filter((file) => !killing.has(file.name) && Object.keys(file.lines).length > 0)
    .filter((file) => linesIn(file).every((line) => times.get(line) !== 1))
    .map(({ name }) => name)
    .filter((name) => !CITATION.test(textOf(name)) && !OTHER_PROCESS.test(textOf(name)));
}
