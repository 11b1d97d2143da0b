import { describe, expect, it } from 'vitest';
import {
  answered,
  answerXml,
  history,
  historyRow,
  NO_STATUS,
  SALE,
  scriptedBank,
} from '../acquirer/nestpay/scripted-bank.ts';
import { recorded } from './recorded-traffic.ts';

type Texts = Parameters<typeof answerXml>[0];
type Answers = Record<string, { responseData: Texts }>;
type Recorded = {
  payment: Answers;
  void: Answers;
  refund: Answers;
  orderHistory: Answers;
  orderStatus: Answers;
};
type ErrorCase = Record<string, string | null> & { op: string; expect: { outcome: string } };

const acquirerFor = (texts: Texts, ...later: Texts[]) =>
  scriptedBank(...[texts, ...later].map((each) => answered(answerXml(each)))).acquirer;
const orderIdOf = (texts: Texts) => String(texts['OrderId'] || SALE.bankOrderId);
const casesOf = (answers: Answers | undefined) =>
  Object.entries(answers ?? {}).map(([name, { responseData }]) => ({ name, responseData }));

describe('answers recorded from banks', () => {
  const answers = recorded<Recorded>('nestpay-responses.json');

  it.each(casesOf(answers.payment))(
    'the recorded payment $name is approved with its references',
    async ({ responseData }) => {
      const outcome = await acquirerFor(responseData).sale({ ...SALE, bankOrderId: orderIdOf(responseData) });
      expect(outcome).toEqual({
        kind: 'approved',
        hostReference: '230200671758',
        authorizationCode: 'P48911',
        transactionId: '22302V8rE11732',
      });
    },
  );

  it.each(casesOf(answers.void))('the recorded void $name is approved', async ({ responseData }) => {
    const outcome = await acquirerFor(responseData).voidSale({
      bankOrderId: orderIdOf(responseData),
      amountMinor: 10_000,
      currency: 'TRY',
    });
    expect(outcome).toMatchObject({ kind: 'approved', hostReference: responseData['HostRefNum'] });
  });

  it.each(casesOf(answers.refund))('the recorded refund $name is approved', async ({ responseData }) => {
    const outcome = await acquirerFor(responseData).refund({
      bankOrderId: orderIdOf(responseData),
      amountMinor: 100,
      currency: 'TRY',
    });
    expect(outcome).toMatchObject({ kind: 'approved', hostReference: '41', authorizationCode: '46' });
  });

  const expectedHistory: Record<string, object[]> = {
    success_cancel_success_refund_fail: [
      { operation: 'refund', status: 'declined', amountMinor: 100, code: '99' },
      { operation: 'sale', status: 'voided', amountMinor: 101, hostReference: '400200744059' },
    ],
    success_payment_then_cancel_tx: [{ operation: 'sale', status: 'voided', amountMinor: 101, code: '00' }],
    success_one_payment_tx: [
      {
        operation: 'sale',
        status: 'approved',
        batchOpen: true,
        amountMinor: 101,
        authorizationCode: 'P14578',
      },
    ],
  };
  it.each(casesOf(answers.orderHistory))(
    'the recorded history $name is read newest first',
    async ({ name, responseData }) => {
      const inquiry = await acquirerFor(responseData).inquire(orderIdOf(responseData));
      expect(inquiry).toMatchObject({ kind: 'found', operations: expectedHistory[name] });
    },
  );

  const expectedStatus: Record<string, object> = {
    success1: { kind: 'found', operations: [{ status: 'approved', batchOpen: true, amountMinor: 101 }] },
    pay_order_status: { kind: 'found', operations: [{ status: 'approved', hostReference: '400300744233' }] },
    fail1: { kind: 'notFound' },
  };
  it.each(casesOf(answers.orderStatus))(
    'the recorded status $name is read',
    async ({ name, responseData }) => {
      const orderId = orderIdOf(responseData);
      const noHistory = {
        OrderId: orderId,
        ProcReturnCode: '05',
        Response: 'Declined',
        Extra: { TRXCOUNT: '0' },
      };
      expect(await acquirerFor(noHistory, responseData).inquire(orderId)).toMatchObject(
        expectedStatus[name] ?? {},
      );
    },
  );

  it('the recorded XML with character references is approved', async () => {
    const requests = recorded<{ xml: { decode: Record<string, { input: string }> } }>(
      'nestpay-requests.json',
    );
    const input = requests.xml.decode['3d_payment_success_response']?.input ?? '';
    const { acquirer } = scriptedBank(answered(input));
    expect(await acquirer.sale({ ...SALE, bankOrderId: '20230910AF6A' })).toMatchObject({
      kind: 'approved',
      hostReference: '325300733333',
    });
  });
});

describe('declines recorded from banks', () => {
  const { cases } = recorded<{ cases?: ErrorCase[] }>('nestpay-errors.json');

  /** The outcome at the port for each recorded reading. Callbacks and captures are not outcomes of a call. */
  const expected: Record<string, object> = {
    duplicate: { kind: 'approved', hostReference: '632400000001' },
    technical: { kind: 'unknown' },
    declined_hard: { kind: 'declined', code: 'CORE-2012', declineCategory: 'Hard' },
    merchant_config: {
      kind: 'declined',
      code: 'CORE-2603',
      declineCategory: 'Hard',
      merchantFault: 'Installments',
    },
    declined_hard_until_data_changes: {
      kind: 'declined',
      code: '82',
      errorCode: 'INVALID_CVC2',
      declineCategory: 'Hard',
    },
    nothing_to_void: { kind: 'batchClosed', code: 'CORE-2008' },
    not_settled_yet: { kind: 'notSettledYet', code: 'CORE-2508' },
    already_fully_refunded: { kind: 'alreadyRefunded' },
    order_not_found: { kind: 'notFound' },
    // Recorded without ERRORCODE: 99 alone is not a decline.
    duplicate_callback: { kind: 'unknown' },
  };
  const sent = (cases ?? []).filter(({ op }) => op !== 'callback' && op !== 'PostAuth');

  it.each(sent)('the recorded answer $ERRORCODE to $op is $expect.outcome', async (recordedCase) => {
    const {
      op,
      ERRORCODE,
      NUMCODE,
      TRXCOUNT,
      EXTENDED_ERROR_CODE,
      source,
      expect: reading,
      ...top
    } = recordedCase;
    const texts: Texts = { ...top, Extra: { ERRORCODE, NUMCODE, TRXCOUNT, EXTENDED_ERROR_CODE } };
    const orderId = orderIdOf(texts);
    expect(await outcomeOf(op, orderId, texts)).toMatchObject(
      expected[reading.outcome] ?? { kind: 'not in the list above' },
    );
  });

  async function outcomeOf(op: string, bankOrderId: string, texts: Texts) {
    if (op === 'ORDERHISTORY') return acquirerFor(texts, NO_STATUS).inquire(bankOrderId);
    if (op === 'ORDERSTATUS') {
      const noHistory = { ProcReturnCode: '05', Response: 'Declined', Extra: { TRXCOUNT: '0' } };
      const status = { ...texts, Extra: { NUMCODE: '0', ORDERSTATUS: 'ORD_ID:' } };
      return acquirerFor(noHistory, status).inquire(bankOrderId);
    }
    if (op === 'Void')
      return acquirerFor(texts, history(historyRow('S', 'S', 1001))).voidSale({
        bankOrderId,
        amountMinor: 10_000,
        currency: 'TRY',
      });
    if (op === 'Credit')
      return acquirerFor(texts).refund({ bankOrderId, amountMinor: 1001, currency: 'TRY' });
    return acquirerFor(texts, history(historyRow('S', 'C', 1001))).sale({ ...SALE, bankOrderId });
  }
});
