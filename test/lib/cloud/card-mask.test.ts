import { expect, it } from 'vitest';
import { SANDBOX_CARDS } from '../../../lib/bank/sandbox-cards.ts';
import { CARD_NUMBERS } from '../../../lib/cloud/card-mask.ts';

const patterns = Object.values(CARD_NUMBERS).map((regex) => new RegExp(regex));
const isMasked = (line: string) => patterns.some((pattern) => pattern.test(line));

it('the card masks use only the characters and lengths that CloudWatch accepts', () => {
  for (const [name, regex] of Object.entries(CARD_NUMBERS)) {
    expect(name).toMatch(/^[\w-]{1,128}$/);
    expect(regex).toMatch(/^[\w#=@/;,\- ^$?[\]{}|\\*+.]{1,200}$/);
  }
});

const grouped = (number: string, by: string) =>
  number.length === 15
    ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)].join(by)
    : number.replaceAll(/(\d{4})(?=\d)/g, `$1${by}`);

it.each(SANDBOX_CARDS.map(({ number }) => number))(
  'the card number %s is masked without a keyword near it',
  (number) => {
    for (const written of [number, grouped(number, ' '), grouped(number, '-')]) {
      for (const line of [written, `{"message":"${written}"}`, `x=${written}&y`]) {
        expect(isMasked(line), line).toBe(true);
      }
    }
  },
);

it('timestamps, bank references, ids and masked numbers are not masked', () => {
  const ours = [
    Date.UTC(2099, 11, 31),
    '420000000042',
    '552879******0008',
    '01a1f82f-1ed6-7878-a406-38c833b3349b',
  ];
  expect(ours.map(String).filter(isMasked)).toEqual([]);
});
