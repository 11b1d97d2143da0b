import { describe, expect, it } from 'vitest';
import { readDocument } from '#acquirer/nestpay/cc5.ts';
import { RECORDED_IS_HERE, recorded, SALE, scriptedBank } from './scripted-bank.ts';

type Elements = Record<string, unknown>;
type Recorded = {
  sale: { basic: { expected: Elements } };
  void: { expected: Elements }[];
  refund: Record<string, { expected: Elements }>;
  orderHistory: { expected: Elements }[];
  orderStatus: { expected: Elements }[];
};

/** The child elements of a sent request. */
function childrenOf(sent: Buffer | undefined): Elements {
  const { top, extra } = readDocument(sent ?? Buffer.alloc(0), undefined, 'CC5Request') ?? {
    top: [],
    extra: new Map(),
  };
  return { ...Object.fromEntries(top), ...(extra.size > 0 && { Extra: Object.fromEntries(extra) }) };
}

describe('requests', () => {
  it('a sale has its elements in the order of the banks’ samples', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale(SALE);
    expect(sent[0]?.toString('latin1')).toBe(
      '<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request><Name>API_USER</Name>' +
        '<Password>API_PASSWORD</Password><ClientId>100200300</ClientId><Type>Auth</Type>' +
        '<IPAddress>127.0.0.1</IPAddress><OrderId>order1</OrderId><Total>10.01</Total>' +
        '<Currency>949</Currency><Taksit></Taksit><Number>5555444433332222</Number>' +
        '<Expires>01/22</Expires><Cvv2Val>123</Cvv2Val><Mode>P</Mode></CC5Request>',
    );
  });

  it('an unattended sale has no Cvv2Val element', async () => {
    const { acquirer, sent } = scriptedBank();
    const { cvv, payerAddress, ...unattended } = SALE;
    await acquirer.sale(unattended);
    expect(childrenOf(sent[0])).not.toHaveProperty('Cvv2Val');
  });

  it('installments and foreign currencies are sent in the bank’s notation', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale({ ...SALE, installment: 3 });
    await acquirer.sale({ ...SALE, currency: 'EUR', amountMinor: 99_999_999_999 });
    expect(childrenOf(sent[0])).toMatchObject({ Taksit: '3', Currency: '949' });
    expect(childrenOf(sent[1])).toMatchObject({ Taksit: '', Currency: '978', Total: '999999999.99' });
  });

  it('no text can end its element, and characters outside ISO-8859-9 are sent as references', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale({ ...SALE, payerAddress: '</IPAddress><Total>0.01</Total>&"\'ğüşİı€😀ðÿ' });
    const text = sent[0]?.toString('latin1') ?? '';
    expect(text.match(/<Total>/g)).toHaveLength(1);
    expect(text).toContain('&amp;&quot;&apos;\u00f0\u00fc\u00fe\u00dd\u00fd&#x20ac;&#x1f600;&#xf0;\u00ff');
  });
});

describe.runIf(RECORDED_IS_HERE)('requests recorded from integrations in use', () => {
  const cases = recorded<Recorded>('nestpay-requests.json');

  it('a sale has the elements of a recorded request in the same order', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale({ ...SALE, bankOrderId: 'order222' });
    expect(Object.entries(childrenOf(sent[0]))).toEqual(Object.entries(cases.sale.basic.expected));
  });

  it('a void has the elements of a recorded request', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.voidSale({ bankOrderId: '2020110828BC' });
    expect(childrenOf(sent[0])).toEqual(cases.void[0]?.expected);
  });

  it.each(Object.keys(cases.refund ?? {}))(
    'a refund has the elements of the recorded request %s',
    async (name) => {
      const { acquirer, sent } = scriptedBank();
      await acquirer.refund({ bankOrderId: 'order-123', amountMinor: 500, currency: 'TRY' });
      // "5" and "5.00" are the same amount. We always send two decimals.
      expect(childrenOf(sent[0])).toEqual({ ...cases.refund[name]?.expected, Total: '5.00' });
    },
  );

  it('inquiries for history and status have the elements of recorded requests', async () => {
    const notFound =
      '<CC5Response><ProcReturnCode>05</ProcReturnCode><Extra><TRXCOUNT>0</TRXCOUNT></Extra></CC5Response>';
    const { acquirer, sent } = scriptedBank({
      kind: 'answered',
      status: 200,
      contentType: undefined,
      body: Buffer.from(notFound),
    });
    await acquirer.inquire('2020110828BC');
    expect(childrenOf(sent[0])).toEqual(cases.orderHistory[0]?.expected);
    expect(childrenOf(sent[1])).toEqual(cases.orderStatus[0]?.expected);
  });
});
