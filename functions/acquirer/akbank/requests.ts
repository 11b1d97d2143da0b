// The requests to Akbank (akbank.md 3). A body is written once: the bytes that are signed are sent.
import { randomBytes } from 'node:crypto';
import { defined } from '#domain/defined.ts';
import { type Currency, formatMinor } from '#domain/money.ts';
import { istanbulTime } from '#domain/time/batch-close.ts';
import type { RefundOrder, ReportSpan, SaleOrder } from '../acquirer.ts';
import type { AkbankKeys } from './akbank-settings.ts';
import { hmac } from './hash.ts';

/** ISO 4217 numbers. */
export const CURRENCY_NUMBERS: Record<Currency, number> = { TRY: 949, USD: 840, EUR: 978, GBP: 826 };
export const CURRENCIES_BY_NUMBER: ReadonlyMap<string, Currency> = new Map(
  Object.entries(CURRENCY_NUMBERS).map(([name, number]) => [String(number), name as Currency]),
);

export const TXN_CODES = {
  sale: '1000',
  refund: '1002',
  void: '1003',
  preAuth: '1004',
  capture: '1005',
  history: '1010',
} as const;

/** 128 random hexadecimal digits and the time, which every signed message contains. */
export const nonceOf = (now: Date) => ({
  randomNumber: randomDigits(),
  requestDateTime: bankTime(now.getTime()),
});
const randomDigits = () => randomBytes(64).toString('hex').toUpperCase();
const bankTime = (ms: number) => istanbulTime(ms).replace(' ', 'T');

export type AkbankRequest = Record<string, unknown>;

const orderOf = (bankOrderId: string) => ({ order: { orderId: bankOrderId } });
const moneyOf = ({ amountMinor, currency }: Pick<SaleOrder, 'amountMinor' | 'currency'>) => ({
  amount: formatMinor(amountMinor),
  currencyCode: CURRENCY_NUMBERS[currency],
});

export function saleRequest({ mailOrder }: { mailOrder?: boolean }, order: SaleOrder): AkbankRequest {
  const isUnattended = !('threeD' in order) && order.cvv === undefined;
  return {
    txnCode: order.isPreAuth ? TXN_CODES.preAuth : TXN_CODES.sale,
    ...orderOf(order.bankOrderId),
    transaction: {
      ...moneyOf(order),
      motoInd: mailOrder === true && isUnattended ? 1 : 0,
      installCount: order.installment,
    },
    ...instrumentOf(order),
    ...(order.payerAddress !== undefined && { customer: { ipAddress: order.payerAddress } }),
  };
}

function instrumentOf(order: SaleOrder): AkbankRequest {
  if ('threeD' in order) {
    const { md, xid, eci, cavv } = order.threeD;
    return { secureTransaction: { secureId: xid, secureEcomInd: eci, secureData: cavv, secureMd: md } };
  }
  const { cardNumber, expiryMonth, expiryYear } = order.card;
  const expireDate = `${expiryMonth}${expiryYear.slice(-2)}`;
  return { card: { cardNumber, ...defined({ cvv2: order.cvv }), expireDate } };
}

export const voidRequest = (bankOrderId: string): AkbankRequest => ({
  txnCode: TXN_CODES.void,
  ...orderOf(bankOrderId),
});

/** The amount is always sent: without one the bank would give all back. */
const movingRequest = (txnCode: string, order: RefundOrder): AkbankRequest => ({
  txnCode,
  ...orderOf(order.bankOrderId),
  transaction: moneyOf(order),
});
export const refundRequest = (order: RefundOrder) => movingRequest(TXN_CODES.refund, order);
export const captureRequest = (order: RefundOrder) => movingRequest(TXN_CODES.capture, order);

export const historyRequest = (bankOrderId: string): AkbankRequest => ({
  txnCode: TXN_CODES.history,
  ...orderOf(bankOrderId),
});

/** A request with what all have, and its signature. */
export function signedRequest(keys: AkbankKeys, request: AkbankRequest, now: Date) {
  const { subMerchantId } = keys;
  return signed(keys, {
    version: '1.00',
    ...request,
    ...nonceOf(now),
    ...(subMerchantId !== undefined && { subMerchant: { subMerchantId } }),
  });
}

/** The request for a report, which has neither a time of its own nor a version. */
export function reportRequest(keys: AkbankKeys, { fromMs, toMs }: ReportSpan) {
  // A whole day to its last millisecond is no longer than a day, however the bank counts.
  const report = { startDateTime: bankTime(fromMs), endDateTime: bankTime(toMs - 1) };
  return signed(keys, { randomNumber: randomDigits(), report });
}

function signed(keys: AkbankKeys, members: AkbankRequest) {
  const { merchantSafeId, terminalSafeId, secretKey } = keys;
  const body = Buffer.from(JSON.stringify({ ...members, terminal: { merchantSafeId, terminalSafeId } }));
  return { body, headers: { 'Content-Type': 'application/json', 'auth-hash': hmac(body, secretKey) } };
}
