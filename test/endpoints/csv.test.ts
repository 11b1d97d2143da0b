// Lists and statistics as tables: read again, a table has what the JSON answer has, to the kuruş, in both
// languages, and nothing in it runs in a spreadsheet.
import { beforeAll, expect, it } from 'vitest';
import {
  ATTEMPTS_CSV,
  type CsvTable,
  PAYMENTS_CSV,
  REFUNDS_BY_DAY_CSV,
  REFUNDS_CSV,
  SALES_BY_DAY_CSV,
} from '#contract/csv-tables.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { paymentOf } from '../domain/refund/refund-builder.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { CARDS, DAY, startHarness } from '../harness/harness.ts';
import { problemsOf } from './card/stored-cards.ts';

const harness = await startHarness({ events: true });
const { api, merchant, moveBy, now, service } = harness;

type Row = Record<string, unknown>;
type Data = { items?: Row[]; byDay?: Row[]; nextCursor?: string | null };
const json = async (path: string, key = merchant.apiKey) => (await api<Data>('GET', path, { key })).json.data;
const LANGUAGES = { tr: { separator: ';', decimal: ',' }, en: { separator: ',', decimal: '.' } } as const;
type Language = keyof typeof LANGUAGES;
const csv = async (path: string, language: Language = 'tr', key = merchant.apiKey) =>
  await api('GET', path, { key, headers: { accept: 'text/csv', 'accept-language': language } });

/** Cells of a table by RFC 4180. */
function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\r\n]*))(${separator}|\r\n)`, 'gy');
  for (const [, inQuotes, bare = '', end] of text.matchAll(cell)) {
    line.push(inQuotes?.replaceAll('""', '"') ?? bare);
    if (end === separator) continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

const valueAt = (row: Row, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | undefined)?.[name], row) ?? null;

/** Reads the table again and compares it with the rows of the JSON answer. */
function expectSame(text: string, { columns }: CsvTable, rows: Row[], language: Language): void {
  const { separator, decimal } = LANGUAGES[language];
  expect(text.startsWith('\ufeff')).toBe(true);
  const [heads, ...lines] = cellsOf(text.slice(1), separator);
  expect(heads).toEqual(columns.map((column) => column[language]));
  expect(lines).toHaveLength(rows.length);
  for (const [at, line] of lines.entries()) {
    for (const [place, { path, words }] of columns.entries()) {
      const [cell = '', code] = [line[place], valueAt(rows[at] ?? {}, path)];
      const value = language === 'tr' && words && code !== null ? words[String(code)] : code;
      if (/^[=+\-@＝＋－＠]/.test(cell)) expect.fail(`A spreadsheet runs ${cell}`);
      if (typeof value === 'number') {
        expect(cell).toMatch(/amount$/i.test(path) ? /^\d+[.,]\d\d$/ : /^\d+$/);
        expect(cell.includes(decimal === ',' ? '.' : ',')).toBe(false);
        expect(Number(cell.replace(',', '.'))).toBe(value);
      } else if (typeof value === 'string' && /(?:At|Since|Date)$/.test(path))
        expect(cell).toBe(new Date(value).toLocaleString('sv', { timeZone: 'Europe/Istanbul' }));
      else if (typeof value === 'string') expect(cell.replace(/^'/, '')).toBe(value);
      else if (value === null) expect(cell).toBe('');
      else expect(JSON.parse(cell)).toEqual(value);
    }
  }
}

const HOSTILE = [
  ...['=1+1', '+90 212', '-2', '@sum(a1)', "'=2", 'a;b,c', 'say "no"', 'ğüşıöç İ', '=HYPERLINK("x";"y")'],
  ...['plain', '＝1+1', '"', "''", ';', ',"', '1,5', '007'],
];
let other = { merchantId: '', apiKey: '' };
let plan = '';
beforeAll(async () => {
  other = await service.addMerchant({});
  for (const [at, text] of HOSTILE.entries()) {
    const createdAt = new Date(now().getTime() + at).toISOString();
    const payment: Payment = paymentOf({
      paymentReferenceNumber: `PAY-${String(at).padStart(26, '0')}`,
      merchantId: other.merchantId,
      orderNumber: text,
      chargedMinor: [1, 10, 149_990, 99_999_999_999][at % 4] ?? 1,
      bankMessage: text,
      metadata: { [`note ${at}`]: text },
      createdAt,
      paidAt: createdAt,
    });
    await commit([writePaymentClaim(payment)]);
  }
  const driver = refundDriver(harness);
  const payment = await driver.pay({ amountMinor: 9_001 });
  await driver.partial(payment, 0.01);
  await driver.request(payment, 20.5);
  const plans = recurringPaymentDriver(harness);
  plan = (await plans.create({ cardStorageId: await plans.card(CARDS.insufficientFunds) })).id;
  await moveBy(4 * DAY);
});

const TABLES = () =>
  [
    ['payments', '/api/payment', PAYMENTS_CSV, undefined],
    ['payments of hostile texts', '/api/payment', PAYMENTS_CSV, other.apiKey],
    ['refunds', '/api/Refund', REFUNDS_CSV, undefined],
    ['transactions', `/api/RecurringPayment/${plan}/transactions`, ATTEMPTS_CSV, undefined],
    ['sales by day', '/api/payment/statistics?groupBy=day', SALES_BY_DAY_CSV, undefined],
    ['refunds by day', '/api/Refund/statistics?groupBy=day', REFUNDS_BY_DAY_CSV, undefined],
  ] as const;

it('a table that is read again equals the JSON answer, in both languages', async () => {
  for (const [name, path, table, key] of TABLES()) {
    const { items, byDay } = await json(path, key);
    const rows = items ?? byDay ?? [];
    expect([name, rows.length]).toEqual([name, expect.any(Number)]);
    expect(rows.length, name).toBeGreaterThan(0);
    for (const language of ['tr', 'en'] as const) {
      const answer = await csv(path, language, key);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        ...[200, 'text/csv; charset=utf-8; header=present'],
      ]);
      expect(answer.headers['content-language']).toBe(language);
      expectSame(answer.text, table, rows, language);
    }
  }
});

it('statistics as a table are by day without being asked, and have every field of the JSON', async () => {
  const alone = await csv('/api/payment/statistics');
  expect(alone.text).toBe((await csv('/api/payment/statistics?groupBy=day')).text);
  for (const [name, path, { columns }, key] of TABLES()) {
    const { items, byDay } = await json(path, key);
    const known = new Set(columns.map((column) => column.path.split('.')[0]));
    const missing = Object.keys((items ?? byDay ?? [])[0] ?? {}).filter((field) => !known.has(field));
    expect([name, missing]).toEqual([name, []]);
  }
});

it('a sale after midnight is on the day of the statistics', async () => {
  const { apiKey, merchantId } = await service.addMerchant({});
  const day = new Date(now().getTime() - DAY).toISOString().slice(0, 10);
  const paidAt = `${new Date(now().getTime() - 2 * DAY).toISOString().slice(0, 10)}T22:30:00.093Z`;
  const facts = { merchantId, createdAt: paidAt, paidAt, paymentReferenceNumber: `PAY-${'9'.repeat(26)}` };
  await commit([writePaymentClaim(paymentOf(facts))]);
  const { text } = await csv(`/api/payment?startDate=${day}&endDate=${day}`, 'tr', apiKey);
  expect(text.split('\r\n')[1]?.split(';')[3]).toBe(`${day} 01:30:00`);
});

it('the next rows are behind Link, with the same filters, each row once', async () => {
  const lines: string[] = [];
  let path = '/api/payment?limit=5&currency=TRY&startDate=2026-01-01';
  for (let pages = 1; ; pages += 1) {
    const { text, headers } = await csv(path, 'en', other.apiKey);
    lines.push(...text.split('\r\n').slice(1, -1));
    const [, next] = /^<(\/.*)>; rel="next"$/.exec(String(headers['link'] ?? '')) ?? [];
    if (next === undefined) {
      expect(pages).toBe(Math.ceil(HOSTILE.length / 5));
      break;
    }
    expect(next).toContain('currency=TRY');
    path = next;
  }
  const whole = (await csv('/api/payment', 'en', other.apiKey)).text.split('\r\n').slice(1, -1);
  expect(lines).toEqual(whole);
});

it('a search of some days says in a header how far back it looked', async () => {
  const { headers } = await csv('/api/payment?lastFour=0008', 'tr', merchant.apiKey);
  const { searchedUntil } = (await json('/api/payment?lastFour=0008')) as { searchedUntil?: string };
  expect(Boolean(headers['x-searched-until'])).toBe(searchedUntil !== undefined);
});

it('a table has up to 5,000 rows, a refusal is JSON, and who does not ask for a table gets none', async () => {
  expect((await csv('/api/payment?limit=5000')).status).toBe(200);
  const refused = await csv('/api/payment?limit=5001');
  expect([refused.status, problemsOf(refused)]).toEqual([400, [['limit', 'OUT_OF_RANGE']]]);
  expect(problemsOf(await api('GET', '/api/payment?limit=101'))).toEqual([['limit', 'OUT_OF_RANGE']]);
  for (const [accept, type] of [
    ['text/csv', 'text/csv'],
    ['text/csv;q=0.9, application/json;q=0.8', 'text/csv'],
    ['application/json, text/csv;q=0.5', 'application/json'],
    ['text/csv;q=0', 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'application/json'],
  ] as const) {
    const { headers } = await api('GET', '/api/payment', { headers: { accept } });
    expect([accept, headers['content-type']]).toEqual([accept, expect.stringContaining(type)]);
  }
  const customers = await csv('/api/customer');
  expect(customers.headers['content-type']).toContain('application/json');
});
