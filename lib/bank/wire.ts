// The NestPay protocol, server side. A CC5Request arrives as raw XML or as the form field DATA. The
// CC5Response has HTTP status 200 even for a decline, is encoded in ISO-8859-9 and contains Turkish messages.

import { readFormBytes } from '#acquirer/form.ts';
import type { Cc5Elements } from '#acquirer/nestpay/cc5.ts';
import { readDocument, writeDocument } from '#acquirer/nestpay/cc5.ts';
import { istanbulTime } from '#domain/time/batch-close.ts';
import type { BankWire } from './bank-session.ts';
import type { BankOrder, BookedOperation } from './books.ts';
import { errorMessageOf } from './error-messages.ts';
import type { BankCall, BankReply } from './exchange.ts';
import { isGatewayCode } from './gateway-code.ts';

/** Returns an element's text by name (`Extra.NAME` for elements in Extra), or '' if the element is absent. */
export type BankRequest = (name: string) => string;

export function readRequest({ headers, body }: BankCall): BankRequest | undefined {
  const contentType = headers['content-type'] ?? '';
  const isForm = contentType.includes('x-www-form-urlencoded');
  const data = isForm ? readFormBytes(body).find(([name]) => name.toString() === 'DATA')?.[1] : body;
  const request = data && readDocument(data, isForm ? undefined : contentType, 'CC5Request');
  if (!request) return undefined;
  const { top, extra } = request;
  return (name) =>
    (name.startsWith(IN_EXTRA) ? extra.get(name.slice(IN_EXTRA.length)) : top.get(name))?.trim() ?? '';
}

const IN_EXTRA = 'Extra.';

export const cc5Response = (elements: Cc5Elements): BankReply => ({
  status: 200,
  headers: { 'Content-Type': 'text/xml;charset=ISO-8859-9' },
  body: writeDocument('CC5Response', elements),
});

/** The response to an approved money movement, with the references of `row`. */
function approved(order: BankOrder, row: BookedOperation, atMs: number, settleId: number): BankReply {
  const time = istanbulTime(atMs);
  return cc5Response({
    OrderId: order.orderId,
    GroupId: order.orderId,
    Response: 'Approved',
    AuthCode: row.authorizationCode,
    HostRefNum: row.hostReference,
    ProcReturnCode: '00',
    TransId: row.transactionId,
    ErrMsg: '',
    Extra: {
      SETTLEID: String(settleId),
      TRXDATE: time.slice(0, 19).replaceAll('-', ''),
      ERRORCODE: '',
      CARDBRAND: order.brand,
      CARDISSUER: 'TÜRKİYE DENEME BANKASI A.Ş.',
      HOSTDATE: hostDate(time),
      NUMCODE: '00',
    },
  });
}

/** `MMdd-HHmmss` of an Istanbul time. */
export const hostDate = (time: string): string =>
  `${time.slice(5, 7)}${time.slice(8, 10)}-${time.slice(11, 19).replaceAll(':', '')}`;

/**
 * A decline of the issuer is Declined with its code; an error of the gateway is Error, 99 and an ERRORCODE.
 */
function declined(code: string, orderId: string, brand = '', transactionId = ''): BankReply {
  const byGateway = isGatewayCode(code);
  return cc5Response({
    OrderId: orderId,
    GroupId: orderId,
    Response: byGateway ? 'Error' : 'Declined',
    AuthCode: '',
    HostRefNum: '',
    ProcReturnCode: byGateway ? '99' : code,
    TransId: transactionId,
    ErrMsg: errorMessageOf(code),
    Extra: {
      SETTLEID: '',
      ERRORCODE: byGateway ? code : `ISO8583-${code}`,
      CARDBRAND: brand,
      NUMCODE: byGateway ? `99${/(\d{4})$/.exec(code)?.[1] ?? ''}` : code,
    },
  });
}

export const NESTPAY_WIRE: BankWire = { approved, declined };
