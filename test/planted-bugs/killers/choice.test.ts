// A bug runs against the files that run its line. A file may go only if nothing speaks for it.
import { expect, it } from 'vitest';
import type { PlantedBug } from '../planted-bug.ts';
import { filesThatRun, type RunFile, superfluousFiles } from './choice.ts';

const bug: PlantedBug = {
  name: 'a sum is a difference',
  file: 'domain/sum.ts',
  find: 'a +\n b',
  replace: 'a - b',
  tests: ['near'],
};
const SOURCE = 'one\ntwo\nreturn a +\n b;\nfive';
const SUM = 'functions/domain/sum.ts';
const file = (name: string, ms: number, lines: RunFile['lines']): RunFile => ({ name, ms, lines });

it('a bug meets the files that run its lines and its nearest tests, the quickest first', () => {
  const files = [
    file('slow', 9, { [SUM]: [1, 3] }),
    file('near', 5, {}),
    file('other', 1, { [SUM]: [1, 2, 5] }),
    file('quick', 2, { [SUM]: [4] }),
  ];
  expect(filesThatRun(bug, SOURCE, files).map(({ name }) => name)).toEqual(['quick', 'near', 'slow']);
});

it('a file is superfluous if it notices no bug, cites no rule and runs no line alone', () => {
  const texts: Record<string, string> = {
    cites: '// api.md 4.10',
    spawns: "import { spawn } from 'node:child_process';",
  };
  const names = ['kills', 'idle', 'cites', 'spawns', 'nothing'];
  const files = names.map((name) => file(name, 1, name === 'nothing' ? {} : { [SUM]: [1] }));
  const known = [{ bug: bug.name, left: 0, killers: ['kills'] }];
  const textOf = (name: string) => texts[name] ?? '';
  expect(superfluousFiles(files, known, textOf)).toEqual(['idle']);
  const alone = [...files, file('alone', 1, { [SUM]: [1, 2] })];
  expect(superfluousFiles(alone, known, textOf)).toEqual(['idle']);
});
