// Garanti's recorded requests, answers and hashes, against the adapter (garanti.md).
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { declineOutcome, distrust, readAnswer } from '#acquirer/garanti/answers.ts';
import {
  answerText,
  callbackText,
  formText,
  requestText,
  SIGNED_NAMES,
  securityData,
  sha512,
} from '#acquirer/garanti/hash.ts';
import { isNotFound, readOrderCard, readOrderHistory, readSoldAt } from '#acquirer/garanti/order-history.ts';
import {
  historyRequest,
  orderRequest,
  refundRequest,
  saleRequest,
  voidRequest,
  writeRequest,
} from '#acquirer/garanti/requests.ts';
import { startThreeD, verifyThreeD } from '#acquirer/garanti/three-d.ts';
import { readXml, writeXml, type XmlContent, type XmlElement } from '#acquirer/xml.ts';
import { recorded } from './recorded-traffic.ts';

type Texts = Record<string, string>;
type Vector = {
  name: string;
  kind: string;
  apiversion?: string;
  inputs: Record<string, unknown>;
  keys?: Texts;
  hashedString: string;
  expected: string;
};
type Hashes = {
  testShop?: Texts;
  vectors?: Vector[];
  own?: Vector[];
  negative?: { name: string; from: string; change?: Texts; remove?: string[] }[];
};
const { testShop: shop = {}, vectors = [], own = [], negative = [] } = recorded<Hashes>('garanti-hash.json');
const keys = {
  merchantId: shop['merchantId'] ?? '',
  terminalId: shop['terminalId'] ?? '',
  password: shop['password'] ?? '',
  refundPassword: shop['refundPassword'] ?? '',
  storeKey: shop['storeKey'] ?? '',
  shopAddress: '192.0.2.1',
  testMode: true,
};
const all = [...vectors, ...own];
const security = securityData(keys.password, keys.terminalId);

const at = (inputs: unknown, ...path: string[]): string =>
  String(path.reduce<unknown>((inner, name) => (inner as Texts | undefined)?.[name], inputs) ?? '');

/** The text that a vector's hash covers, as the adapter joins it. */
function textOf({ kind, inputs, keys: others = {} }: Vector): string {
  const texts = inputs as Texts;
  switch (kind) {
    case 'form':
    case 'formHashEchoedInCallback':
      return formText(texts, keys.storeKey, security);
    case 'callbackHash':
      return callbackText(texts, keys.storeKey);
    case 'answerHashData':
      return answerText(
        {
          code:
            at(inputs, 'Response.Code') ||
            at(inputs, 'Transaction', 'Response', 'Code') ||
            at(inputs, 'Code'),
          retrefNum: at(inputs, 'RetrefNum') || at(inputs, 'Transaction', 'RetrefNum'),
          authCode: at(inputs, 'AuthCode') || at(inputs, 'Transaction', 'AuthCode'),
          provDate: at(inputs, 'ProvDate') || at(inputs, 'Transaction', 'ProvDate'),
          orderId: at(inputs, 'Order.OrderID') || at(inputs, 'Order', 'OrderID') || at(inputs, 'OrderID'),
        },
        security,
      );
    default:
      return requestText(
        {
          orderId: at(inputs, 'Order', 'OrderID'),
          terminalId: at(inputs, 'Terminal', 'ID'),
          cardNumber: at(inputs, 'Card', 'Number'),
          amount: at(inputs, 'Transaction', 'Amount'),
          currency: at(inputs, 'Transaction', 'CurrencyCode'),
        },
        securityData(others['refundPassword'] ?? keys.password, at(inputs, 'Terminal', 'ID')),
      );
  }
}

/** Version 0.01, which the adapter does not speak, hashes the same texts without the currency by SHA-1. */
function hashOf(vector: Vector): string {
  if (vector.kind === 'securityData') return security;
  if (vector.apiversion !== 'v0.01') return sha512(textOf(vector));
  const { txncurrencycode: _, ...older } = vector.inputs;
  const sha1 = createHash('sha1').update(textOf({ ...vector, inputs: older }));
  return vector.kind === 'callbackHash' ? sha1.digest('base64') : sha1.digest('hex').toUpperCase();
}

const FORM = 'application/x-www-form-urlencoded';
const callbacks = all.filter(({ kind, apiversion }) => kind === 'callbackHash' && apiversion === '512');
const fieldsOf = ({ inputs }: Pick<Vector, 'inputs'>): Texts =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value ?? '')]));
function verify(fields: Texts, sent = fields) {
  const shown = sent['MaskedPan'] ?? '';
  return verifyThreeD(
    keys,
    { bytes: Buffer.from(new URLSearchParams(fields).toString()), contentType: FORM },
    {
      bankOrderId: sent['oid'] ?? '',
      maskedCardNumber: `${shown.slice(0, 6)}******${shown.slice(-4)}`,
      cardAssociation: 'MASTERCARD',
      binding: sent['secure3dhash'] ?? '',
    },
  );
}

describe('hashes of Garanti', () => {
  it('the source has 54 vectors', () => expect(all).toHaveLength(54));

  it.each(all)('$name has the expected hash', (vector) => {
    expect(hashOf(vector)).toBe(vector.expected);
  });

  it.each(callbacks)('the callback $name is authentic', (vector) => {
    expect(verify(fieldsOf(vector))).toMatchObject({
      kind: 'authentic',
      bankOrderId: vector.inputs['oid'],
      level: vector.inputs['mdstatus'] === '1' ? 'full' : 'failed',
    });
  });

  it.each(negative)('the answer $name is not authentic', ({ from, change = {}, remove = [] }) => {
    const found = callbacks.find(({ name }) => name === from);
    const original = fieldsOf(found ?? { inputs: {} });
    const fields = { ...original, ...change };
    for (const name of remove) delete fields[name];
    expect(verify(original).kind).toBe('authentic');
    expect(verify(fields, original).kind).not.toBe('authentic');
  });
});

type RequestCase = { operation: string; name: string; expected: Record<string, unknown> };
const { cases: requests = [] } = recorded<{ cases?: RequestCase[] }>('garanti-requests.json');
const requestOf = (operation: string, name = 'case_0') =>
  requests.find((one) => one.operation === operation && one.name === name)?.expected ?? {};

const plain = ({ text, children }: XmlElement): unknown =>
  children.length === 0 ? text : Object.fromEntries(children.map((child) => [child.name, plain(child)]));
const texts = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, texts(inner)]))
    : String(value ?? '');

describe('requests to Garanti', () => {
  const card = { cardNumber: '5555444433332222', expiryMonth: '01', expiryYear: '2022' };
  const base = {
    bankOrderId: 'order222',
    amountMinor: 10_025,
    currency: 'TRY',
    installment: 1,
    payerAddress: '127.0.0.1',
  } as const;
  const sentAs = (request: Parameters<typeof writeRequest>[1], payerAddress = '127.0.0.1') => {
    const root = readXml(writeRequest(keys, { payerAddress, ...request }).toString());
    return root && plain(root);
  };

  it('sale, void, refund and inquiries are the recorded ones', () => {
    expect(sentAs(saleRequest({}, { ...base, card, cvv: '123' }))).toEqual(texts(requestOf('sale', 'basic')));
    const undone = { ...base, bankOrderId: '2020110828BC', hostReference: '831803579226' };
    expect(sentAs(voidRequest({ ...undone, amountMinor: 100 }))).toEqual(texts(requestOf('void')));
    expect(sentAs(refundRequest({ ...undone, amountMinor: 12_310 }), '127.15.15.1')).toEqual(
      texts(requestOf('refund')),
    );
    expect(sentAs(orderRequest('2020110828BC'), '127.15.15.1')).toEqual(texts(requestOf('orderInquiry')));
    expect(sentAs(historyRequest('order222'), '192.0.2.1')).toEqual(texts(requestOf('orderHistory')));
  });

  it('the sale after a challenge is the recorded one, but for its impossible amount', () => {
    const threeD = { md: '1', xid: '100000005xid', eci: '100000005eci', cavv: 'cavv' };
    const order = { ...base, bankOrderId: '2020110828BC', threeD };
    const { Terminal: _, ...sent } = sentAs(saleRequest({}, order)) as Record<string, object>;
    const { Terminal: __, ...expected } = texts(requestOf('saleAfterChallenge')) as Record<string, object>;
    expect(sent).toEqual({ ...expected, Transaction: { ...expected['Transaction'], Amount: '10025' } });
  });

  it('the form is the recorded one', () => {
    const { inputs = {} } = requestOf('threeDForm', 'with_card') as { inputs?: Texts };
    const returnUrl = inputs['successurl'] ?? '';
    const { form, binding } = startThreeD(
      { ...keys, gateUrl: 'https://gate.example/gt3dengine' },
      {
        ...base,
        payerAddress: '192.0.2.1',
        card: { ...card, isTyped: true },
        cvv: '123',
        returnUrl,
        language: 'tr',
      },
    );
    const { secure3dhash, errorurl, ...fields } = form.fields;
    const { secure3dhash: _, errorurl: __, ...expected } = inputs;
    expect(fields).toEqual(expected);
    expect([errorurl, secure3dhash]).toEqual([returnUrl, binding]);
  });
});

type AnswerCase = {
  operation: string;
  name: string;
  responseData?: never;
  paymentData?: never;
  reading?: string;
};
const { cases: answers = [] } = recorded<{ cases?: AnswerCase[] }>('garanti-responses.json');
const contentOf = (value: unknown): XmlContent => {
  if (Array.isArray(value)) return value.map(contentOf);
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, contentOf(inner)]));
};
function answerOf(operation: string, name: string): XmlElement {
  const found = answers.find((one) => one.operation === operation && one.name === name);
  const root = readXml(writeXml('GVPSResponse', contentOf(found?.responseData ?? found?.paymentData)));
  if (root === undefined) throw new Error(`no answer ${name}`);
  return root;
}
/** Answers of version 0.01 are signed by SHA-1: here they are signed anew. */
function signedAnew(answer: XmlElement): XmlElement {
  const find = (name: string) => answer.children.find((one) => one.name === name);
  const transaction = find('Transaction');
  const text = (outer: XmlElement | undefined, name: string) =>
    outer?.children.find((one) => one.name === name)?.text ?? '';
  const hash = transaction?.children.find(({ name }) => name === 'HashData');
  const response = transaction?.children.find(({ name }) => name === 'Response');
  const hashed = {
    code: text(response, 'Code'),
    retrefNum: text(transaction, 'RetrefNum'),
    authCode: text(transaction, 'AuthCode'),
    provDate: text(transaction, 'ProvDate'),
    orderId: text(find('Order'), 'OrderID'),
  };
  if (hash !== undefined) hash.text = sha512(answerText(hashed, security));
  return answer;
}

describe('answers of Garanti', () => {
  it.each([
    ['sale', 'success1', '20221101D723', { kind: 'approved', hostReference: '230508300434' }],
    ['sale', 'fail_1', '2022110189E1', { kind: 'declined', code: '0002', merchantFault: 'Format' }],
    [
      'threeD_then_sale',
      'paymentFail_wrong_cvc_code',
      '20231223D98E',
      { kind: 'declined', code: '12', errorCode: 'INVALID_CVC2' },
    ],
    ['threeD_then_sale', 'success1', '202312238064', { kind: 'approved', authorizationCode: '103550' }],
    ['threeD_then_sale', 'success_with_installment', '20240310D17E', { kind: 'approved' }],
    ['void', 'fail1', '20221101C9B8', { kind: 'declined', code: '05' }],
    ['refund', 'fail1', '20221101EB13', { kind: 'declined', code: '0208' }],
  ])('%s %s is read as recorded', (operation, name, orderId, expected) => {
    const answer = signedAnew(answerOf(operation, name));
    const read = readAnswer(answer, orderId, [security]);
    expect(read.kind === 'declined' ? declineOutcome(read) : read).toMatchObject(expected);
    expect(readAnswer(answer, `${orderId}0`, [security]).kind).toBe('unknown');
    expect(readAnswer(answer, orderId, [securityData('other', keys.terminalId)]).kind).toBe('unknown');
  });

  it('an answer of today’s version is signed as it was recorded', () => {
    expect(distrust(answerOf('threeD_then_sale', 'success1'), '202312238064', [security])).toBeUndefined();
    expect(
      distrust(answerOf('orderHistory', 'fail_order_not_found'), '202401010C20', [security]),
    ).toBeUndefined();
  });

  const clock = { now: new Date('2024-01-09T10:00:00.000Z'), closeAt: '22:00' };
  it('the recorded histories are a sale, a sale with a refused refund, and none', () => {
    expect(readOrderHistory(answerOf('orderHistory', 'success_single_pay_tx'), clock)).toMatchObject({
      operations: [
        { operation: 'sale', status: 'approved', amountMinor: 101, currency: 'TRY', batchOpen: false },
      ],
    });
    expect(readOrderHistory(answerOf('orderHistory', 'success_multi_tx'), clock)).toMatchObject({
      operations: [
        { operation: 'refund', status: 'declined', decline: { isUnexplained: true } },
        { operation: 'sale', status: 'approved' },
      ],
    });
    expect(isNotFound(answerOf('orderHistory', 'fail_order_not_found'))).toBe(true);
    expect(isNotFound(answerOf('orderInquiry', 'fail1'))).toBe(true);
  });

  it('the recorded pre-authorisation has the time at which it was made', () => {
    expect(readSoldAt(answerOf('orderInquiry', 'success_pre_pay'))).toBe('2024-01-06T20:10:06.029Z');
  });

  it('the recorded order has a time and a card; one without an operation has neither', () => {
    const paid = answerOf('orderInquiry', 'success_pay');
    expect(readSoldAt(paid)).toBe('2023-01-07T18:27:59.271Z');
    expect(readOrderCard(paid)).toEqual({ firstSix: '428220', lastFour: '8015' });
    const none = answerOf('orderInquiry', 'fail1');
    expect([readSoldAt(none), readOrderCard(none)]).toEqual([undefined, undefined]);
  });

  it('a recorded system error of the gate is not signed, and proves nothing', () => {
    const found = answers.find(({ name }) => name === 'authFail');
    expect(verify(fieldsOf({ inputs: found?.paymentData ?? {} })).kind).toBe('malformed');
    expect(SIGNED_NAMES.endsWith(':')).toBe(true);
  });
});
