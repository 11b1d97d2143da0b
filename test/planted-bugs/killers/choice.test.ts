// A bug runs against the files that run its line. A file may go only if nothing speaks for it.
import { expect, it } from 'vitest';
import type { PlantedBug } from '../planted-bug.ts';
import { dispensableFiles, filesThatRun, groupsOf, type RunFile } from './choice.ts';

const bug: PlantedBug = {
  name: 'a sum is a difference',
  file: 'domain/sum.ts',
  find: 'a +\n b',
  replace: 'a - b',
  tests: ['near'],
};
const SOURCE = 'one\ntwo\nreturn a +\n b;\nfive';
const SUM = 'functions/domain/sum.ts';
const file = (name: string, lines: RunFile['lines']): RunFile => ({ name, lines });

it('a bug meets the files that run its lines and its nearest tests', () => {
  const files = [
    file('slow', { [SUM]: [1, 3] }),
    file('near', {}),
    file('other', { [SUM]: [1, 2, 5] }),
    file('quick', { [SUM]: [4] }),
  ];
  expect(filesThatRun(bug, SOURCE, files).map(({ name }) => name)).toEqual(['slow', 'near', 'quick']);
});

it('a file that meets a bug may go if it cites no rule and runs no line alone', () => {
  const texts: Record<string, string> = {
    cites: '// api.md 4.10',
    spawns: "import { spawn } from 'node:child_process';",
  };
  const [distant, ...meeting] = ['distant', 'idle', 'cites', 'spawns'].map((name) =>
    file(name, { [SUM]: [1] }),
  );
  const alone = file('alone', { [SUM]: [1, 2] });
  const files = [...meeting, alone, ...(distant ? [distant] : [])];
  const textOf = (name: string) => texts[name] ?? '';
  expect(dispensableFiles(files, textOf, new Set([...meeting, alone]))).toEqual(['idle']);
});

it('a group of bugs has one of a file, and those that few files run come first', () => {
  const counts = [
    ['a', 5],
    ['a', 2],
    ['b', 3],
    ['c', 1],
  ] as const;
  const bugs = counts.map(([file, count]) => ({ ...bug, file, name: `${count}` }));
  const groups = groupsOf(bugs, ({ name }) => Number(name));
  expect(groups.map((group) => group.map(({ name }) => name))).toEqual([['1', '2', '3'], ['5']]);
  const many = Array.from({ length: 9 }, (_, at) => ({ ...bug, file: `${at}` }));
  expect(groupsOf(many, () => 1).map((group) => group.length)).toEqual([8, 1]);
});
