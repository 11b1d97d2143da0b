// Reads the bank's inquiries about one order: ORDERHISTORY (every operation) and ORDERSTATUS (the last one).
// In both, "found" is not an approval, and in the history 05 is not a decline (nestpay.md 4).
import { defined } from '#domain/defined.ts';
import { istanbulInstant } from '#domain/time/batch-close.ts';
import type { BankCard, HistoryOperation, Inquiry } from '../acquirer.ts';
import { foldCaptures, unknown } from '../outcomes.ts';
import { readCode } from './answer-codes.ts';
import { textOf, unanswered } from './bank-answer.ts';
import type { Cc5Document } from './cc5.ts';

/** One operation as the bank writes it. The amount is in minor units without a point: `101` is 1.01. */
type BankRow = {
  chargeType: string;
  status: string;
  amount: string;
  captured: string;
  time: string;
  hostReference: string;
  authorizationCode: string;
  code: string;
  transactionId: string;
};

/** Reads an ORDERHISTORY answer: TRX1 to TRXn, newest first. Every row must be readable. */
export function readOrderHistory(answer: Cc5Document, bankOrderId: string): Inquiry {
  if (!isForOrder(answer, bankOrderId)) return unknown('the answer names another order');
  const count = textOf(answer, 'TRXCOUNT');
  // "No record" is 05 with TRXCOUNT 0; 05 is not a decline here. An ERRORCODE means that the inquiry failed.
  if (count === '0')
    return isFound(answer) || hasError(answer) ? unknown('empty history') : { kind: 'notFound' };
  if (!isFound(answer) || !/^[1-9]\d{0,3}$/.test(count))
    return unanswered(answer, 'no history in the answer');
  const rows = Array.from({ length: Number(count) }, (_, i) => answer.extra.get(`TRX${i + 1}`) ?? '');
  return foundInquiry(rows.map(historyRow));
}

/** Reads an ORDERSTATUS answer, which contains the order's last operation only. */
export function readOrderStatus(answer: Cc5Document, bankOrderId: string): Inquiry {
  if (!isForOrder(answer, bankOrderId)) return unknown('the answer names another order');
  if (!isFound(answer)) {
    const hasNoTransaction = textOf(answer, 'ProcReturnCode') === '99' && textOf(answer, 'TransId') === '';
    return hasNoTransaction && !hasError(answer) && answer.extra.has('ORDERSTATUS')
      ? { kind: 'notFound' }
      : unanswered(answer, 'no status in the answer');
  }
  return foundInquiry([
    {
      chargeType: textOf(answer, 'CHARGE_TYPE_CD'),
      status: textOf(answer, 'TRANS_STAT'),
      amount: textOf(answer, 'ORIG_TRANS_AMT'),
      captured: textOf(answer, 'CAPTURE_AMT'),
      time: textOf(answer, 'AUTH_DTTM'),
      hostReference: textOf(answer, 'HOST_REF_NUM'),
      authorizationCode: textOf(answer, 'AUTH_CODE'),
      code: textOf(answer, 'PROC_RET_CD'),
      transactionId: textOf(answer, 'TRANS_ID'),
    },
  ]);
}

const isForOrder = (answer: Cc5Document, bankOrderId: string) =>
  ['', bankOrderId].includes(textOf(answer, 'OrderId'));
const isFound = (answer: Cc5Document) =>
  textOf(answer, 'Response') === 'Approved' && textOf(answer, 'ProcReturnCode') === '00';
const hasError = (answer: Cc5Document) => textOf(answer, 'ERRORCODE') !== '';

function foundInquiry(bankRows: (BankRow | undefined)[]): Inquiry {
  const operations: HistoryOperation[] = [];
  for (const row of bankRows) {
    const operation = row && operationRow(row);
    if (operation === undefined) return unknown('an operation of the order is unreadable');
    operations.push(operation);
  }
  return { kind: 'found', operations: foldCaptures(operations) };
}

/** The eleven columns: type, status, amount, captured, three times, HostRefNum, AuthCode, code, TransId. */
function historyRow(text: string): BankRow | undefined {
  const columns = text.split('\t').map((column) => column.trim());
  if (columns.length !== 11) return undefined;
  const [chargeType = '', status = '', amount = '', captured = '', time = '', , , ...rest] = columns;
  const [hostReference = '', authorizationCode = '', code = '', transactionId = ''] = rest;
  return {
    chargeType,
    status,
    amount,
    captured,
    time,
    hostReference,
    authorizationCode,
    code,
    transactionId,
  };
}

/** The card in an ORDERSTATUS answer, whose PAN is masked: `4355 08** **** 4358`. */
export function readOrderCard(answer: Cc5Document, bankOrderId: string): BankCard | undefined {
  if (!isForOrder(answer, bankOrderId) || !isFound(answer)) return undefined;
  const shown = /^(\d{6})[\dX*]*(\d{4})$/i.exec(textOf(answer, 'PAN').replaceAll(' ', ''));
  const [, firstSix, lastFour] = shown ?? [];
  return firstSix === undefined || lastFour === undefined ? undefined : { firstSix, lastFour };
}

/** A pre-authorisation is captured within 15 days (CORE-2513). */
export const HELD_DAYS = 15;

/** TRANS_STAT in terms of the port. A and C differ in capture only, which a plain sale includes. */
const STATUSES: ReadonlyMap<string, Pick<HistoryOperation, 'status' | 'batchOpen'>> = new Map([
  ['A', { status: 'approved', batchOpen: true }],
  ['C', { status: 'approved', batchOpen: true }],
  ['S', { status: 'approved', batchOpen: false }],
  ['V', { status: 'voided', batchOpen: false }],
  ['R', { status: 'reversing', batchOpen: false }],
  ['D', { status: 'declined', batchOpen: false }],
  ['ERR', { status: 'declined', batchOpen: false }],
  ['CNCL', { status: 'declined', batchOpen: false }],
]);

/**
 * The code of an operation that the gateway refused. The history has no ERRORCODE, so the reason is missing.
 */
const GATEWAY_REFUSED = '99';

const isPositive = (amount: string) => /^0*[1-9]\d{0,16}$/.test(amount);

function operationRow(row: BankRow): HistoryOperation | undefined {
  const operation = row.chargeType === 'S' ? 'sale' : row.chargeType === 'C' ? 'refund' : undefined;
  const state = STATUSES.get(row.status);
  if (operation === undefined || state === undefined || !/^\d{1,17}$/.test(row.amount)) return undefined;
  // An approved status without code 00 is a contradiction, so the row is unreadable.
  if (state.status === 'approved' && row.code !== '00') return undefined;
  const { uncertain: _, cvvRequired: __, ...reading } = readCode(row.code);
  const decline = {
    ...reading,
    ...(row.code === GATEWAY_REFUSED && { isUnexplained: true as const }),
  };
  const at = istanbulInstant(row.time);
  // A plain sale can be shown without what was captured, too.
  const isUncaptured = operation === 'sale' && row.status === 'A' && !isPositive(row.captured);
  const isCaptured = operation === 'sale' && state.status !== 'declined' && isPositive(row.captured);
  return {
    operation,
    ...state,
    amountMinor: Number(isCaptured ? row.captured : row.amount),
    ...(isUncaptured && { reserved: { heldDays: HELD_DAYS, maybeSale: true as const } }),
    ...defined({ at }),
    code: row.code,
    ...(row.hostReference && { hostReference: row.hostReference }),
    ...(row.authorizationCode && { authorizationCode: row.authorizationCode }),
    ...(row.transactionId && { transactionId: row.transactionId }),
    ...(state.status === 'declined' && { decline }),
  };
}
