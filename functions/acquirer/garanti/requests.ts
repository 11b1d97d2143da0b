// The requests to Garanti as elements of a GVPSRequest, in the order of the bank's samples (garanti.md 3).
import type { Currency } from '#domain/money.ts';
import { istanbulTime } from '#domain/time/batch-close.ts';
import type { RefundOrder, ReportSpan, SaleOrder } from '../acquirer.ts';
import { writeXml } from '../xml.ts';
import type { GarantiKeys } from './garanti-settings.ts';
import { requestText, securityData, sha512 } from './hash.ts';

/** ISO 4217 numbers. */
export const CURRENCY_NUMBERS: Record<Currency, string> = { TRY: '949', USD: '840', EUR: '978', GBP: '826' };
export const CURRENCIES_BY_NUMBER: ReadonlyMap<string, Currency> = new Map(
  Object.entries(CURRENCY_NUMBERS).map(([name, number]) => [number, name as Currency]),
);

export const USERS = { sale: 'PROVAUT', refund: 'PROVRFN' } as const;
export const modeOf = ({ testMode }: Pick<GarantiKeys, 'testMode'>) => (testMode === true ? 'TEST' : 'PROD');
/** A single payment is an empty count, not 1. */
export const installmentText = (installment: number): string => (installment > 1 ? String(installment) : '');

type ElementTexts = Record<string, string>;
export type GarantiRequest = {
  orderId: string;
  /** Of a report, which names no order. */
  span?: ElementTexts;
  payerAddress?: string;
  card?: { Number: string; ExpireDate: string; CVV2?: string };
  /** `Type`, `Amount` in minor units, `CurrencyCode` and the rest, in the order of sending. */
  transaction: { Type: string; Amount: string; CurrencyCode: string } & ElementTexts;
  proof?: ElementTexts;
};

export function saleRequest({ mailOrder }: { mailOrder?: boolean }, order: SaleOrder): GarantiRequest {
  const { bankOrderId: orderId, amountMinor, currency, installment, payerAddress } = order;
  const isChallenged = 'threeD' in order;
  const isMailOrder = mailOrder === true && !isChallenged && order.cvv === undefined;
  const transaction = {
    Type: order.isPreAuth ? 'preauth' : 'sales',
    InstallmentCnt: installmentText(installment),
    Amount: String(amountMinor),
    CurrencyCode: CURRENCY_NUMBERS[currency],
    CardholderPresentCode: isChallenged ? '13' : '0',
    MotoInd: isMailOrder ? 'Y' : 'N',
  };
  const base = { orderId, transaction, ...(payerAddress !== undefined && { payerAddress }) };
  if (isChallenged) {
    const { md, xid, eci, cavv } = order.threeD;
    return { ...base, proof: { AuthenticationCode: cavv, SecurityLevel: eci, TxnID: xid, Md: md } };
  }
  const { cardNumber, expiryMonth, expiryYear } = order.card;
  const ExpireDate = `${expiryMonth}${expiryYear.slice(-2)}`;
  const card = { Number: cardNumber, ExpireDate, ...(order.cvv !== undefined && { CVV2: order.cvv }) };
  return { ...base, card };
}

/** `Amount` of a void is that of the sale, which is right whether or not the bank reads it. */
function following(Type: 'void' | 'refund' | 'postauth', order: RefundOrder): GarantiRequest {
  const { bankOrderId: orderId, amountMinor, currency, hostReference } = order;
  return {
    orderId,
    transaction: {
      Type,
      InstallmentCnt: '',
      Amount: String(amountMinor),
      CurrencyCode: CURRENCY_NUMBERS[currency],
      CardholderPresentCode: '0',
      MotoInd: 'N',
      ...(hostReference !== undefined && { OriginalRetrefNum: hostReference }),
    },
  };
}
export const voidRequest = (order: RefundOrder) => following('void', order);
export const refundRequest = (order: RefundOrder) => following('refund', order);
export const captureRequest = (order: RefundOrder) => following('postauth', order);

/** The amount of an inquiry is fixed; it is only hashed. */
function inquiring(Type: 'orderhistoryinq' | 'orderinq' | 'orderlistinq', orderId: string): GarantiRequest {
  return {
    orderId,
    transaction: {
      Type,
      InstallmentCnt: '',
      Amount: '100',
      CurrencyCode: '949',
      CardholderPresentCode: '0',
      MotoInd: 'N',
    },
  };
}
export const historyRequest = (orderId: string) => inquiring('orderhistoryinq', orderId);
export const orderRequest = (orderId: string) => inquiring('orderinq', orderId);

/** Whether the last minute of a report belongs to it is not known, so it is the first one after the span. */
export const reportRequest = ({ fromMs, toMs }: ReportSpan): GarantiRequest => ({
  ...inquiring('orderlistinq', ''),
  span: { StartDate: minuteOf(fromMs), EndDate: minuteOf(toMs), ListPageNum: '1' },
});
/** `20/11/2026 14:05`. */
const minuteOf = (ms: number) =>
  istanbulTime(ms).replace(/^(\d+)-(\d\d)-(\d\d) (\d\d:\d\d).*$/, '$3/$2/$1 $4');

const UNDOING = new Set(['void', 'refund']);

/** A request with what all have, and its hash. It contains no password, but a card. */
export function writeRequest(keys: GarantiKeys, request: GarantiRequest): Buffer {
  const { orderId, transaction, proof, card, span } = request;
  const { terminalId, merchantId } = keys;
  const isUndoing = UNDOING.has(transaction.Type);
  const user = isUndoing ? USERS.refund : USERS.sale;
  const { Amount: amount, CurrencyCode: currency } = transaction;
  const hashed = { orderId, terminalId, cardNumber: card?.Number ?? '', amount, currency };
  const security = securityData(isUndoing ? keys.refundPassword : keys.password, terminalId);
  const xml = writeXml('GVPSRequest', {
    Mode: modeOf(keys),
    Version: '512',
    Terminal: {
      ProvUserID: user,
      UserID: user,
      HashData: sha512(requestText(hashed, security)),
      ID: terminalId,
      MerchantID: merchantId,
    },
    Customer: { IPAddress: request.payerAddress ?? keys.shopAddress },
    ...(card !== undefined && { Card: card as ElementTexts }),
    Order: { OrderID: orderId, ...span },
    Transaction: { ...transaction, ...(proof !== undefined && { Secure3D: proof }) },
  });
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}
