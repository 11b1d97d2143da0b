// Reads Garanti's two inquiries about one order (garanti.md 6): the history has every operation, oldest first
// and without a time; the order has the time of its sale and the card.
import { defined } from '#domain/defined.ts';
import { batchEndMs, istanbulInstant } from '#domain/time/batch-close.ts';
import type { BankCard, HistoryOperation, Inquiry, Unknown } from '../acquirer.ts';
import { foldCaptures, unknown } from '../outcomes.ts';
import type { XmlElement } from '../xml.ts';
import { readCode } from './answer-codes.ts';
import { codeOf, elementAt, type GarantiAnswer, isApproved, textOf } from './answers.ts';
import { CURRENCIES_BY_NUMBER } from './requests.ts';

/** No order, no sale, no operation. */
const NOT_FOUND = new Set(['0108', '0109', '0110']);
export const isNotFound = (answer: GarantiAnswer): boolean =>
  !isApproved(answer) && NOT_FOUND.has(codeOf(answer));

/**
 * `now` and `closeAt` tell whether the batch of an operation is still open: no answer says it. `soldAt`: ISO,
 * from the other inquiry.
 */
type InquiryFacts = { now: Date; closeAt: string; soldAt?: string };

/** The refusal of an inquiry, named if the merchant's settings are the cause. */
export function unanswered(answer: GarantiAnswer): Unknown {
  const code = codeOf(answer);
  const { merchantFault: fault } = readCode(code);
  const missing = unknown('no history in the answer');
  return fault === undefined ? missing : { ...missing, merchantRefusal: { code, fault } };
}

export function readOrderHistory(answer: GarantiAnswer, known: InquiryFacts): Inquiry {
  const list = elementAt(answer, 'Order', 'OrderHistInqResult', 'OrderTxnList');
  const rows = list?.children.filter(({ name }) => name === 'OrderTxn') ?? [];
  if (!isApproved(answer) || rows.length === 0) return unanswered(answer);
  const voids = rows.filter((row) => textOf(row, 'Type') === 'void');
  const operations = rows.filter((row) => !voids.includes(row)).map((row) => operationOf(row, known));
  const readable = operations.filter((one) => one !== undefined);
  const [sold, ...others] = readable.filter(({ status }) => status !== 'declined');
  if (readable.length < operations.length) return unknown('an operation of the order is unreadable');
  // A void may have a row of its own. It is certain what it undoes only if there is nothing but the sale.
  if (voids.some(isDone) && sold?.status === 'approved') {
    if (others.length > 0) return unknown('a void does not name what it undoes');
    Object.assign(sold, { status: 'voided', batchOpen: false });
  }
  return { kind: 'found', operations: foldCaptures(readable.toReversed()) };
}

const isDone = (row: XmlElement): boolean =>
  textOf(row, 'Status') === '00' && textOf(row, 'ReturnCode') === '00';

/** The shortest time that the bank names. */
export const HELD_DAYS = 7;

const OPERATIONS: ReadonlyMap<string, HistoryOperation['operation']> = new Map([
  ['sales', 'sale'],
  ['preauth', 'sale'],
  ['postauth', 'sale'],
  ['refund', 'refund'],
]);
/** On a row the code of everything that the gateway refused: the reason is missing. */
const GATEWAY_REFUSED = '92';

function operationOf(row: XmlElement, { now, closeAt, soldAt }: InquiryFacts): HistoryOperation | undefined {
  const operation = OPERATIONS.get(textOf(row, 'Type'));
  const status = statusOf(row);
  const isPreAuth = textOf(row, 'Type') === 'preauth';
  const isReserved = isPreAuth && status === 'approved';
  const amount = textOf(row, isPreAuth ? 'PreAuthAmount' : 'AuthAmount');
  if (operation === undefined || status === undefined || !/^\d{1,17}$/.test(amount)) return undefined;
  const at = operation === 'sale' ? soldAt : undefined;
  const fromMs = at === undefined ? dayMs(textOf(row, 'AuthDate')) : Date.parse(at);
  const code = textOf(row, 'ReturnCode');
  const { uncertain: _, cvvRequired: __, ...reading } = readCode(code);
  const decline = { ...reading, ...(code === GATEWAY_REFUSED && { isUnexplained: true as const }) };
  const hostReference = status === 'declined' ? '' : textOf(row, 'RetrefNum');
  const authorizationCode = textOf(row, 'AuthCode');
  return {
    operation,
    status,
    amountMinor: Number(amount),
    ...defined({ at, currency: CURRENCIES_BY_NUMBER.get(textOf(row, 'CurrencyCode')) }),
    ...(isReserved && { reserved: { heldDays: HELD_DAYS } }),
    batchOpen: isReserved || (status === 'approved' && now.getTime() < batchEndMs(fromMs, closeAt)),
    code,
    ...(hostReference && { hostReference }),
    ...(authorizationCode && { authorizationCode }),
    ...(status === 'declined' && { decline }),
  };
}

/** A row that contradicts itself is inquired about again. */
function statusOf(row: XmlElement): HistoryOperation['status'] | undefined {
  const status = textOf(row, 'Status');
  if (status !== '00') return status === '01' && textOf(row, 'ReturnCode') !== '00' ? 'declined' : undefined;
  if (!isDone(row) || textOf(row, 'RetrefNum') === '') return 'reversing';
  return textOf(row, 'VoidDate') === '' ? 'approved' : 'voided';
}

/** The beginning of a day in Istanbul, `20240107`; of none the beginning of time, whose batch has closed. */
function dayMs(day: string): number {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(day) ?? [];
  return year === undefined ? 0 : Date.parse(`${year}-${month}-${date}T00:00:00+03:00`);
}

const ORDER = ['Order', 'OrderInqResult'] as const;
/** The time of the order's sale, ISO. */
export const readSoldAt = (answer: GarantiAnswer): string | undefined =>
  istanbulInstant(textOf(answer, ...ORDER, 'AuthDate')) ??
  istanbulInstant(textOf(answer, ...ORDER, 'ProvDate'));

/** The order's card, `428220******8015` or with eight digits; the text "null" without one. */
export function readOrderCard(answer: GarantiAnswer): BankCard | undefined {
  const shown = /^(\d{6})\d{0,2}\*+(\d{4})$/.exec(textOf(answer, ...ORDER, 'CardNumberMasked'));
  const [, firstSix, lastFour] = shown ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}
