// What somebody pastes into the one box: the kind is recognised and shown, with what else it could be. A card
// number never leaves the box: its last four digits are searched.
import { readAmount } from './actions.ts';
import { addressOf } from './place.ts';
import { dayAfter, w } from './words.ts';

type SearchMeaning = { kind: string; label: string; address: string };

/** The days of a search: filters of a card or the bank read a month at most. */
const within = (today: string) => ({ startDate: dayAfter(today, -30), endDate: today });

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
  const found = (kind: string, tr: string, en: string, params: Record<string, string>): SearchMeaning => ({
    kind,
    label: w(tr, en),
    address: addressOf('payments', { kind, ...params }),
  });
  const byCard = (lastFour: string) =>
    found('lastFour', `son dört hane ${lastFour}`, `last four digits ${lastFour}`, {
      lastFour,
      ...within(today),
    });

  if (/^\d{13,19}$/.test(digits) && isLuhn(digits)) return [byCard(digits.slice(-4))];
  const masked = /[*•.xX]{2,}[\s-]*(\d{4})$/.exec(text);
  if (masked?.[1] !== undefined) return [byCard(masked[1])];
  if (/^PAY-[0-9A-Z]{26}$/i.test(text)) {
    const payment = text.toUpperCase();
    const label = w('ödeme referansı', 'payment reference');
    return [{ kind: 'payment', label, address: addressOf('order', { payment }) }];
  }
  if (/^\S+@\S+\.\S+$/.test(text))
    return [found('email', 'e-posta adresi', 'e-mail address', { email: text })];
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    const id = text.toLowerCase();
    return [
      { kind: 'refund', label: w('iade', 'refund'), address: addressOf('refunds', { refund: id }) },
      {
        kind: 'plan',
        label: w('düzenli ödeme', 'recurring payment'),
        address: addressOf('recurring', { plan: id }),
      },
      found('customer', 'müşteri', 'customer', { customerId: id }),
    ];
  }
  const order: SearchMeaning = {
    kind: 'order',
    label: w('sipariş numarası', 'order number'),
    address: addressOf('order', { orderNumber: text }),
  };
  const amount = readAmount(text);
  const byAmount =
    amount === undefined
      ? []
      : [found('amount', 'tutar', 'amount', { minAmount: amount, maxAmount: amount, ...within(today) })];
  const byCode = /^(?=.*\d)[0-9A-Z]{6}$/i.test(text)
    ? [
        found('authorizationCode', 'provizyon no', 'authorization code', {
          authorizationCode: text,
          ...within(today),
        }),
      ]
    : [];
  const byBank = /^[0-9]{8,14}$/.test(text)
    ? [
        found('bankReferenceNumber', 'banka referansı', 'bank reference', {
          bankReferenceNumber: text,
          ...within(today),
        }),
      ]
    : [];
  if (/[,.]|₺|TL/i.test(text) && byAmount.length > 0) return [...byAmount, order];
  if (/^\d{4}$/.test(text)) return [byCard(text), ...byAmount, order];
  if (byBank.length > 0) return [...byBank, order, ...byAmount];
  if (byCode.length > 0) return [...byCode, order, ...byAmount];
  return [...(/^\d{1,3}$/.test(text) ? byAmount : []), order, ...(/^\d{5,7}$/.test(text) ? byAmount : [])];
}
