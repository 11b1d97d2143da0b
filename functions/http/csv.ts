// Answers as tables for spreadsheets (api.md 5.10): made of the JSON answer, so that both say the same.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Answer } from '#contract/answer.ts';
import type { CsvTable } from '#contract/csv-tables.ts';
import { wallClockAt } from '#domain/time/wall-clock.ts';
import { jsonResponse, type Rendering } from './envelope.ts';
import { headerOf } from './request-log.ts';

/** `timeZone`: the merchant's. */
type TableRendering = Rendering & { timeZone: string };

/** The answer of a read endpoint as a table. */
export type TableAnswer = {
  isWanted(event: APIGatewayProxyEvent): boolean;
  respond<Query>(
    event: APIGatewayProxyEvent,
    rendering: TableRendering,
    query: Query,
    answer: (query: Query) => Promise<Answer>,
  ): Promise<APIGatewayProxyResult>;
};

export const asTable = (table: CsvTable): TableAnswer => ({
  isWanted: (event) => wantsCsv(headerOf(event, 'accept')),
  respond: (event, rendering, query, answer) => csvResponse(event, table, rendering, query, answer),
});

/** True if the caller prefers text/csv to JSON. Without a preference every answer is JSON. */
function wantsCsv(accept = ''): boolean {
  const [csv = 0, json = 0] = ['text/csv', 'application/json'].map((type) =>
    Math.max(
      0,
      ...accept
        .toLowerCase()
        .split(',')
        .map((part) => weightIn(part, type)),
    ),
  );
  return csv > 0 && csv >= json;
}

function weightIn(part: string, type: string): number {
  const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
  return name === type ? Number(weight) || 0 : 0;
}

/** A Turkish spreadsheet separates cells by `;`, because its decimals have a comma. */
const FORMS = { tr: { separator: ';', decimal: ',' }, en: { separator: ',', decimal: '.' } } as const;
/** Tells a spreadsheet that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** The table with its heads in the language: RFC 4180, each line ended by CRLF. */
function csvOf(
  { columns, rowsOf }: CsvTable,
  data: Record<string, unknown>,
  { language, timeZone }: TableRendering,
): string {
  const { separator, decimal } = FORMS[language];
  const cell = (value: unknown, path: string) =>
    quoted(textOf(value, path, { decimal, timeZone }), separator);
  const heads = columns.map((column) => cell(column[language], ''));
  const said = (value: unknown, words: Record<string, string> = {}) =>
    language === 'tr' ? (words[String(value)] ?? value) : value;
  const lines = rowsOf(data).map((row) =>
    columns.map(({ path, words }) => cell(said(valueAt(row, path), words), path)),
  );
  return BYTE_ORDER_MARK + [heads, ...lines].map((cells) => `${cells.join(separator)}\r\n`).join('');
}

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);

type CellForm = { decimal: string; timeZone: string };

function textOf(value: unknown, path: string, { decimal, timeZone }: CellForm): string {
  if (value === null || value === undefined) return '';
  // An amount has its two decimals, as a count has none.
  if (typeof value === 'number')
    return (/amount$/i.test(path) ? value.toFixed(2) : `${value}`).replace('.', decimal);
  if (typeof value === 'boolean') return `${value}`;
  if (typeof value === 'string' && isInstantAt(path, value)) return localTime(value, timeZone);
  return guarded(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A day alone stays as it is. */
const isInstantAt = (path: string, value: string) =>
  /(?:^at|At|Since|Date)$/.test(path) && value.includes('T');

/** On the merchant's clock, as spreadsheets read it: its day is that of the statistics. */
const localTime = (instant: string, timeZone: string) =>
  new Date(wallClockAt(Date.parse(instant), timeZone).shownMs).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A spreadsheet would run a text that begins so; one for East Asian input takes the full-width signs too, which
 * stand as numbers here because bundles are ASCII. The apostrophe hides it, and who reads the table takes one off: a
 * text with its own gets another.
 */
const guarded = (text: string) => (/^[=+\-@'\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text);

const quoted = (text: string, separator: string) =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A function answers six megabytes at most, which a list of long texts can exceed. */
const MOST_BYTES = 5_000_000;

/** Fewer rows than asked for if they are long or take long; the next ones are behind `Link`. */
async function csvResponse<Query>(
  event: APIGatewayProxyEvent,
  table: CsvTable,
  rendering: TableRendering,
  query: Query,
  answer: (query: Query) => Promise<Answer>,
): Promise<APIGatewayProxyResult> {
  const { data } = await answer(query);
  const rows = table.rowsOf(data ?? {}).length;
  const body = csvOf(table, data ?? {}, rendering);
  const bytes = Buffer.byteLength(body);
  if (bytes > MOST_BYTES && rows > 1) {
    const limit = Math.max(1, Math.floor((rows * MOST_BYTES) / bytes / 2));
    return await csvResponse(event, table, rendering, { ...query, limit }, answer);
  }
  const { nextCursor, searchedUntil } = data ?? {};
  return jsonResponse(200, body, rendering, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    Vary: 'Accept, Accept-Language',
    ...(typeof searchedUntil === 'string' && { 'X-Searched-Until': searchedUntil }),
    ...(typeof nextCursor === 'string' && {
      Link: `<${event.requestContext.path}?${nextQuery(event.multiValueQueryStringParameters, nextCursor)}>; rel="next"`,
    }),
  });
}

/** The query of the call with another cursor. */
function nextQuery(sent: APIGatewayProxyEvent['multiValueQueryStringParameters'], cursor: string): string {
  const others = Object.entries(sent ?? {}).filter(([name]) => !/^(?:cursor|page)$/i.test(name));
  const pairs = others.flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams([...pairs, ['cursor', cursor]]).toString();
}
