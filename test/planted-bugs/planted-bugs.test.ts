// `npm run trial -- bugs` takes minutes. This test checks that each bug can still be planted and has tests.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EVERY_BUG, plant } from './every-bug.ts';

const sourceOf = (file: string) => readFileSync(new URL(`../../functions/${file}`, import.meta.url), 'utf8');

describe('the planted bugs', () => {
  test('the planted bugs are at least 60, each with a unique name', () => {
    expect(new Set(EVERY_BUG.map(({ name }) => name)).size).toBe(EVERY_BUG.length);
    expect(EVERY_BUG.length).toBeGreaterThanOrEqual(60);
  });

  test.each(EVERY_BUG)('the planted bugs can be planted and have tests: $name', (bug) => {
    const source = sourceOf(bug.file);
    expect(plant(bug, source)).not.toBe(source);
    expect(bug.tests).not.toEqual([]);
    for (const name of bug.tests) {
      expect(existsSync(new URL(`../${name}.test.ts`, import.meta.url)), name).toBe(true);
    }
  });
});
