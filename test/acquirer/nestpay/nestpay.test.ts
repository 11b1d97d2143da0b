import { describe, expect, it } from 'vitest';
import { connectNestPay } from '#acquirer/nestpay/nestpay.ts';
import type { Exchange } from '#acquirer/transport.ts';
import {
  APPROVED,
  answered,
  answerXml,
  declined,
  history,
  historyRow,
  NO_HISTORY,
  NO_STATUS,
  SALE,
  SETTINGS,
  scriptedBank,
} from './scripted-bank.ts';

type Texts = Parameters<typeof answerXml>[0];
const acquirerFor = (...answers: Texts[]) =>
  scriptedBank(...answers.map((texts) => answered(answerXml(texts)))).acquirer;
const sell = (...answers: Texts[]) => acquirerFor(...answers).sale(SALE);
const voidSale = (...answers: Texts[]) =>
  acquirerFor(...answers).voidSale({ bankOrderId: 'order1', amountMinor: 10_000, currency: 'TRY' });
const REFUND = { bankOrderId: 'order1', amountMinor: 500, currency: 'TRY' as const };
const refund = (...answers: Texts[]) => acquirerFor(...answers).refund(REFUND);

it('a reconciliation asks ten orders at a time, or as many as the bank has agreed to', () => {
  expect(connectNestPay(SETTINGS).bookCheck.atOnce).toBe(10);
  expect(connectNestPay({ ...SETTINGS, inquiriesAtOnce: 40 }).bookCheck.atOnce).toBe(40);
});

describe('sale', () => {
  it('a sale is approved only by Response and ProcReturnCode together', async () => {
    expect(await sell(APPROVED)).toMatchObject({ kind: 'approved', hostReference: '632400000001' });
    for (const contradiction of [
      { ...APPROVED, Response: 'Declined' },
      { ...APPROVED, ProcReturnCode: '51' },
      { ...APPROVED, ProcReturnCode: null },
      { ...APPROVED, Response: null },
      { ...APPROVED, Response: 'approved' },
    ]) {
      expect(await sell(contradiction)).toMatchObject({ kind: 'unknown' });
    }
  });

  it('an approval that names another order or has no reference is unknown', async () => {
    expect(await sell({ ...APPROVED, OrderId: 'order2' })).toMatchObject({ kind: 'unknown' });
    expect(await sell({ ...APPROVED, HostRefNum: '', TransId: '' })).toMatchObject({ kind: 'unknown' });
    expect(await sell({ ...APPROVED, HostRefNum: '' })).toMatchObject({ hostReference: '26324MbankA00001' });
  });

  it('a decline is classified by ERRORCODE, then by ProcReturnCode, top-level or in Extra', async () => {
    const soft = { ...declined('51'), Extra: { CARDBRAND: 'VISA' } };
    expect(await sell(soft)).toMatchObject({ kind: 'declined', code: '51', declineCategory: 'Soft' });
    expect(await sell({ ...soft, ERRORCODE: 'ISO8583-41' })).toMatchObject({
      code: '41',
      declineCategory: 'Hard',
    });
    expect(await sell({ ...soft, Extra: { NUMCODE: '992012' } })).toMatchObject({ code: '51' });
    const onlyNumcode = { ...declined('CORE-1'), Extra: { NUMCODE: '992012' } };
    expect(await sell(onlyNumcode)).toMatchObject({ kind: 'declined', code: 'CORE-2012' });
    expect(await sell({ Response: 'Declined' })).toEqual({
      kind: 'unknown',
      reason: 'the answer names no code',
    });
    expect(await sell({ ...declined('CORE-1'), Extra: {} })).toMatchObject({ kind: 'unknown' });
  });

  it("a decline contains the bank's text without possible card numbers", async () => {
    const ErrMsg = `Kart 5555 4444 3333 2222 veya 4603450000000000 ret ${'x'.repeat(400)}`;
    const outcome = await sell({ ...declined('51'), ErrMsg });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^Kart \* veya \* ret x+$/) });
    expect((outcome as { message: string }).message).toHaveLength(255);
  });

  it('a duplicate sale is approved only if the history has an approved sale of our amount', async () => {
    const duplicate = declined('CORE-2507');
    expect(await sell(duplicate, history(historyRow('S', 'C', 1001)))).toEqual({
      kind: 'approved',
      hostReference: '632400000001',
      authorizationCode: 'P12345',
      transactionId: 'T1',
      firstSale: {},
    });
    expect(
      await sell(duplicate, history(historyRow('S', 'S', 1001), historyRow('S', 'D', 1001, '51'))),
    ).toMatchObject({ kind: 'approved' });
    const failedLater = history(historyRow('S', 'D', 1001, '99'), historyRow('S', 'C', 1001));
    expect(await sell(duplicate, failedLater)).toMatchObject({ kind: 'approved' });
    expect(await sell(declined('CORE-2127'), failedLater)).toMatchObject({ kind: 'approved' });
    for (const other of [
      history(historyRow('S', 'C', 1002)),
      history(historyRow('S', 'D', 1001, '51')),
      history(historyRow('S', 'V', 1001)),
      history(historyRow('S', 'R', 1001)),
      history(historyRow('C', 'C', 1001)),
      history(historyRow('C', 'S', 1), historyRow('S', 'S', 1001)),
      declined('CORE-2202'),
    ]) {
      expect(await sell(duplicate, other)).toMatchObject({ kind: 'unknown' });
    }
    expect(await sell(duplicate, NO_HISTORY, NO_STATUS)).toMatchObject({ kind: 'unknown' });
  });

  it('a duplicate sale has time and card of the first one, as far as the bank shows them', async () => {
    const duplicate = declined('CORE-2507');
    const firstSale = async (time: string, pan: string) => {
      const timed = historyRow('S', 'S', 1001).split('\t').with(4, time).join('\t');
      const status = { ...history(), OrderId: 'order1', Extra: { PAN: pan } };
      return ((await sell(duplicate, history(timed), status)) as { firstSale?: object }).firstSale;
    };
    const at = '2024-01-02T18:52:59.261Z';
    const card = { firstSix: '435508', lastFour: '4358' };
    expect(await firstSale('2024-01-02 21:52:59.261', '4355 08** **** 4358')).toEqual({ at, card });
    expect(await firstSale('2024-01-02 21:52:59.261', '435508***4358')).toEqual({ at, card });
    expect(await firstSale('2024-13-02 21:52:59', '**')).toEqual({});
    expect(await firstSale('', '')).toEqual({});
  });

  it('a duplicate foreign sale is approved only if its plan fixes the currency', async () => {
    const answers = () =>
      [declined('CORE-2507'), history(historyRow('S', 'S', 1001))].map((one) => answered(answerXml(one)));
    const foreign = { ...SALE, currency: 'USD' as const };
    expect(await scriptedBank(...answers()).acquirer.sale(foreign)).toMatchObject({ kind: 'unknown' });
    const ofPlan = { ...foreign, hasFixedCurrency: true };
    expect(await scriptedBank(...answers()).acquirer.sale(ofPlan)).toMatchObject({ kind: 'approved' });
  });

  it('a sale stays unknown if the inquiry about it could not be sent', async () => {
    const { acquirer } = scriptedBank(answered(answerXml(declined('CORE-2507'))), {
      kind: 'notSent',
      reason: 'ENOTFOUND',
    });
    expect(await acquirer.sale(SALE)).toMatchObject({ kind: 'unknown' });
  });
});

describe('voidSale', () => {
  it.each([
    ['V', 'alreadyVoided'],
    ['S', 'batchClosed'],
    ['R', 'unknown'],
    ['D', 'declined'],
  ])('a void with nothing to void and a sale in state %s is %s', async (status, kind) => {
    const code = status === 'D' ? '51' : '00';
    expect(await voidSale(declined('CORE-2008'), history(historyRow('S', status, 1001, code)))).toMatchObject(
      {
        kind,
      },
    );
  });

  it('a void declined with CORE-2511 means a closed batch, for any history', async () => {
    expect(await voidSale(declined('CORE-2511'), history(historyRow('S', 'C', 1001)))).toEqual({
      kind: 'batchClosed',
      code: 'CORE-2511',
    });
  });

  it('a void declined for an open sale is declined, and unknown without a history', async () => {
    const nothingToVoid = declined('CORE-2008');
    expect(await voidSale(nothingToVoid, history(historyRow('S', 'C', 1001)))).toMatchObject({
      kind: 'declined',
    });
    expect(await voidSale(nothingToVoid, NO_HISTORY, NO_STATUS)).toMatchObject({
      kind: 'declined',
      code: 'CORE-2008',
    });
    expect(await voidSale(nothingToVoid)).toMatchObject({ kind: 'unknown' });
    expect(await voidSale(declined('57'))).toMatchObject({ kind: 'declined', code: '57' });
    expect(await voidSale(declined('91'))).toMatchObject({ kind: 'unknown' });
  });

  it('a sale that is voided already does not tell the reference of the void', async () => {
    expect(await voidSale(declined('98'), history(historyRow('S', 'V', 1001)))).toEqual({
      kind: 'alreadyVoided',
    });
  });
});

describe('refund', () => {
  it.each([
    ['CORE-2508', { kind: 'notSettledYet', code: 'CORE-2508' }],
    ['CORE-2504', { kind: 'alreadyRefunded', code: 'CORE-2504' }],
    ['CORE-2503', { kind: 'declined', code: 'CORE-2503', declineCategory: 'Hard' }],
    ['CORE-2514', { kind: 'declined', code: 'CORE-2514' }],
    ['CORE-2517', { kind: 'declined', code: 'CORE-2517' }],
    ['CORE-2501', { kind: 'unknown' }],
    ['92', { kind: 'unknown' }],
  ])('a refund declined with %s is %o', async (code, expected) => {
    expect(await refund(declined(code))).toMatchObject(expected);
  });

  it('a refund without a ProcReturnCode is not approved', async () => {
    const answer = { Response: 'Declined', ERRORCODE: '215021', ErrMsg: 'Net Tutar 0.' };
    expect(await refund(answer)).toEqual({ kind: 'alreadyRefunded', code: '215021' });
  });

  it.each(['CORE-2116', 'CORE-2122', 'CORE-2123'])(
    'a refund declined with %s is not settled yet only if the history shows an open batch',
    async (code) => {
      const notSettled = declined(code);
      expect(await refund(notSettled, history(historyRow('S', 'C', 1001)))).toMatchObject({
        kind: 'notSettledYet',
      });
      expect(await refund(notSettled, history(historyRow('S', 'S', 1001)))).toMatchObject({
        kind: 'declined',
      });
      expect(await refund(notSettled, NO_HISTORY, NO_STATUS)).toMatchObject({ kind: 'declined' });
      expect(await refund(notSettled)).toMatchObject({ kind: 'unknown' });
    },
  );
});

it('a lost call and an error of HTTP count against the bank, an unreadable 2xx neither way', async () => {
  const reports: [string, boolean][] = [];
  const answeredWith = (status: number, body: string) => ({ ...answered(body), status }) as Exchange;
  const page = (status: number) => answeredWith(status, '<html>');
  const large = (status: number): Exchange => ({ kind: 'unknown', reason: 'ANSWER_TOO_LARGE', status });
  const exchanges: Record<string, Exchange> = {
    lost: { kind: 'unknown', reason: 'CALL_TIMEOUT' },
    cut: { kind: 'unknown', reason: 'ANSWER_CUT_OFF' },
    refused: { kind: 'notSent', reason: 'ECONNREFUSED' },
    ...Object.fromEntries([200, 204, 301, 404, 500].map((status) => [`page ${status}`, page(status)])),
    ...Object.fromEntries([200, 502].map((status) => [`large ${status}`, large(status)])),
    'its message with 500': answeredWith(500, answerXml(APPROVED)),
  };
  for (const [name, exchange] of Object.entries(exchanges)) {
    const report = async (hasAnswered: boolean) => void reports.push([name, hasAnswered]);
    await connectNestPay(SETTINGS, async () => exchange, { isShut: async () => false, report }).inquire('1');
  }
  expect(reports).toEqual([
    ...['lost', 'cut', 'refused', 'page 301', 'page 404', 'page 500', 'large 502'].map((name) => [
      name,
      false,
    ]),
    ['its message with 500', true],
  ]);
});

it('no request is sent to a bank that is down', async () => {
  const requests: string[] = [];
  const gate = { isShut: async () => true, report: async () => {} };
  const transport = async (request: Buffer) => {
    requests.push(`${request}`);
    return answered(answerXml(APPROVED));
  };
  const bank = connectNestPay(SETTINGS, transport, gate);
  expect([(await bank.sale(SALE)).kind, (await bank.inquire('A1')).kind, requests]).toEqual([
    'notSent',
    'notSent',
    [],
  ]);
});
