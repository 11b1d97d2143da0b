// Which virtual POS takes a payment, by family, preference, tables and gates (virtual-pos.md 4).
import { expect, it } from 'vitest';
import type { TableRow } from '#domain/installment/offer.ts';
import { type PosOrder, routePayment } from '#domain/payment/pos-route.ts';

const row = (family: string, count: number, more: Partial<TableRow> = {}): TableRow => {
  return { family, count, ratePpm: 0, bearer: 'merchant', ...more };
};
const BONUS = { posId: 'bonus', families: ['Bonus'], rows: [row('Bonus', 3)] };
const WORLD = {
  posId: 'world',
  families: ['World', 'Bonus'],
  rows: [row('World', 3), row('World', 9, { validUntil: '2026-11-30' }), row('Bonus', 6)],
};
const PLAIN = { posId: 'plain', families: [], rows: [] };
const ORDER: PosOrder = { defaultPos: 'plain', pos: [BONUS, WORLD, PLAIN] };

type Case = [family: string | undefined, count: number, shut: string, posId: string, reason: string];
const CASES: Case[] = [
  // Single payments.
  ['Bonus', 1, '', 'bonus', 'Family'],
  ['World', 1, '', 'world', 'Family'],
  ['Axess', 1, '', 'plain', 'Default'],
  [undefined, 1, '', 'plain', 'Default'],
  // Another bank that splits the family comes before the default one, and that before all others.
  ['Bonus', 1, 'bonus', 'world', 'GateOpen'],
  ['Bonus', 1, 'bonus world', 'plain', 'GateOpen'],
  ['World', 1, 'world', 'plain', 'GateOpen'],
  ['Axess', 1, 'plain', 'bonus', 'GateOpen'],
  ['Axess', 1, 'plain bonus', 'world', 'GateOpen'],
  ['World', 1, 'bonus', 'world', 'Family'],
  ['Bonus', 1, 'bonus world plain', 'bonus', 'Family'],
  // Installments go to the first that has the count, and wait for its bank.
  ['Bonus', 3, '', 'bonus', 'Family'],
  ['Bonus', 6, '', 'world', 'Family'],
  ['Bonus', 3, 'bonus', 'bonus', 'Family'],
  ['World', 9, '', 'world', 'Family'],
  ['Bonus', 9, '', 'plain', 'Default'],
];

it.each(CASES)('a card of %s in %i, with gates open at "%s", goes to %s: %s', (family, count, ...more) => {
  const [shut, posId, reason] = more;
  const sale = { family, count, today: '2026-11-29' };
  expect(routePayment(ORDER, sale, new Set(shut.split(' ')))).toEqual({ posId, reason });
});

it('a row that is not valid today splits nothing', () => {
  const sale = { family: 'World', count: 9, today: '2026-12-01' };
  expect(routePayment(ORDER, sale)).toEqual({ posId: 'plain', reason: 'Default' });
});

it('the order of preference decides between two that split the family', () => {
  const sale = { family: 'Bonus', count: 1, today: '2026-11-29' };
  const pos = [WORLD, BONUS, PLAIN];
  expect(routePayment({ ...ORDER, pos }, sale)).toEqual({ posId: 'world', reason: 'Family' });
});
