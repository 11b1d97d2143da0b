// The diagrams of docs/architecture.md are those of the route table and of the domain.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withDiagrams } from '../../../../lib/cloud/diagram/diagrams.ts';
import { changesOf, MACHINES } from '../../../../lib/site/machines.ts';

const published = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8');

it('the published diagrams are those of the code; if not: npm run make -- architecture', () => {
  expect(published).toBe(withDiagrams(published));
});

it.each(Object.entries(MACHINES))('every state of a %s can be reached', (_, { transitions, begins }) => {
  const reached = new Set(begins);
  // Each round follows one more change, and no machine has more changes than rounds.
  for (const _round of changesOf(transitions)) {
    for (const [from, to] of changesOf(transitions)) if (reached.has(from)) reached.add(to);
  }
  expect([...reached].sort()).toEqual(Object.keys(transitions).sort());
});

it('a document without a place for a diagram is an error', () => {
  expect(() => withDiagrams('# Architecture')).toThrow('no place for the functions');
});
