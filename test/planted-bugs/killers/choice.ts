// Which test files run the line of a bug, and which files nobody would miss.
import type { PlantedBug } from '../planted-bug.ts';

/** A test file in a run without bugs, by its path below `test/`. */
export type RunFile = {
  name: string;
  /** The lines of the product that it runs, by the path of their file. */
  lines: Record<string, readonly number[]>;
};

function linesOf({ find }: PlantedBug, source: string): { first: number; last: number } {
  const first = source.slice(0, source.indexOf(find)).split('\n').length;
  return { first, last: first + find.split('\n').length - 1 };
}

/** The files that run a line of the bug, and its nearest tests. */
export function filesThatRun(bug: PlantedBug, source: string, files: readonly RunFile[]): RunFile[] {
  const { first, last } = linesOf(bug, source);
  const runs = ({ name, lines }: RunFile) =>
    bug.tests.includes(name) || lines[`functions/${bug.file}`]?.some((line) => line >= first && line <= last);
  return files.filter(runs);
}

const CITATION = /[a-z-]+\.md [R\d]/;
/** Other processes and threads run lines that are not seen. */
const OTHER_PROCESS = /node:(?:child_process|worker_threads)/;

/**
 * Of the files that meet a bug those that cite no rule and are not the only ones that run some line: they may
 * go if they notice none.
 */
export function dispensableFiles(
  files: readonly RunFile[],
  textOf: (name: string) => string,
  meeting: ReadonlySet<RunFile>,
): string[] {
  const times = new Map<string, number>();
  const linesIn = ({ lines }: RunFile) =>
    Object.entries(lines).flatMap(([path, numbers]) => numbers.map((line) => `${path}:${line}`));
  for (const line of files.flatMap(linesIn)) times.set(line, (times.get(line) ?? 0) + 1);
  return files
    .filter((file) => meeting.has(file))
    .filter((file) => linesIn(file).every((line) => times.get(line) !== 1))
    .map(({ name }) => name)
    .filter((name) => !CITATION.test(textOf(name)) && !OTHER_PROCESS.test(textOf(name)));
}

/** Bugs that are planted at once: the fewer there are, the less one can hide another. */
const GROUP = 8;

/**
 * Groups of bugs in different files. Those whose lines few files run come first, because a file that is about
 * a line notices more often than one that only passes by, and what has noticed one does not run again.
 */
export function groupsOf(bugs: readonly PlantedBug[], countOf: (bug: PlantedBug) => number): PlantedBug[][] {
  const left = bugs.toSorted((a, b) => countOf(a) - countOf(b));
  const groups: PlantedBug[][] = [];
  while (left.length > 0) {
    const group: PlantedBug[] = [];
    for (const bug of [...left]) {
      if (group.length === GROUP) break;
      if (group.every(({ file }) => file !== bug.file)) group.push(...left.splice(left.indexOf(bug), 1));
    }
    groups.push(group);
  }
  return groups;
}
