// Reads Akbank's report of a shop's operations (akbank.md 6.3): JSON, compressed, as text in the answer.
import { gunzipSync } from 'node:zlib';
import type { SalesReport } from '../acquirer.ts';
import { unknown } from '../outcomes.ts';
import type { AkbankKeys } from './akbank-settings.ts';
import { type AkbankAnswer, APPROVED, textOf } from './answers.ts';
import { NOT_FOUND, rowsOf, unanswered } from './order-history.ts';
import { TXN_CODES } from './requests.ts';

const TOO_MANY = 'VPS-2235';
/** A list of so many rows may have been cut there. */
const MOST_ROWS = 9_999;
/** Far above so many rows of 800 bytes. */
const MOST_BYTES = 32 * 1024 * 1024;

export function readSalesReport(answer: AkbankAnswer, shop: AkbankKeys): SalesReport {
  const code = textOf(answer, 'responseCode');
  if (code === TOO_MANY) return { kind: 'tooMany' };
  // Recorded is an empty list on a day without operations; a single order is answered like this.
  if (code === NOT_FOUND) return { kind: 'listed', bankOrderIds: [] };
  if (code !== APPROVED) return unanswered(code);
  const report = unpacked(textOf(answer, 'data'));
  const rows = report && rowsOf(report);
  if (rows === undefined) return unknown('the report is unreadable');
  const isOurs = (['merchantSafeId', 'terminalSafeId'] as const).every(
    (name) => textOf(report, 'terminal', name) === shop[name],
  );
  if (!isOurs) return unknown('the report is that of another shop');
  if (rows.length >= MOST_ROWS) return { kind: 'tooMany' };
  const sold = rows.filter(mayHaveTaken).flatMap(idsOf);
  return { kind: 'listed', bankOrderIds: [...new Set(sold)] };
}

/** Undefined if a byte is missing or wrong: the packed form has a checksum. */
function unpacked(data: string): AkbankAnswer | undefined {
  try {
    const bytes = gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: MOST_BYTES });
    return JSON.parse(bytes.toString()) as AkbankAnswer;
  } catch {
    return undefined;
  }
}

const TAKES_NOTHING: ReadonlySet<string> = new Set([TXN_CODES.refund, TXN_CODES.void, TXN_CODES.preAuth]);
/** Declined, voided, and undone by the bank. */
const GONE = new Set(['Başarısız', 'İptal', 'Teknik İptal']);

const mayHaveTaken = (row: unknown): boolean =>
  !TAKES_NOTHING.has(textOf(row, 'txnCode')) &&
  !GONE.has(textOf(row, 'txnStatus')) &&
  ['', APPROVED].includes(textOf(row, 'responseCode'));

/** A capture has an order id of its own, and names that of its pre-authorisation. */
const idsOf = (row: unknown): string[] =>
  [textOf(row, 'orderId'), textOf(row, 'orgOrderId')].filter((id) => id !== '');
