// Merchants of one bank may have different agreements with it (reconciliation.md 1.3).
import { expect, it } from 'vitest';
import { openPace } from '#flows/reconciliation/pace.ts';

it('each call waits for the calls that its own merchant’s agreement allows at the bank', async () => {
  const pace = openPace();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string, atOnce: number, bank = 'https://bank.example') =>
    pace(bank, atOnce, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  const calls = [
    call('a', 10),
    call('b', 10),
    call('c', 2),
    call('d', 10),
    call('e', 2, 'https://other.example'),
  ];
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b', 'd', 'e']);
  for (const name of ['a', 'b', 'd', 'e']) ends.get(name)?.();
  await Promise.all([calls[0], calls[1], calls[3], calls[4]]);
  expect(begun.at(-1)).toBe('c');
  ends.get('c')?.();
  await calls[2];
});
