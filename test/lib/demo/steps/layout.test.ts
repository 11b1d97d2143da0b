import { expect, it } from 'vitest';
import { factsOf, money, tableOf, wrapped } from '../../../../lib/demo/steps/layout.ts';

it('prose is wrapped at 80 columns, and only a word that is longer passes them', () => {
  const address = `http://localhost:3000/${'x'.repeat(90)}`;
  const lines = wrapped(`${'word '.repeat(40)}${address} ${'word '.repeat(20)}`.trim()).split('\n');
  expect(lines.every((line) => line.startsWith('   '))).toBe(true);
  expect(lines.filter((line) => line.length > 80)).toEqual([`   ${address}`]);
  expect(lines[0]).toHaveLength(77);
});

it('a table aligns texts at the left and numbers at the right, under their headings', () => {
  const rows = [
    { Period: 2, Outcome: 'Succeeded', Amount: money(1198.8) },
    { Period: 10, Outcome: null, Amount: money(5) },
  ];
  expect(tableOf(rows).split('\n')).toEqual([
    '   Period  Outcome      Amount',
    `   ${'─'.repeat(27)}`,
    '        2  Succeeded  1,198.80',
    '       10  -              5.00',
  ]);
});

it('facts stand one a line, their values in one column', () => {
  expect(factsOf({ Status: 'Completed', 'Periods paid': 12 })).toBe(
    '   Status        Completed\n   Periods paid  12',
  );
});
