import { expect, it } from 'vitest';
import { readPaymentForm } from '#contract/payment-form.ts';

const CARD = { ownerName: 'Ayşe', cardNumber: '5528790000000008', cvv: '123' };

it.each([
  ['10/26', 'cardExpired'],
  ['11/26', undefined],
  ['12/46', undefined],
  ['01/47', 'expiryYearInvalid'],
  ['12/91', 'expiryYearInvalid'],
  ['00/30', 'expiryMonthInvalid'],
  ['13/30', 'expiryMonthInvalid'],
])('the form of a card that is valid until %s in November 2026 has the error %s', (expiry, name) => {
  const read = readPaymentForm({ ...CARD, expiry }, '2026-11', 1);
  expect(read.kind === 'incomplete' ? read.errors : []).toEqual(name ? [{ field: 'expiry', name }] : []);
});
