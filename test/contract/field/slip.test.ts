import { expect, it } from 'vitest';
import { isNearly } from '#contract/field/slip.ts';

it.each([
  ['amount', 'amount'],
  ['amuont', 'amount'],
  ['amout', 'amount'],
  ['amountt', 'amount'],
  ['curency', 'currency'],
  ['maxPaymentsCount', 'maxPaymentCount'],
  ['cardStorageID', 'cardStorageId'],
  ['card_storage_id', 'cardStorageId'],
  ['OrderNumber', 'orderNumber'],
  ['nmae', 'name'],
  ['names', 'name'],
  ['ID', 'id'],
  ['urls', 'url'],
])('the name %s is probably %s', (name, known) => expect(isNearly(name, known)).toBe(true));

it.each([
  ['note', 'name'],
  ['date', 'name'],
  ['ip', 'id'],
  ['sku', 'id'],
  ['curl', 'url'],
  ['tos', 'to'],
  ['quantity', 'amount'],
  ['currencyRate', 'currency'],
  ['', 'id'],
  ['', 'name'],
  ['a'.repeat(60_000), 'amount'],
  ['__proto__', 'products'],
])('the name %s is another word than %s', (name, known) => expect(isNearly(name, known)).toBe(false));

it('a slip is one missing, additional, wrong or swapped letter, and two are still near', () => {
  const known = 'customerId';
  const slips = [...known].flatMap((letter, at) => [
    known.slice(0, at) + known.slice(at + 1),
    `${known.slice(0, at)}x${known.slice(at)}`,
    `${known.slice(0, at)}x${known.slice(at + 1)}`,
    known.slice(0, at) + (known[at + 1] ?? '') + letter + known.slice(at + 2),
  ]);
  expect(slips.filter((slip) => !isNearly(slip, known))).toEqual([]);
  expect(slips.filter((slip) => !isNearly(`${slip}q`, known))).toEqual([]);
  expect(isNearly(`${known}qqq`, known)).toBe(false);
});
