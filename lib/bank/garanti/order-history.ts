// The two inquiries about one order: orderhistoryinq lists its operations without times, oldest first, and
// orderinq shows its sale. A void adds no row, it dates the row that it undoes.
import { istanbulTime } from '#domain/time/batch-close.ts';
import type { BankSession } from '../bank-session.ts';
import { type BankOrder, type BookedOperation, isReserving } from '../books.ts';
import type { BankReply } from '../exchange.ts';
import { findOrder } from '../inquiry.ts';
import { CURRENCIES_BY_NUMBER } from '../sale.ts';
import { answer, type GarantiCall } from './garanti-wire.ts';

export const FOUND = { source: 'GVPS', code: '00', reasonCode: '' } as const;
export const notFound = (reasonCode: string) =>
  ({ source: 'GVPS', code: '92', reasonCode, message: 'İşlem bulunamadı' }) as const;

/** The gateway's own refusals of a sale reached no host. */
export const shownRows = (order: BankOrder | undefined): BookedOperation[] =>
  order?.operations.filter(({ code, chargeType }) => chargeType === 'C' || code !== '99') ?? [];

export function orderHistory(session: BankSession, call: GarantiCall): BankReply {
  const order = findOrder(session, call.orderId);
  const rows = shownRows(order);
  if (order === undefined || rows.length === 0) {
    const empty = { OrderHistInqResult: { OrderTxnList: '' } };
    return answer(call, session.atMs, notFound('0108'), empty);
  }
  const OrderTxn = rows.flatMap((row) => rowsOf(order, row));
  return answer(call, session.atMs, FOUND, { OrderHistInqResult: { OrderTxnList: { OrderTxn } } });
}

const NUMBERS = new Map([...CURRENCIES_BY_NUMBER].map(([number, currency]) => [currency, number]));
const dayOf = (atMs: number | undefined): string =>
  atMs === undefined ? '' : istanbulTime(atMs).slice(0, 10).replaceAll('-', '');

/** A pre-authorisation and its capture are rows of their own. */
function rowsOf(order: BankOrder, row: BookedOperation) {
  const { preAuth } = row;
  if (preAuth === undefined) return [rowOf(order, row)];
  const reserved = {
    ...rowOf(order, { ...row, ...preAuth }),
    Type: 'preauth',
    PreAuthAmount: String(preAuth.amountMinor),
    PreAuthDate: dayOf(preAuth.atMs),
    AuthAmount: '0',
    AuthDate: '',
  };
  return preAuth.isOpen ? [reserved] : [reserved, { ...rowOf(order, row), Type: 'postauth' }];
}

function rowOf({ currency }: BankOrder, row: BookedOperation) {
  const isApproved = row.code === '00';
  return {
    Type: row.chargeType === 'S' ? 'sales' : 'refund',
    Status: isApproved ? '00' : '01',
    PreAuthAmount: '0',
    AuthAmount: String(row.amountMinor),
    PreAuthDate: '',
    AuthDate: isApproved ? dayOf(row.atMs) : '',
    VoidDate: dayOf(row.voidedAtMs),
    RetrefNum: row.hostReference,
    AuthCode: row.authorizationCode,
    // What the gateway refused has no code of its own on a row.
    ReturnCode: row.code === '99' ? '92' : row.code,
    CurrencyCode: isApproved ? (NUMBERS.get(currency) ?? '') : '0',
    Settlement: 'N',
  };
}

export function orderInquiry(session: BankSession, call: GarantiCall): BankReply {
  const order = findOrder(session, call.orderId);
  const sold = shownRows(order).findLast(({ chargeType }) => chargeType === 'S');
  const isFound = order !== undefined && sold !== undefined;
  const time = isFound ? istanbulTime(sold.atMs) : '';
  const OrderInqResult = {
    ChargeType: isFound ? 'S' : '',
    PreAuthAmount: String(sold?.preAuth?.amountMinor ?? 0),
    PreAuthDate: sold?.preAuth ? istanbulTime(sold.preAuth.atMs) : '',
    AuthAmount: sold && !isReserving(sold) ? String(sold.amountMinor) : '0',
    AuthDate: sold && isReserving(sold) ? '' : time,
    Status: statusOf(order, sold),
    CardNumberMasked: isFound ? order.maskedPan.replaceAll(' ', '') : 'null',
    Code: sold?.code ?? '',
    ReasonCode: sold?.code ?? '',
    RetrefNum: sold?.hostReference ?? '',
    AuthCode: sold?.authorizationCode ?? '',
    ProvDate: time,
  };
  return answer(call, session.atMs, isFound ? FOUND : notFound('0110'), { OrderInqResult });
}

function statusOf(order: BankOrder | undefined, sold: BookedOperation | undefined): string {
  if (sold === undefined) return '';
  if (sold.voidedAtMs !== undefined) return 'VOID';
  if (isReserving(sold)) return 'WAITINGPOSTAUTH';
  const isRefunded = order?.operations.some(({ chargeType, code }) => chargeType === 'C' && code === '00');
  return isRefunded ? 'REFUNDED' : 'APPROVED';
}
