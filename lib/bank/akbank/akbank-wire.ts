// Akbank's JSON protocol, server side (akbank.md): who asks, what for, and the answers. Declines have HTTP
// status 200; what the gateway cannot read is 400.

import { isHmac } from '#acquirer/akbank/hash.ts';
import { TXN_CODES } from '#acquirer/akbank/requests.ts';
import { istanbulTime } from '#domain/time/batch-close.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { BankWire } from '../bank-session.ts';
import type { BankMerchant, Books } from '../books.ts';
import { errorMessageOf } from '../error-messages.ts';
import type { BankCall, BankReply } from '../exchange.ts';
import { isGatewayCode } from '../gateway-code.ts';
import type { BankRequest } from '../wire.ts';

type Members = Readonly<Record<string, unknown>>;

export const REPORT_PATH = '/portal/report/transaction';

export const textAt = (members: Members, ...path: string[]): string => {
  const value = path.reduce<unknown>((inner, name) => (inner as Members | undefined)?.[name], members);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const reply = (members: Members): BankReply => ({
  status: 200,
  headers: { 'Content-Type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(members),
});
/** A request that the gateway refuses to read: nothing was done. */
export const unreadable = (code: string, message: string): BankReply => ({
  ...reply({ code, message }),
  status: 400,
});

export type AkbankCall = { merchant: BankMerchant; members: Members; txnCode: string; orderId: string };

const REQUEST_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;
/** How far the clocks of shop and bank may be apart; what the bank tolerates is not known. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

/** Reads and authenticates a request, or returns the refusal. That for a report has neither order nor time. */
export function readCall(
  books: Books,
  { url, headers, body }: BankCall,
  nowMs: number,
): AkbankCall | BankReply {
  let members: Members;
  try {
    members = JSON.parse(body.toString('utf8')) as Members;
  } catch {
    return unreadable('400', 'Geçersiz istek.');
  }
  const merchant = books.merchant(textAt(members, 'terminal', 'terminalSafeId'));
  const hash = String(headers['auth-hash'] ?? '');
  const isKnown = merchant?.userName === textAt(members, 'terminal', 'merchantSafeId');
  if (merchant === undefined || !isKnown || !isHmac(body.toString('utf8'), merchant.storeKey, hash)) {
    return unreadable('401', 'Hash doğrulanamadı.');
  }
  const call = {
    merchant,
    members,
    txnCode: textAt(members, 'txnCode'),
    orderId: textAt(members, 'order', 'orderId'),
  };
  const requestTime = textAt(members, 'requestDateTime');
  const isRandom = /^[0-9A-F]{128}$/.test(textAt(members, 'randomNumber'));
  if (isRandom && url.endsWith(REPORT_PATH)) return call;
  if (!isRandom || !/^[A-Za-z0-9-]{1,36}$/.test(call.orderId)) return unreadable('400', 'Geçersiz alan.');
  const apartMs = Math.abs(Date.parse(`${requestTime}+03:00`) - nowMs);
  return REQUEST_TIME.test(requestTime) && apartMs <= CLOCK_TOLERANCE_MS
    ? call
    : akbankWire(call, nowMs).declined('VPS-1073', call.orderId);
}

/** The request as the bank's rules read it, by the names of its first protocol. */
export function requestOf({ members, orderId }: AkbankCall): BankRequest {
  const expires = textAt(members, 'card', 'expireDate');
  const secure = (name: string) => textAt(members, 'secureTransaction', name);
  const texts: Record<string, string> = {
    OrderId: orderId,
    Total: textAt(members, 'transaction', 'amount'),
    Currency: textAt(members, 'transaction', 'currencyCode'),
    Taksit: textAt(members, 'transaction', 'installCount'),
    Number: secure('secureMd') || textAt(members, 'card', 'cardNumber'),
    Expires: expires && `${expires.slice(0, 2)}/${expires.slice(2)}`,
    Cvv2Val: textAt(members, 'card', 'cvv2'),
    PayerTxnId: secure('secureId'),
    PayerSecurityLevel: secure('secureEcomInd'),
    PayerAuthenticationCode: secure('secureData'),
  };
  return (name) => texts[name] ?? '';
}

/** The bank's rules name refusals of the gateway in their first protocol; this is what Akbank says. */
const CODES: Readonly<Record<string, string>> = {
  'CORE-2507': 'VPS-1013',
  'CORE-2124': 'VPS-1044',
  'CORE-2603': 'VPS-1044',
  'CORE-2008': 'VPS-1007',
  'CORE-2511': 'VPS-1007',
  'CORE-2133': 'VPS-1007',
  'CORE-2116': 'VPS-1007',
  'CORE-2503': 'VPS-1007',
  'CORE-2504': 'VPS-1008',
  'CORE-2509': 'VPS-1007',
  'CORE-2513': 'VPS-1007',
  'CORE-2514': 'VPS-1007',
  'CORE-2127': 'VPS-1279',
  'CORE-2250': 'VPS-1279',
};
/** Refusals that are the host's at Akbank. */
const HOST_CODES: Readonly<Record<string, string>> = {
  'CORE-2010': '54',
  'CORE-2208': '82',
  'CORE-2517': '57',
};
const MESSAGES: Readonly<Record<string, string>> = {
  'VPS-1007': 'Orjinal işlem bulunamadı.',
  'VPS-1008': 'Daha önce iptal edilmiş işlem',
  'VPS-1013': 'Sipariş numarası tekil olmalıdır',
  'VPS-1044': 'Taksit sayısı geçersiz.',
  'VPS-1073': 'Geçerli talep tarihi giriniz.',
  'VPS-1279': 'BKM 3DS Server Doğrulama Başarısız',
};

const REJECTED = { authCode: '000000', stan: 0, rrn: '0', batchNumber: 0 };

export function akbankWire({ merchant, txnCode }: AkbankCall, nowMs: number): BankWire {
  const { clientId: terminalSafeId, userName: merchantSafeId } = merchant;
  const answer = (orderId: string, members: Members) =>
    reply({
      txnCode,
      ...members,
      txnDateTime: istanbulTime(nowMs).replace(' ', 'T'),
      terminal: { merchantSafeId, terminalSafeId },
      order: { orderId },
    });
  return {
    usesUpOrderIds: true,
    capturesKeepReference: true,
    voidsReopen: true,
    approved: (order, row, _atMs, batchNumber) =>
      answer(order.orderId, {
        responseCode: 'VPS-0000',
        responseMessage: 'BAŞARILI',
        hostResponseCode: '00',
        hostMessage: `000 ONAY KODU ${row.authorizationCode}`,
        // The answer to a void has no transaction.
        ...(txnCode !== TXN_CODES.void && {
          transaction: {
            authCode: row.authorizationCode,
            rrn: row.hostReference,
            batchNumber,
            stan: Number(row.hostReference.slice(-4)),
          },
        }),
        reward: [],
      }),
    declined(code, orderId) {
      const hostCode = HOST_CODES[code] ?? (isGatewayCode(code) ? undefined : code);
      if (hostCode !== undefined) {
        return answer(orderId, {
          responseCode: 'VPS-1005',
          responseMessage: 'Provizyon Hatası',
          hostResponseCode: hostCode,
          hostMessage: errorMessageOf(hostCode),
          transaction: REJECTED,
        });
      }
      const responseCode = code.startsWith('VPS-') ? code : CODES[code];
      // The rest are fields that the gateway does not accept.
      if (responseCode === undefined) return unreadable('400', errorMessageOf(code));
      const responseMessage = MESSAGES[responseCode] ?? errorMessageOf(code);
      return answer(orderId, { responseCode, responseMessage, transaction: REJECTED });
    },
  };
}
