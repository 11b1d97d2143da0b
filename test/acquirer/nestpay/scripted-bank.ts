// A bank whose answers are a list, for the tests of the adapter.
import { readDocument } from '#acquirer/nestpay/cc5.ts';
import { connectNestPay } from '#acquirer/nestpay/nestpay.ts';
import type { Exchange } from '#acquirer/transport.ts';

export const SETTINGS = {
  apiUrl: 'https://bank.example/fim/api',
  gateUrl: 'https://bank.example/fim/est3Dgate',
  clientId: '100200300',
  userName: 'API_USER',
  password: 'API_PASSWORD',
  storeKey: 'STORE_KEY',
};

/** An adapter whose bank gives these answers in order. `sent` collects the requests. */
export function scriptedBank(...exchanges: Exchange[]) {
  const sent: Buffer[] = [];
  const acquirer = connectNestPay(SETTINGS, async (body) => {
    sent.push(body);
    return exchanges.shift() ?? { kind: 'unknown', reason: 'no more answers' };
  });
  return { acquirer, sent };
}

export const answered = (body: string | Buffer, contentType = 'text/xml;charset=ISO-8859-9'): Exchange => ({
  kind: 'answered',
  status: 200,
  contentType,
  body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
});

type Texts = { [name: string]: string | number | null | undefined | Texts };

/** An answer with these elements, without those that are null or undefined. */
export function answerXml(elements: Texts): string {
  const inner = (texts: Texts): string =>
    Object.entries(texts)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(
        ([name, value]) => `<${name}>${typeof value === 'object' && value ? inner(value) : value}</${name}>`,
      )
      .join('');
  return `<?xml version="1.0" encoding="ISO-8859-9"?>\n<CC5Response>${inner(elements)}</CC5Response>\n`;
}

export const APPROVED: Texts = {
  OrderId: 'order1',
  GroupId: 'order1',
  Response: 'Approved',
  AuthCode: 'P12345',
  HostRefNum: '632400000001',
  ProcReturnCode: '00',
  TransId: '26324MbankA00001',
  ErrMsg: '',
  Extra: { SETTLEID: '1', ERRORCODE: '', NUMCODE: '00' },
};

/** A decline: an issuer's two characters, or the gateway's ERRORCODE with 99. */
export const declined = (code: string, extra: Texts = {}): Texts => ({
  OrderId: '',
  Response: code.length === 2 ? 'Declined' : 'Error',
  ProcReturnCode: code.length === 2 ? code : '99',
  ErrMsg: 'Olmaz.',
  Extra: { ERRORCODE: code.length === 2 ? `ISO8583-${code}` : code, ...extra },
});

/** An ORDERHISTORY answer with these rows, newest first. */
export const history = (...rows: string[]): Texts => ({
  ErrMsg: '',
  ProcReturnCode: '00',
  Response: 'Approved',
  OrderId: 'order1',
  Extra: {
    NUMCODE: '0',
    ...Object.fromEntries(rows.map((row, i) => [`TRX${i + 1}`, row])),
    TRXCOUNT: rows.length,
  },
});
export const historyRow = (type: string, status: string, amount: number, code = '00'): string =>
  [type, status, amount, amount, 't1', 't1', '', '632400000001', 'P12345', code, 'T1'].join('\t');

export const NO_HISTORY = {
  ErrMsg: 'No record found for order1',
  ProcReturnCode: '05',
  Response: 'Declined',
  OrderId: 'order1',
  Extra: { TRXCOUNT: 0, NUMCODE: 0 },
};
export const NO_STATUS = {
  ErrMsg: 'No record found for order1',
  ProcReturnCode: '99',
  Response: 'Declined',
  OrderId: '',
  TransId: '',
  Extra: { NUMCODE: '0', ORDERSTATUS: 'ORD_ID:\tCHARGE_TYPE_CD:' },
};

export const SALE = {
  bankOrderId: 'order1',
  amountMinor: 1001,
  currency: 'TRY' as const,
  installment: 1,
  card: { cardNumber: '5555444433332222', expiryMonth: '01', expiryYear: '2022' },
  cvv: '123',
  payerAddress: '127.0.0.1',
};

/** The child elements of a sent request, those of Extra below it. */
export function childrenOf(sent: Buffer | undefined): Record<string, unknown> {
  const { top, extra } = readDocument(sent ?? Buffer.alloc(0), undefined, 'CC5Request') ?? {
    top: [],
    extra: new Map(),
  };
  return { ...Object.fromEntries(top), ...(extra.size > 0 && { Extra: Object.fromEntries(extra) }) };
}
