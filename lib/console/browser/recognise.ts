// What somebody pastes into the one box: the kind is recognised and shown, with what else it could be. A card
// number never leaves the box: its last four digits are searched.
import { readAmount } from './actions.ts';
import { addressOf } from './place.ts';
import { dayAfter, w } from './words.ts';

type SearchMeaning = { kind: string; label: string; address: string };

/** What payments are found by, in the words of the box and of the list. */
export const SOUGHT = {
  lastFour: () => w('son dört hane', 'last four digits'),
  minAmount: () => w('tutar', 'amount'),
  authorizationCode: () => w('provizyon no', 'authorization code'),
  bankReferenceNumber: () => w('banka referansı', 'bank reference'),
  errorCode: () => w('bankanın nedeni', "the bank's reason"),
  email: () => w('e-posta adresi', 'e-mail address'),
  customerId: () => w('müşteri', 'customer'),
};

/** The days of a search: filters of a card or the bank read a month at most. */
export const lastMonth = (today: string) => ({ startDate: dayAfter(today, -30), endDate: today });

const isLuhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const double = Number(digit) * 2;
    return sum + (at % 2 === 0 ? Number(digit) : double > 9 ? double - 9 : double);
  }, 0) %
    10 ===
  0;

/** The likeliest first; none for an empty text. */
export function recognise(typed: string, today: string): SearchMeaning[] {
  const text = typed.trim();
  if (text === '') return [];
  const digits = text.replaceAll(/[\s-]/g, '');
  const by = (kind: keyof typeof SOUGHT, value: string, more = {}): SearchMeaning => ({
    kind,
    label: `${SOUGHT[kind]()} ${value}`,
    address: addressOf('payments', { [kind]: value, ...more }),
  });
  const inMonth = (kind: keyof typeof SOUGHT, value: string, more = {}) =>
    by(kind, value, { ...lastMonth(today), ...more });

  if (/^\d{13,19}$/.test(digits) && isLuhn(digits)) return [inMonth('lastFour', digits.slice(-4))];
  const masked = /[*•.xX]{2,}[\s-]*(\d{4})$/.exec(text);
  if (masked?.[1] !== undefined) return [inMonth('lastFour', masked[1])];
  if (/^PAY-[0-9A-Z]{26}$/i.test(text)) {
    const payment = text.toUpperCase();
    const label = w('ödeme referansı', 'payment reference');
    return [{ kind: 'payment', label, address: addressOf('order', { payment }) }];
  }
  if (/^\S+@\S+\.\S+$/.test(text)) return [by('email', text)];
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    const id = text.toLowerCase();
    return [
      { kind: 'refund', label: w('iade', 'refund'), address: addressOf('refunds', { id }) },
      {
        kind: 'plan',
        label: w('düzenli ödeme', 'recurring payment'),
        address: addressOf('recurring', { id }),
      },
      by('customerId', id),
    ];
  }
  const order: SearchMeaning = {
    kind: 'order',
    label: w('sipariş numarası', 'order number'),
    address: addressOf('order', { orderNumber: text }),
  };
  const amount = readAmount(text);
  const byAmount = amount === undefined ? [] : [inMonth('minAmount', amount, { maxAmount: amount })];
  if (/[,.]|₺|TL/i.test(text) && byAmount.length > 0) return [...byAmount, order];
  if (/^\d{4}$/.test(text)) return [inMonth('lastFour', text), ...byAmount, order];
  if (/^[0-9]{8,14}$/.test(text)) return [inMonth('bankReferenceNumber', text), order, ...byAmount];
  if (/^(?=.*\d)[0-9A-Z]{6}$/i.test(text)) return [inMonth('authorizationCode', text), order, ...byAmount];
  return [...(/^\d{1,3}$/.test(text) ? byAmount : []), order, ...(/^\d{5,7}$/.test(text) ? byAmount : [])];
}
