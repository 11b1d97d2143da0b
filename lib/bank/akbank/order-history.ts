// txnCode 1010: the rows of one order. A void adds none, it changes the status of the sale's row; refunds have
// order ids of their own.
import { istanbulTime } from '#acquirer/batch-close.ts';
import { toDecimal } from '#domain/money.ts';
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
    txnDetailList: operations.map((row) => rowOf(order, row)),
    responseMessage: 'BAŞARILI',
    txnDateTime,
    responseCode: 'VPS-0000',
  });
}

const NUMBERS = new Map([...CURRENCIES_BY_NUMBER].map(([number, currency]) => [currency, Number(number)]));

function rowOf({ orderId, currency, maskedPan }: BankOrder, row: BookedOperation) {
  const isSale = row.chargeType === 'S';
  const isApproved = row.code === '00';
  return {
    txnCode: isSale ? '1000' : '1002',
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
