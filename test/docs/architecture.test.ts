// The course of a call in docs/architecture.md: the files that it names are reached by the handler.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/module-graph.ts';
import { modules } from '../architecture/project.ts';

const MOST_FILES = 20;

const page = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');
const courses = [...page.matchAll(/<!-- course: (\S+) -->([\s\S]*?)<!-- end -->/g)].map(
  ([, handler = '', table = '']) => ({
    handler,
    files: [...table.matchAll(/\]\(\.\.\/([\w./-]+\.ts)\)/g)].map(([, file = '']) => file),
  }),
);

function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
  if (reached.has(path)) return reached;
  reached.add(path);
  for (const { from } of modules.get(path)?.imports ?? []) reachedFrom(from, reached);
  return reached;
}

it('docs/architecture.md names the files of a submit, of the approval of a refund and of a charge', () => {
  expect(courses.map(({ handler }) => handler)).toEqual([
    'functions/endpoints/hosted-page/pay.ts',
    'functions/endpoints/refund/approve.ts',
    'functions/charge.ts',
  ]);
});

it('docs/questions.md begins with the files that ask a bank to move money', () => {
  const asking = globSync('functions/flows/**/*.ts', { cwd: ROOT }).filter((path) =>
    /\.(?:sale|voidSale|refund)\(\{?/.test(readFileSync(`${ROOT}${path}`, 'utf8')),
  );
  const questions = readFileSync(`${ROOT}docs/questions.md`, 'utf8');
  const [, sentence = ''] = /Seven ask a bank to move it: ([\s\S]*?\.ts\))\./.exec(questions) ?? [];
  const named = [...sentence.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path);
  expect(named.sort()).toEqual(asking.sort());
});

describe.each(courses)('the course of $handler', ({ handler, files }) => {
  it(`the files are reached from the handler, and are at most ${MOST_FILES}`, () => {
    const reached = reachedFrom(handler);
    expect(files.filter((file) => !reached.has(file) || !modules.has(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  });
});
