// txnCode 1010: the rows of one order. A void adds none, it changes the status of the sale's row; refunds have
// order ids of their own.
import { TXN_CODES } from '#acquirer/akbank/requests.ts';
import { toDecimal } from '#domain/money.ts';
import { istanbulTime } from '#domain/time/batch-close.ts';
import type { BankSession } from '../bank-session.ts';
import type { BankOrder, BookedOperation } from '../books.ts';
import type { BankReply } from '../exchange.ts';
import { findOrder } from '../inquiry.ts';
import { CURRENCIES_BY_NUMBER } from '../sale.ts';
import { type AkbankCall, reply } from './akbank-wire.ts';

export function orderHistory(session: BankSession, { txnCode, orderId }: AkbankCall): BankReply {
  const order = findOrder(session, orderId);
  // The gateway's own refusals reached no host, and stand in no history.
  const operations = order?.operations.filter(({ code }) => code !== '99') ?? [];
  const txnDateTime = istanbulTime(session.atMs).replace(' ', 'T');
  if (order === undefined || operations.length === 0) {
    const responseMessage = `İşlem bulunamadı. Sipariş Numarası : ${orderId}`;
    return reply({ txnCode, responseMessage, txnDateTime, responseCode: 'VPS-1123' });
  }
  return reply({
    txnCode,
    txnDetailList: operations.flatMap((row) => rowsOf(order, row)),
    responseMessage: 'BAŞARILI',
    txnDateTime,
    responseCode: 'VPS-0000',
  });
}

const NUMBERS = new Map([...CURRENCIES_BY_NUMBER].map(([number, currency]) => [currency, Number(number)]));

type HistoryRow = Omit<ReturnType<typeof rowOf>, 'txnCode'> & { txnCode: string };

/** A pre-authorisation and its captures are rows of their own; a capture has an order id of its own, too. */
export function rowsOf(order: BankOrder, row: BookedOperation): HistoryRow[] {
  const { preAuth } = row;
  if (preAuth === undefined) return [rowOf(order, row)];
  const { isOpen, voided = [], ...reserved } = preAuth;
  const closed = isOpen
    ? { preAuthStatus: 'O', preAuthCloseDate: '1900-01-01T00:00:00.000', preAuthCloseAmount: 0 }
    : {
        preAuthStatus: 'C',
        preAuthCloseDate: istanbulTime(row.atMs).replace(' ', 'T'),
        preAuthCloseAmount: toDecimal(row.amountMinor),
      };
  const { voidedAtMs: _, ...unvoided } = row;
  const captures = isOpen ? voided : [...voided, row];
  return [
    { ...rowOf(order, isOpen ? row : { ...unvoided, ...reserved }), ...closed, txnCode: TXN_CODES.preAuth },
    ...captures.map((one) => ({
      ...rowOf(order, one),
      txnCode: TXN_CODES.capture,
      orderId: one.transactionId,
    })),
  ];
}

function rowOf({ orderId, currency, maskedPan }: BankOrder, row: BookedOperation) {
  const isSale = row.chargeType === 'S';
  const isApproved = row.code === '00';
  return {
    txnCode: isSale ? TXN_CODES.sale : TXN_CODES.refund,
    responseCode: isApproved ? 'VPS-0000' : 'VPS-1005',
    responseMessage: isApproved ? 'BAŞARILI' : 'Provizyon Hatası',
    hostResponseCode: row.code,
    orderId: isSale ? orderId : row.transactionId,
    orgOrderId: orderId,
    amount: toDecimal(row.amountMinor),
    currencyCode: NUMBERS.get(currency),
    txnStatus: row.voidedAtMs === undefined ? 'N' : 'V',
    txnDateTime: istanbulTime(row.atMs).replace(' ', 'T'),
    maskedCardNumber: maskedPan.replaceAll(' ', ''),
    rrn: row.hostReference || '0',
    ...(isApproved && { authCode: row.authorizationCode }),
  };
}
