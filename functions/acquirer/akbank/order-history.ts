// Reads Akbank's history of one order (akbank.md 4). The outer code says only that rows were found, and the
// rows have no fixed order.
import { defined } from '#domain/defined.ts';
import { readAmount } from '#domain/money.ts';
import { batchEndMs, istanbulInstant } from '#domain/time/batch-close.ts';
import type { BankCard, HistoryOperation, Inquiry, Unknown } from '../acquirer.ts';
import { foldCaptures, unknown } from '../outcomes.ts';
import { readCode } from './answer-codes.ts';
import { type AkbankAnswer, APPROVED, textOf } from './answers.ts';
import { CURRENCIES_BY_NUMBER, TXN_CODES } from './requests.ts';

export const NOT_FOUND = 'VPS-1123';

/** `now` and `closeAt` tell whether the batch of an operation is still open: no answer says it. */
type BatchClock = { now: Date; closeAt: string };

export function readOrderHistory(answer: AkbankAnswer, bankOrderId: string, clock: BatchClock): Inquiry {
  const code = textOf(answer, 'responseCode');
  if (code === NOT_FOUND) return { kind: 'notFound' };
  const rows = rowsOf(answer);
  if (code !== APPROVED || rows === undefined || rows.length === 0) return unanswered(code);
  const operations = rows.map((row) => operationOf(row, bankOrderId, clock));
  if (operations.some((one) => one === undefined)) return unknown('an operation of the order is unreadable');
  const readable = operations.filter((one) => one !== undefined);
  readable.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  const folded = foldCaptures(readable);
  const isClosed = rows.some((row) => textOf(row, 'preAuthStatus') === 'C');
  if (isClosed && folded.some(({ reserved, status }) => reserved && status === 'approved'))
    return unknown('the capture is missing');
  return { kind: 'found', operations: folded };
}

export const rowsOf = (answer: AkbankAnswer): unknown[] | undefined => {
  const { txnDetailList } = answer;
  return Array.isArray(txnDetailList) ? txnDetailList : undefined;
};

/** Names the refusal if the merchant's settings are the cause. */
export function unanswered(code: string): Unknown {
  const { merchantFault: fault } = readCode(code);
  const missing = unknown('no history in the answer');
  return fault === undefined ? missing : { ...missing, merchantRefusal: { code, fault } };
}

/** The bank does not say: the shortest time that any bank names. */
export const HELD_DAYS = 7;

const OPERATIONS: ReadonlyMap<string, HistoryOperation['operation']> = new Map([
  [TXN_CODES.sale, 'sale'],
  [TXN_CODES.preAuth, 'sale'],
  [TXN_CODES.capture, 'sale'],
  [TXN_CODES.refund, 'refund'],
]);
/** `R`: the bank has undone it by itself. `S`: suspicious, so it is inquired about again. */
const STATUSES: ReadonlyMap<string, HistoryOperation['status']> = new Map([
  ['N', 'approved'],
  ['V', 'voided'],
  ['R', 'voided'],
  ['S', 'reversing'],
]);

function operationOf(row: unknown, orderId: string, clock: BatchClock): HistoryOperation | undefined {
  const [operation, status] = [OPERATIONS.get(textOf(row, 'txnCode')), statusOf(row)];
  const isOfOrder = textOf(row, 'orderId') === orderId || textOf(row, 'orgOrderId') === orderId;
  const amount = readAmount(textOf(row, 'amount'));
  if (!isOfOrder || operation === undefined || status === undefined || amount.kind !== 'amount') {
    return undefined;
  }
  const at = istanbulInstant(textOf(row, 'txnDateTime'));
  const isReserved = textOf(row, 'txnCode') === TXN_CODES.preAuth && status === 'approved';
  const isBatchOpen = at !== undefined && clock.now.getTime() < batchEndMs(Date.parse(at), clock.closeAt);
  const hostCode = textOf(row, 'hostResponseCode');
  const code = status === 'declined' && hostCode === '' ? textOf(row, 'responseCode') : hostCode;
  const { uncertain: _, cvvRequired: __, ...decline } = readCode(code);
  return {
    operation,
    status,
    amountMinor: amount.amountMinor,
    ...defined({ at, currency: CURRENCIES_BY_NUMBER.get(textOf(row, 'currencyCode')) }),
    ...(isReserved && { reserved: { heldDays: HELD_DAYS } }),
    batchOpen: isReserved || (status === 'approved' && isBatchOpen),
    code,
    ...(status !== 'declined' && { hostReference: textOf(row, 'rrn') }),
    ...(textOf(row, 'authCode') && { authorizationCode: textOf(row, 'authCode') }),
    ...(status === 'declined' && { decline }),
  };
}

/** The row's own code comes first: a declined sale has the status N too. Without a code it is not done. */
function statusOf(row: unknown): HistoryOperation['status'] | undefined {
  const code = textOf(row, 'responseCode');
  if (code === '') return 'reversing';
  if (code !== APPROVED) return 'declined';
  const status = STATUSES.get(textOf(row, 'txnStatus'));
  // An approved row without the host's approval or a reference contradicts itself.
  return textOf(row, 'hostResponseCode') === '00' && textOf(row, 'rrn') !== '' ? status : undefined;
}

/** The card of the order's first row that shows one: `521807******2834`. */
export function readOrderCard(answer: AkbankAnswer, bankOrderId: string): BankCard | undefined {
  const sale = rowsOf(answer)?.find((row) => textOf(row, 'orderId') === bankOrderId);
  const shown = /^(\d{6})[\d*X]*(\d{4})$/i.exec(textOf(sale, 'maskedCardNumber'));
  const [, firstSix, lastFour] = shown ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}
