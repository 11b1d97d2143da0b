// Formats amounts and instants in the buyer's language. Amounts stay integers in minor units: their digits
// are grouped as text, never divided.
import type { Language } from '#domain/language.ts';
import { type Currency, formatMinor } from '#domain/money.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { FORMATS } from './texts.ts';

const SYMBOLS: Record<Currency, string> = { TRY: '₺', USD: '$', EUR: '€', GBP: '£' };
const NO_BREAK_SPACE = '\u00a0';

/** 123450 is `1.234,50 ₺` in Turkish (with a no-break space) and `₺1,234.50` in English. */
export function moneyText(amountMinor: number, currency: Currency, language: Language): string {
  const [whole = '', decimals = ''] = formatMinor(amountMinor).split('.');
  const format = FORMATS[language];
  const amount = whole.replace(/\B(?=(\d{3})+$)/g, format.thousands) + format.decimals + decimals;
  const symbol = SYMBOLS[currency];
  return format.isSymbolLast ? amount + NO_BREAK_SPACE + symbol : symbol + amount;
}

/** Cached, because creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Day and time in the time zone: `20 Kasım 12:30`, `20 November at 12:30`. */
export function instantText(instant: Date, timeZone: string, language: Language): string {
  const { locale, instant: join } = FORMATS[language];
  const day = dateFormat(locale, { timeZone, day: 'numeric', month: 'long' }).format(instant);
  const time = dateFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant);
  return join(day, time);
}

/** The same with the year, for receipts: `20 Kasım 2026 12:30`. */
export function momentText(instant: Date, timeZone: string, language: Language): string {
  const { locale } = FORMATS[language];
  const year = dateFormat(locale, { timeZone, year: 'numeric' }).format(instant);
  const [day = '', month = '', ...rest] = instantText(instant, timeZone, language).split(' ');
  return [day, month, year, ...rest].join(' ');
}

/** The day of a charge to come: `29 Aralık`; with its year from a year on, `29 Kasım 2027`. */
export function dayText(day: Date, now: Date, timeZone: string, language: Language): string {
  const isFar = day.getTime() - now.getTime() > 360 * DAY_MS;
  const year = isFar && ({ year: 'numeric' } as const);
  return dateFormat(FORMATS[language].locale, { timeZone, day: 'numeric', month: 'long', ...year }).format(
    day,
  );
}

/** The current month in the time zone as `202611`, comparable with a card's expiry. */
export function monthNumber(instant: Date, timeZone: string): string {
  const parts = dateFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit' })
    .formatToParts(instant)
    .reduce<Record<string, string>>(
      (values, { type, value }) => Object.assign(values, { [type]: value }),
      {},
    );
  return `${parts['year']}${parts['month']}`;
}
