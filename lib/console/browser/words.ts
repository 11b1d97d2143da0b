// Every text of the console in both languages, beside each other where it is used, and how amounts, days and
// times are written.
type DeskLanguage = 'tr' | 'en';

const KEPT = 'console.language';
let language: DeskLanguage = chosen();

function chosen(): DeskLanguage {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'tr' || kept === 'en') return kept;
  return navigator.language.startsWith('en') ? 'en' : 'tr';
}

export const languageNow = (): DeskLanguage => language;
export function speak(other: DeskLanguage): void {
  language = other;
  localStorage.setItem(KEPT, other);
  document.documentElement.lang = other;
}

export const w = (tr: string, en: string): string => (language === 'tr' ? tr : en);

const locale = () => (language === 'tr' ? 'tr-TR' : 'en-GB');
/** A format costs a hundred times as much to make as to use. */
const formats = new Map<string, unknown>();
function formatOf<Format>(key: string, make: () => Format): Format {
  const name = `${language} ${zone} ${key}`;
  const format = (formats.get(name) as Format | undefined) ?? make();
  formats.set(name, format);
  return format;
}

let zone = 'Europe/Istanbul';
let isApprover = false;
/** Whose desk it is: the time zone of the shop, and whether the person approves refunds. */
export const readBy = (timeZone: string, approves: boolean): void => {
  zone = timeZone;
  isApprover = approves;
};

const SYMBOLS: Readonly<Record<string, string>> = { TRY: '₺', USD: '$', EUR: '€', GBP: '£' };

/** `1.499,90 ₺` and `₺1,499.90`, as the payment pages write it. */
export function money(amount: number, currency: string): string {
  const symbol = SYMBOLS[currency] ?? currency;
  const digits = number(amount, 2);
  return language === 'tr' ? `${digits}\u00a0${symbol}` : `${symbol}${digits}`;
}

export const number = (count: number, minimumFractionDigits = 0): string =>
  formatOf(
    `number ${minimumFractionDigits}`,
    () => new Intl.NumberFormat(locale(), { minimumFractionDigits }),
  ).format(count);

export const percent = (part: number): string =>
  formatOf('percent', () => new Intl.NumberFormat(locale(), { style: 'percent' })).format(part);

const dated = (key: string, options: Intl.DateTimeFormatOptions) => (instant: string) =>
  formatOf(
    key,
    () => new Intl.DateTimeFormat(locale(), { timeZone: zone, hourCycle: 'h23', ...options }),
  ).format(new Date(instant));
export const clock = dated('clock', { timeStyle: 'short' });
const dayMonth = dated('day', { day: 'numeric', month: 'short' });
const dayMonthYear = dated('date', { dateStyle: 'medium' });
export const dayInWords = dated('words', { day: 'numeric', month: 'long', weekday: 'long' });
export const whole = dated('whole', { dateStyle: 'long', timeStyle: 'medium' });

/** `2026-11-28` in the merchant's time zone. */
export const dayOf = (instant: string | number): string =>
  formatOf('iso', () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone })).format(new Date(instant));

export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** `bugün 14:05`, `27 Kas 14:05` of this year, with the year otherwise. */
export function moment(instant: string, nowMs: number): string {
  const [day, today] = [dayOf(instant), dayOf(nowMs)];
  if (day === today) return `${w('bugün', 'today at')} ${clock(instant)}`;
  const date = day.slice(0, 4) === today.slice(0, 4) ? dayMonth(instant) : dayMonthYear(instant);
  return `${date} ${w('', 'at ')}${clock(instant)}`;
}

/** From the service's own tables, put in when the page is packed. */
declare const FAILURES: Readonly<Record<string, readonly (readonly [desk: string, buyer: string])[]>>;
/** Why a payment failed: for the desk, and what a buyer may hear, who is not told of a theft. */
export const failure = (code: string | null) =>
  code ? FAILURES[code]?.[language === 'tr' ? 0 : 1] : undefined;

/** As people at the desk compare cards. */
export const cardOf = (of: { maskedCardNumber: string }): string => `•••• ${of.maskedCardNumber.slice(-4)}`;

/** Of a refund: the roles that may. */
export const approvers = (): string =>
  isApprover
    ? w('siz ya da başka bir yetkili onaylar', 'you or another approver approves it')
    : w('finans ya da sahip onaylar', 'finance or an owner approves it');

const UNITS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };

/** `3 gün önce`, `12 dk. önce`, `az önce`. */
export function elapsed(instant: string, nowMs: number): string {
  const ms = nowMs - Date.parse(instant);
  if (ms < UNITS.minute) return w('az önce', 'just now');
  const unit = (['day', 'hour'] as const).find((one) => ms >= UNITS[one]) ?? 'minute';
  const format = formatOf('elapsed', () => new Intl.RelativeTimeFormat(locale(), { style: 'short' }));
  return format.format(-Math.floor(ms / UNITS[unit]), unit);
}
