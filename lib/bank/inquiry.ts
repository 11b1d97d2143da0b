// ORDERSTATUS and ORDERHISTORY. The response has the format of banks: tabs, letters, minor units without a
// decimal point, Istanbul time without a zone.
import { istanbulTime } from '#domain/time/batch-close.ts';
import type { BankSession } from './bank-session.ts';
import { type BankOrder, type BookedOperation, isReserving } from './books.ts';
import type { BankReply } from './exchange.ts';
import { type BankRequest, cc5Response, hostDate } from './wire.ts';

export function orderHistory(session: BankSession, request: BankRequest): BankReply {
  const orderId = request('OrderId');
  const order = findOrder(session, orderId);
  const rows = order?.operations.toReversed() ?? [];
  return cc5Response({
    ErrMsg: order ? '' : `No record found for ${orderId}`,
    ProcReturnCode: order ? '00' : '05',
    Response: order ? 'Approved' : 'Declined',
    OrderId: orderId,
    TransId: '',
    Extra: {
      NUMCODE: '0',
      ...Object.fromEntries(rows.map((row, i) => [`TRX${i + 1}`, historyLine(session, row)])),
      TRXCOUNT: String(rows.length),
    },
  });
}

export function orderStatus(session: BankSession, request: BankRequest): BankReply {
  const orderId = request('OrderId');
  const order = findOrder(session, orderId);
  const last = order?.operations.at(-1);
  if (order === undefined || last === undefined) {
    return cc5Response({
      ErrMsg: `No record found for ${orderId}`,
      ProcReturnCode: '99',
      Response: 'Declined',
      OrderId: '',
      TransId: '',
      Extra: { NUMCODE: '0', ORDERSTATUS: statusLine({}) },
    });
  }
  const fields = statusFields(session, order, last);
  return cc5Response({
    ErrMsg: `Record(s) found for ${orderId}`,
    ProcReturnCode: '00',
    Response: 'Approved',
    OrderId: orderId,
    TransId: last.transactionId,
    Extra: {
      ...fields,
      PAN: order.maskedPan,
      HOST_REF_NUM: last.hostReference,
      HOSTDATE: hostDate(istanbulTime(last.atMs)),
      PROC_RET_CD: last.code,
      VOID_DTTM: last.voidedAtMs === undefined ? '' : istanbulTime(last.voidedAtMs),
      SETTLEID: '',
      NUMCODE: '0',
      MDSTATUS: '',
      ECI_3D: '',
      CAVV_3D: '',
      XID_3D: '',
      ORDERSTATUS: statusLine(fields),
    },
  });
}

/** All orders of the merchant, for a report. */
export function allOrders(session: BankSession): BankOrder[] {
  const { books, merchant } = session;
  const ids = books.orderIds(merchant.clientId);
  return ids.flatMap((id) => shownOrder(session, books.order(merchant.clientId, id)) ?? []);
}

/** Returns the order as the bank shows it now, and records the inquiry in the ledger. */
export function findOrder(session: BankSession, orderId: string): BankOrder | undefined {
  const { books, merchant, atMs } = session;
  const order = shownOrder(session, books.order(merchant.clientId, orderId));
  books.record(merchant.clientId, undefined, {
    operation: 'inquiry',
    orderId,
    amountMinor: 0,
    currency: order?.currency,
    outcome: order ? 'found' : 'notFound',
    code: order ? '00' : '05',
    atMs,
    hostReference: undefined,
  });
  return order;
}

/** Undefined while the history lacks all operations of the order. */
function shownOrder({ atMs, settings }: BankSession, order: BankOrder | undefined): BankOrder | undefined {
  const isShown = (row: BookedOperation) => row.atMs + settings.historyLagMs <= atMs;
  const operations =
    order?.operations.map((row) => (isShown(row) ? row : uncaptured(row))).filter(isShown) ?? [];
  return order && operations.length > 0 ? { ...order, operations } : undefined;
}

/** The row as it was before its capture. */
const uncaptured = (row: BookedOperation): BookedOperation =>
  row.preAuth === undefined ? row : { ...row, ...row.preAuth, preAuth: { ...row.preAuth, isOpen: true } };

/** TRANS_STAT: failed, voided, reserved, settled, or captured in a batch that is still open. */
function transStat({ isBatchOpen }: BankSession, row: BookedOperation): string {
  if (row.code !== '00') return 'D';
  if (row.voidedAtMs !== undefined) return 'V';
  if (isReserving(row)) return 'A';
  return isBatchOpen(row.atMs) ? 'C' : 'S';
}

function historyLine(session: BankSession, row: BookedOperation): string {
  const time = istanbulTime(row.atMs);
  return [
    row.chargeType,
    transStat(session, row),
    row.preAuth?.amountMinor ?? row.amountMinor,
    isReserving(row) ? '' : row.amountMinor,
    istanbulTime(row.preAuth?.atMs ?? row.atMs),
    isReserving(row) ? '' : time,
    row.voidedAtMs === undefined ? '' : istanbulTime(row.voidedAtMs),
    row.hostReference,
    row.authorizationCode,
    row.code,
    row.transactionId,
  ].join('\t');
}

const STATUS_NAMES = [
  'ORD_ID',
  'CHARGE_TYPE_CD',
  'ORIG_TRANS_AMT',
  'CAPTURE_AMT',
  'TRANS_STAT',
  'AUTH_DTTM',
  'CAPTURE_DTTM',
  'AUTH_CODE',
  'TRANS_ID',
] as const;
type StatusFields = Partial<Record<(typeof STATUS_NAMES)[number], string>>;

function statusFields(session: BankSession, order: BankOrder, row: BookedOperation): Required<StatusFields> {
  const time = istanbulTime(row.atMs);
  const captured = row.code === '00' && !isReserving(row);
  return {
    ORD_ID: order.orderId,
    CHARGE_TYPE_CD: row.chargeType,
    ORIG_TRANS_AMT: String(row.preAuth?.amountMinor ?? row.amountMinor),
    CAPTURE_AMT: captured ? String(row.amountMinor) : '',
    TRANS_STAT: transStat(session, row),
    AUTH_DTTM: istanbulTime(row.preAuth?.atMs ?? row.atMs),
    CAPTURE_DTTM: captured ? time : '',
    AUTH_CODE: row.authorizationCode,
    TRANS_ID: row.transactionId,
  };
}

const statusLine = (fields: StatusFields): string =>
  STATUS_NAMES.map((name) => `${name}:${fields[name] ?? ''}`).join('\t');
