import { describe, expect, it } from 'vitest';
import { childrenOf, SALE, scriptedBank } from '../acquirer/nestpay/scripted-bank.ts';
import { recorded } from './recorded-traffic.ts';

type Elements = Record<string, unknown>;
type Recorded = {
  sale: { basic: { expected: Elements } };
  void: { expected: Elements }[];
  refund: Record<string, { expected: Elements }>;
  postAuth: { with_amount: { expected: Elements } };
  orderHistory: { expected: Elements }[];
  orderStatus: { expected: Elements }[];
};

describe('requests recorded from integrations in use', () => {
  const cases = recorded<Recorded>('nestpay-requests.json');

  it('a sale has the elements of a recorded request in the same order', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale({ ...SALE, bankOrderId: 'order222' });
    expect(Object.entries(childrenOf(sent[0]))).toEqual(Object.entries(cases.sale.basic.expected));
  });

  it('a void has the elements of a recorded request', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.voidSale({ bankOrderId: '2020110828BC', amountMinor: 10_000, currency: 'TRY' });
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

  it('a capture has the elements of a recorded request', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.capture({ bankOrderId: '2020110828BC', amountMinor: 100, currency: 'TRY' });
    expect(childrenOf(sent[0])).toEqual({ ...cases.postAuth.with_amount.expected, Total: '1.00' });
  });

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
