// What somebody pastes into the one box: the kind of each word is recognised and shown, with what else it could
// be. A card number never leaves the box: its last four digits are searched.
import { MOST_SEARCH_DAYS } from '#domain/limits.ts';
import { readAmount } from './actions.ts';
import { stateOf, stateWord } from './parts.tsx';
import { addressOf } from './place.ts';
import { dayAfter, dayInWords, failure, number, w } from './words.ts';

type SearchMeaning = { label: string; address: string };
type Term = { kind: string; label: string; params: Record<string, string> };

/** What payments are found by, in the words of the box and of the list. */
const SOUGHT = {
  orderNumber: () => w('sipariş numarası', 'order number'),
  lastFour: () => w('son dört hane', 'last four digits'),
  minAmount: () => w('tutar', 'amount'),
  authorizationCode: () => w('provizyon no', 'authorization code'),
  bankReferenceNumber: () => w('banka referansı', 'bank reference'),
  errorCode: () => w('bankanın nedeni', "the bank's reason"),
  email: () => w('e-posta adresi', 'e-mail address'),
  phone: () => w('telefon', 'telephone'),
  fullName: () => w('müşteri adı', 'name of a customer'),
  customerId: () => w('müşteri', 'customer'),
  merchantReference: () => w('düzenli ödeme', 'recurring payment'),
  difference: () => w('bankanın kaydı farklı', "the bank's books differ"),
};
type Sought = keyof typeof SOUGHT;
export const isSought = (name: string): name is Sought => name in SOUGHT;
export function soughtLabel(name: Sought, value: string): string {
  if (name === 'difference') return SOUGHT.difference();
  if (name === 'minAmount') return `${SOUGHT.minAmount()} ${number(Number(value), 2)}`;
  return `${SOUGHT[name]()} ${failure(value)?.[0] ?? value}`;
}

export const STATES = [
  'Successful',
  'Failed',
  'Processing',
  'Authorized',
  'PartiallyRefunded',
  'FullyRefunded',
  'Cancelled',
  'Released',
];

/** The days of a search: filters of a card or the bank read a month at most. */
export const lastMonth = (today: string) => ({
  startDate: dayAfter(today, 1 - MOST_SEARCH_DAYS),
  endDate: today,
});

const DOUBLED = '0246813579';
const isLuhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, at) => sum + Number(at % 2 ? DOUBLED[Number(digit)] : digit), 0) %
    10 ===
  0;

/** Its words, the last four digits in place of a card number. */
function wordsOf(typed: string): string[] {
  const parts = typed
    .replaceAll(/(?<!\S)[\d *•.xX-]*[*•.xX]{2,}[ -]*(\d{4})(?!\S)/g, '••••$1')
    .replaceAll(/\s+(?=(?:₺|TL|TRY)(?!\S))/gi, '')
    .split(/\s+/)
    .filter((part) => part !== '');
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = parts.length; to > from; to -= 1) {
      const digits = parts.slice(from, to).join('').replaceAll('-', '');
      if (!/^\d{13,19}$/.test(digits) || !isLuhn(digits)) continue;
      parts.splice(from, to - from, `••••${digits.slice(-4)}`);
      break;
    }
  }
  return parts;
}

const folded = (text: string) =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i');

const MONTHS = Array.from({ length: 12 }, (_, at) => new Date(2026, at, 9));
/** `nov` and `kas` are 11. */
const monthOf = (word: string): number =>
  1 +
  MONTHS.findIndex((day) =>
    ['tr-TR', 'en-GB'].some((locale) =>
      folded(day.toLocaleDateString(locale, { month: 'long' })).startsWith(folded(word)),
    ),
  );
const isDay = (day: string) => new Date(`${day}T12:00:00Z`).toJSON()?.slice(0, 10) === day;

const term = (kind: Sought, value: string, more = {}): Term => ({
  kind,
  label: soughtLabel(kind, value),
  params: { [kind]: value, ...more },
});
const orderTerm = (value: string) => term('orderNumber', value);

/** What one word may be, the likeliest first. */
function termsOf(word: string, today: string): Term[] {
  const inMonth = (kind: Sought, value: string, more = {}) =>
    term(kind, value, { ...lastMonth(today), ...more });
  const masked = /^••••(\d{4})$/.exec(word);
  if (masked?.[1] !== undefined) return [inMonth('lastFour', masked[1])];
  if (/^\S+@\S+\.\S+$/.test(word)) return [term('email', word)];
  const order = orderTerm(word);
  const status = STATES.find((one) => stateOf(one).slice(2).map(folded).includes(folded(word)));
  if (status) return [{ kind: 'status', label: stateWord(status), params: { status } }, order];
  const amount = readAmount(word);
  const byAmount = amount === undefined ? [] : [inMonth('minAmount', amount, { maxAmount: amount })];
  if (/[,.]|₺|TL/i.test(word) && byAmount.length > 0) return [...byAmount, order];
  if (/^\d{4}$/.test(word)) return [inMonth('lastFour', word), ...byAmount, order];
  if (/^[0-9]{8,14}$/.test(word)) return [inMonth('bankReferenceNumber', word), order, ...byAmount];
  if (/^(?=.*\d)[0-9A-Z]{6}$/i.test(word)) return [inMonth('authorizationCode', word), order, ...byAmount];
  return [...(/^\d{1,3}$/.test(word) ? byAmount : []), order, ...(/^\d{5,7}$/.test(word) ? byAmount : [])];
}

/** Of one object by its id; none for other texts. */
function byId(word: string): SearchMeaning[] {
  if (/^PAY-[0-9A-Z]{26}$/i.test(word)) {
    const label = w('ödeme referansı', 'payment reference');
    return [{ label, address: addressOf('order', { payment: word.toUpperCase() }) }];
  }
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return [];
  const id = word.toLowerCase();
  return [
    { label: w('iade', 'refund'), address: addressOf('refunds', { id }) },
    { label: w('düzenli ödeme', 'recurring payment'), address: addressOf('recurring', { id }) },
    { label: soughtLabel('customerId', id), address: addressOf('payments', { customerId: id }) },
  ];
}

/** A day of the past year or of the year that is given: `28.11.2026`, `28 Kasım`. */
function readDay(typed: string, today: string): string | undefined {
  const [, day, month, ofYear] =
    /^(\d{1,2})[./ ]+(\d{1,2}(?=\D\d{4})|\p{L}{3,})[./ ]*(\d{4})?$/u.exec(typed) ?? [];
  if (day === undefined || month === undefined) return undefined;
  const two = (part: string | number) => String(part).padStart(2, '0');
  const ofDay = `${two(Number(month) || monthOf(month))}-${two(day)}`;
  const year = Number(today.slice(0, 4));
  const found = `${ofYear ?? (ofDay > today.slice(5) ? year - 1 : year)}-${ofDay}`;
  return isDay(found) ? found : undefined;
}

/** What a text is as a whole: a day, a telephone number, or a part of a name. */
function wholes(typed: string, today: string): SearchMeaning[] {
  const day = readDay(typed, today);
  if (day)
    return [
      {
        label: dayInWords(`${day}T12:00Z`),
        address: addressOf('payments', { startDate: day, endDate: day }),
      },
    ];
  const digits = typed.replaceAll(/[\s()+-]/g, '');
  if (/^(?:90|0)?5\d{9}$/.test(digits)) return [meaningOf([term('phone', digits)])];
  return /^[\p{L}\p{M}.'’ -]{3,}$/u.test(typed) ? [meaningOf([term('fullName', typed)])] : [];
}

/** Recurring payments by the merchant's reference, or by their customer's address. */
function plansBy(word: string, [likeliest]: readonly Term[]): SearchMeaning[] {
  if (likeliest === undefined || ['minAmount', 'lastFour', 'status'].includes(likeliest.kind)) return [];
  const by = likeliest.kind === 'email' ? 'email' : 'merchantReference';
  return [{ label: soughtLabel('merchantReference', word), address: addressOf('recurring', { [by]: word }) }];
}

/** The likeliest first; none for an empty text. `isApart`: two words are of one kind, so each is found alone. */
export function recognise(typed: string, today: string): { meanings: SearchMeaning[]; isApart: boolean } {
  const words = wordsOf(typed);
  const [word = ''] = words;
  const [first, ...others] = words.map((word) => termsOf(word, today));
  if (first === undefined) return { meanings: [], isApart: false };
  const found = others.length > 0 ? [] : byId(word);
  if (found.length > 0) return { meanings: found, isApart: false };
  // One meaning of each word, of which no two are of one kind.
  let together = first.map((one) => [one]);
  for (const own of others) {
    const fits = (begun: Term[]) => own.filter(({ kind }) => begun.every((one) => one.kind !== kind));
    together = together.flatMap((begun) => fits(begun).map((one) => [...begun, one]));
  }
  const isApart = together.length === 0;
  const alone = [first, ...others].map((own) => own.slice(0, 1));
  const payments = (isApart ? alone : together.slice(0, 3)).map(meaningOf);
  const whole = others.length > 0 ? [meaningOf([orderTerm(words.join(' '))])] : plansBy(word, first);
  const named = wholes(typed.trim(), today);
  const isState = first[0]?.kind === 'status' && others.length === 0;
  const meanings = isState ? [...payments, ...named, ...whole] : [...named, ...payments, ...whole];
  return { meanings, isApart: isApart && named.length === 0 };
}

function meaningOf(terms: readonly Term[]): SearchMeaning {
  const isOrder = terms.length === 1 && terms[0]?.kind === 'orderNumber';
  const params = Object.fromEntries(terms.flatMap((one) => Object.entries(one.params)));
  return {
    label: terms.map(({ label }) => label).join(' + '),
    address: addressOf(isOrder ? 'order' : 'payments', params),
  };
}
