// Garanti's XML protocol, server side (garanti.md): who asks, what for, and the signed answers. Declines have
// HTTP status 200. The source of a code tells the host's from the gateway's.

import { textOf } from '#acquirer/garanti/answers.ts';
import { answerText, isSame, requestText, securityData, sha512 } from '#acquirer/garanti/hash.ts';
import { readXml, writeXml, type XmlContent, type XmlElement } from '#acquirer/xml.ts';
import { formatMinor } from '#domain/money.ts';
import { istanbulTime } from '#domain/time/batch-close.ts';
import type { BankWire } from '../bank-session.ts';
import type { BankMerchant, Books } from '../books.ts';
import { errorMessageOf } from '../error-messages.ts';
import type { BankCall, BankReply } from '../exchange.ts';
import { isGatewayCode } from '../gateway-code.ts';
import type { BankRequest } from '../wire.ts';

export type GarantiCall = {
  merchant: BankMerchant;
  root: XmlElement;
  type: string;
  orderId: string;
  /** What the answer is signed with. */
  security: string;
};

const UNDOING = new Set(['void', 'refund']);

/** Reads and authenticates a request, or returns the refusal. */
export function readCall(books: Books, { body }: BankCall, nowMs: number): GarantiCall | BankReply {
  const root = readXml(body.toString('utf8'));
  const text = (...path: string[]) => textOf(root, ...path);
  const merchant = books.merchant(text('Terminal', 'ID'));
  if (root?.name !== 'GVPSRequest' || merchant === undefined) return { status: 500, body: 'GVPS' };
  const type = text('Transaction', 'Type');
  const orderId = text('Order', 'OrderID');
  const isUndoing = UNDOING.has(type);
  const { clientId: terminalId, password, refundPassword = '' } = merchant;
  const security = securityData(isUndoing ? refundPassword : password, terminalId);
  const call = { merchant, root, type, orderId, security };
  const hashed = {
    orderId,
    terminalId,
    cardNumber: text('Card', 'Number'),
    amount: text('Transaction', 'Amount'),
    currency: text('Transaction', 'CurrencyCode'),
  };
  const refuse = (code: string) => garantiWire(call, nowMs).declined(code, orderId);
  if (text('Terminal', 'UserID') !== (isUndoing ? 'PROVRFN' : 'PROVAUT')) return refuse('0651');
  if (text('Terminal', 'MerchantID') !== merchant.userName) return refuse('0753');
  if (!isSame(sha512(requestText(hashed, security)), text('Terminal', 'HashData'))) return refuse('0653');
  if (text('Customer', 'IPAddress') === '') return refuse('0002');
  if (type === 'orderlistinq') return call;
  return orderId.length > 32 || !/^\w+$/.test(orderId) ? refuse('0231') : call;
}

/** The request as the bank's rules read it, by the names of its first protocol. */
export function requestOf({ root, orderId }: GarantiCall): BankRequest {
  const text = (...path: string[]) => textOf(root, ...path);
  const expires = text('Card', 'ExpireDate');
  const amount = text('Transaction', 'Amount');
  const proof = (name: string) => text('Transaction', 'Secure3D', name);
  const texts: Record<string, string> = {
    OrderId: orderId,
    Total: /^\d{1,15}$/.test(amount) ? formatMinor(Number(amount)) : '',
    Currency: text('Transaction', 'CurrencyCode'),
    Taksit: text('Transaction', 'InstallmentCnt'),
    Number: proof('Md') || text('Card', 'Number'),
    Expires: expires && `${expires.slice(0, 2)}/${expires.slice(2)}`,
    Cvv2Val: text('Card', 'CVV2'),
    PayerTxnId: proof('TxnID'),
    PayerSecurityLevel: proof('SecurityLevel'),
    PayerAuthenticationCode: proof('AuthenticationCode'),
  };
  return (name) => texts[name] ?? '';
}

/** The bank's rules name refusals in their first protocol; this is what Garanti says. */
const CODES: Readonly<Record<string, string>> = {
  'CORE-2008': '0101',
  'CORE-2011': '0002',
  'CORE-2105': '0759',
  'CORE-2116': '0103',
  'CORE-2124': '0002',
  'CORE-2127': '0804',
  'CORE-2133': '0202',
  'CORE-2250': '0804',
  'CORE-2503': '0214',
  'CORE-2504': '0214',
  'CORE-2507': '0104',
  'CORE-2508': '0208',
  'CORE-2509': '0205',
  'CORE-2511': '0210',
  'CORE-2513': '0205',
  'CORE-2514': '0203',
  'CORE-2603': '0002',
};
/** Refusals that are the host's at Garanti. */
const HOST_CODES: Readonly<Record<string, string>> = {
  'CORE-2010': '54',
  'CORE-2012': '14',
  'CORE-2119': '77',
  'CORE-2208': '82',
  'CORE-2517': '57',
};

type TransactionTexts = {
  source: 'HOST' | 'GVPS';
  code: string;
  reasonCode: string;
  message?: string;
  retrefNum?: string;
  authCode?: string;
  batchNum?: string;
};

/** A signed answer; `order` is what an inquiry adds to the order. */
export function answer(
  { merchant, orderId, security }: Pick<GarantiCall, 'merchant' | 'orderId' | 'security'>,
  nowMs: number,
  { source, code, reasonCode, message = '', retrefNum = '', authCode = '', batchNum = '' }: TransactionTexts,
  order: { [name: string]: XmlContent } = {},
): BankReply {
  const provDate = istanbulTime(nowMs).slice(0, 19).replaceAll('-', '');
  const hashed = { code, retrefNum, authCode, provDate, orderId };
  const xml = writeXml('GVPSResponse', {
    Mode: '',
    Terminal: { ID: merchant.clientId, MerchantID: merchant.userName },
    Order: { OrderID: orderId, GroupID: '', ...order },
    Transaction: {
      Response: {
        Source: source,
        Code: code,
        ReasonCode: reasonCode,
        Message: code === '00' ? 'Approved' : 'Declined',
        ErrorMsg: message,
        SysErrMsg: '',
      },
      RetrefNum: retrefNum,
      AuthCode: authCode,
      BatchNum: batchNum,
      ProvDate: provDate,
      CardNumberMasked: '',
      HashData: sha512(answerText(hashed, security)),
    },
  });
  return {
    status: 200,
    headers: { 'Content-Type': 'text/xml;charset=UTF-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>${xml}`,
  };
}

export function garantiWire(call: GarantiCall, nowMs: number): BankWire {
  return {
    approved: (_order, row, _atMs, batchNumber) =>
      answer(call, nowMs, {
        source: 'HOST',
        code: '00',
        reasonCode: '00',
        retrefNum: row.hostReference,
        authCode: row.authorizationCode,
        batchNum: String(batchNumber).padStart(6, '0'),
      }),
    declined(code) {
      const message = errorMessageOf(code);
      const hostCode = HOST_CODES[code] ?? (isGatewayCode(code) ? undefined : code);
      if (hostCode !== undefined) {
        return answer(call, nowMs, { source: 'HOST', code: hostCode, reasonCode: hostCode, message });
      }
      const reasonCode = /^\d{4}$/.test(code) ? code : (CODES[code] ?? '9999');
      return answer(call, nowMs, { source: 'GVPS', code: '92', reasonCode, message });
    },
  };
}
