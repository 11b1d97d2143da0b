// The course of a call in docs/architecture.md: the files that it names are reached by the handler.
import { readFileSync } from 'node:fs';
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

it('docs/architecture.md names the files of the approval of a refund', () => {
  expect(courses.map(({ handler }) => handler)).toContain('functions/endpoints/refund/approve.ts');
});

describe.each(courses)('the course of $handler', ({ handler, files }) => {
  it(`the files are reached from the handler, and are at most ${MOST_FILES}`, () => {
    const reached = reachedFrom(handler);
    expect(files.filter((file) => !reached.has(file) || !modules.has(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  });
});
