// The files that take longest begin first; vitest orders the others.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { ROOT } from '../architecture/module-graph.ts';
import { LONGEST, LongestFirst } from './longest-first.ts';

const cache = { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) };

function orderOf(...files: readonly (readonly [path: string, groupOrder: number])[]) {
  const specifications = files.map(
    ([path, groupOrder]) =>
      ({
        moduleId: join(ROOT, path),
        project: { name: 'node', config: { isolate: false, sequence: { groupOrder } } },
      }) as TestSpecification,
  );
  const sequencer = new LongestFirst({ cache } as unknown as Vitest);
  return sequencer.sort(specifications).then((sorted) => sorted.map(({ moduleId }) => moduleId));
}

it('the longest files begin first, and no file leaves its group of projects', async () => {
  const [longest, next] = LONGEST.map((name) => `test/${name}.test.ts`) as [string, string];
  const order = await orderOf(['a.test.ts', 0], [next, 0], [longest, 1], ['b.test.ts', 1], [longest, 0]);
  expect(order).toEqual([longest, next, 'a.test.ts', longest, 'b.test.ts'].map((path) => join(ROOT, path)));
});

it.each(LONGEST)('there is a file %s', (name) => {
  expect(existsSync(join(ROOT, `test/${name}.test.ts`))).toBe(true);
});
