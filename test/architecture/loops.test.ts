// One place tries a write again after another caller was faster: store/table/commit-retry.ts. Any other loop
// that saves rows makes progress in each turn.
import { expect, it } from 'vitest';
import { withoutComments } from './module-graph.ts';
import { allFiles, needless } from './project.ts';

const PROGRESS: Record<string, string> = {
  'functions/flows/bank-gate.ts': 'a caller that loses each time need not be counted',
  'functions/flows/reconciliation/lost-sales.ts': 'each turn asks about the next orders',
  'functions/flows/reconciliation/merchant-books.ts': 'each turn compares the next orders',
  'functions/flows/webhook/lane.ts': 'each turn sends the next event',
  'functions/flows/webhook/missed.ts': 'each turn makes the next deliveries',
  'functions/flows/webhook/release.ts': 'each turn releases the next deliveries',
};

/** The text of each loop, from its heading to the line that closes it; not of one over given members. */
function loopsIn(text: string): string[] {
  const lines = withoutComments(text).split('\n');
  return lines.flatMap((line, at) => {
    const [, indent] = /^(\s*)(?:for|while|do)\b.*\{$/.exec(line) ?? [];
    if (indent === undefined || / of /.test(line)) return [];
    const end = lines.findIndex((one, other) => other > at && one.startsWith(`${indent}}`));
    return [lines.slice(at, end).join('\n')];
  });
}

const SAVES = /\b(?:commit|commitAll|store|save[A-Z]\w*)\(/;
const saving = allFiles
  .filter(
    ({ path, text }) => /^(?:functions|lib|bin)\//.test(path) && loopsIn(text).some((one) => SAVES.test(one)),
  )
  .map(({ path }) => path);

it('only commit-retry.ts repeats a write that another caller has overtaken', () => {
  expect(saving.filter((path) => PROGRESS[path] === undefined)).toEqual([]);
});

it('every file listed has such a loop', () => {
  expect(needless(PROGRESS, (path) => saving.includes(path))).toEqual([]);
});
