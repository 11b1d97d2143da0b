// The six requests to a NestPay bank as CC5 elements, in the order of the banks' own samples.
import { defined } from '#domain/defined.ts';
import { type Currency, formatMinor } from '#domain/money.ts';
import type { RefundOrder, SaleOrder } from '../acquirer.ts';
import type { Cc5Elements } from './cc5.ts';
import type { NestPaySettings } from './nestpay-settings.ts';

/** ISO 4217 numbers. */
export const CURRENCY_NUMBERS: Record<Currency, string> = { TRY: '949', USD: '840', EUR: '978', GBP: '826' };

type NestPayCredentials = Pick<NestPaySettings, 'userName' | 'password' | 'clientId'>;
const credentials = ({ userName, password, clientId }: NestPayCredentials): Cc5Elements => ({
  Name: userName,
  Password: password,
  ClientId: clientId,
});

/** A single payment is an empty Taksit, not 1. */
export const installmentText = (installment: number): string => (installment > 1 ? String(installment) : '');

export function saleRequest(settings: NestPayCredentials, order: SaleOrder): Cc5Elements {
  return {
    ...credentials(settings),
    Type: order.isPreAuth ? 'PreAuth' : 'Auth',
    IPAddress: order.payerAddress ?? '',
    OrderId: order.bankOrderId,
    Total: formatMinor(order.amountMinor),
    Currency: CURRENCY_NUMBERS[order.currency],
    Taksit: installmentText(order.installment),
    ...payerElements(order),
    Mode: 'P',
  };
}

/** Without a CVV the element is left out, because some banks treat an empty one as wrong. */
function payerElements(order: SaleOrder): Cc5Elements {
  if ('threeD' in order) {
    return {
      Number: order.threeD.md,
      PayerTxnId: order.threeD.xid,
      PayerSecurityLevel: order.threeD.eci,
      PayerAuthenticationCode: order.threeD.cavv,
    };
  }
  return {
    Number: order.card.cardNumber,
    Expires: `${order.card.expiryMonth}/${order.card.expiryYear.slice(-2)}`,
    ...defined({ Cvv2Val: order.cvv }),
  };
}

/** `Total` is at most what is reserved, so no `PREAMT` is needed. */
export const captureRequest = (settings: NestPayCredentials, order: RefundOrder): Cc5Elements => ({
  ...credentials(settings),
  Type: 'PostAuth',
  OrderId: order.bankOrderId,
  Total: formatMinor(order.amountMinor),
});

export function voidRequest(settings: NestPayCredentials, bankOrderId: string): Cc5Elements {
  return { ...credentials(settings), Type: 'Void', OrderId: bankOrderId };
}

/** Identifies the sale by OrderId (nestpay.md 2.2). */
export function refundRequest(settings: NestPayCredentials, order: RefundOrder): Cc5Elements {
  return {
    ...credentials(settings),
    Type: 'Credit',
    OrderId: order.bankOrderId,
    Total: formatMinor(order.amountMinor),
    Currency: CURRENCY_NUMBERS[order.currency],
  };
}

export function historyRequest(settings: NestPayCredentials, bankOrderId: string): Cc5Elements {
  return { ...credentials(settings), OrderId: bankOrderId, Extra: { ORDERHISTORY: 'QUERY' } };
}

export function statusRequest(settings: NestPayCredentials, bankOrderId: string): Cc5Elements {
  return { ...credentials(settings), OrderId: bankOrderId, Extra: { ORDERSTATUS: 'QUERY' } };
}
