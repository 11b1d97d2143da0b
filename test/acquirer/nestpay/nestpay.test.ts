import { describe, expect, it } from 'vitest';
import {
  APPROVED,
  answered,
  answerXml,
  history,
  historyRow,
  NO_HISTORY,
  NO_STATUS,
  playedBank,
  refusal,
  SALE,
} from './played-bank.ts';

type Texts = Parameters<typeof answerXml>[0];
const play = (...answers: Texts[]) =>
  playedBank(...answers.map((texts) => answered(answerXml(texts)))).acquirer;
const sell = (...answers: Texts[]) => play(...answers).sale(SALE);
const voidIt = (...answers: Texts[]) => play(...answers).voidSale({ bankOrderId: 'order1' });
const REFUND = { bankOrderId: 'order1', amountMinor: 500, currency: 'TRY' as const };
const refund = (...answers: Texts[]) => play(...answers).refund(REFUND);

describe('a sale', () => {
  it('is approved by both words together and by neither alone', async () => {
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

  it('whose approval names another order, or carries no reference at all, is unknown', async () => {
    expect(await sell({ ...APPROVED, OrderId: 'order2' })).toMatchObject({ kind: 'unknown' });
    expect(await sell({ ...APPROVED, HostRefNum: '', TransId: '' })).toMatchObject({ kind: 'unknown' });
    expect(await sell({ ...APPROVED, HostRefNum: '' })).toMatchObject({ hostReference: '26324MbankA00001' });
  });

  it('is classified by ERRORCODE, then by ProcReturnCode, wherever they stand', async () => {
    const declined = { ...refusal('51'), Extra: { CARDBRAND: 'VISA' } };
    expect(await sell(declined)).toMatchObject({ kind: 'declined', code: '51', retry: 'Soft' });
    expect(await sell({ ...declined, ERRORCODE: 'ISO8583-41' })).toMatchObject({ code: '41', retry: 'Hard' });
    expect(await sell({ ...declined, Extra: { NUMCODE: '992012' } })).toMatchObject({ code: '51' });
    const onlyNumcode = { ...refusal('CORE-1'), Extra: { NUMCODE: '992012' } };
    expect(await sell(onlyNumcode)).toMatchObject({ kind: 'declined', code: 'CORE-2012' });
    expect(await sell({ Response: 'Declined' })).toEqual({
      kind: 'unknown',
      reason: 'the answer names no code',
    });
    expect(await sell({ ...refusal('CORE-1'), Extra: {} })).toMatchObject({ kind: 'unknown' });
  });

  it("passes the bank's sentence on, without what could be a card number in it", async () => {
    const ErrMsg = `Kart 5555 4444 3333 2222 veya 4603450000000000 ret ${'x'.repeat(400)}`;
    const outcome = await sell({ ...refusal('51'), ErrMsg });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^Kart \* veya \* ret x+$/) });
    expect((outcome as { message: string }).message).toHaveLength(255);
  });

  it('refused as a duplicate is ours only if an approved sale of our amount is there', async () => {
    const duplicate = refusal('CORE-2507');
    expect(await sell(duplicate, history(historyRow('S', 'C', 1001)))).toEqual({
      kind: 'approved',
      hostReference: '632400000001',
      authorizationCode: 'P12345',
      transactionId: 'T1',
    });
    expect(
      await sell(duplicate, history(historyRow('S', 'S', 1001), historyRow('S', 'D', 1001, '51'))),
    ).toMatchObject({ kind: 'approved' });
    const failedLater = history(historyRow('S', 'D', 1001, '99'), historyRow('S', 'C', 1001));
    expect(await sell(duplicate, failedLater)).toMatchObject({ kind: 'approved' });
    expect(await sell(refusal('CORE-2127'), failedLater)).toMatchObject({ kind: 'approved' });
    for (const other of [
      history(historyRow('S', 'C', 1002)),
      history(historyRow('S', 'D', 1001, '51')),
      history(historyRow('S', 'V', 1001)),
      history(historyRow('S', 'R', 1001)),
      history(historyRow('C', 'C', 1001)),
      refusal('CORE-2202'),
    ]) {
      expect(await sell(duplicate, other)).toMatchObject({ kind: 'unknown' });
    }
    expect(await sell(duplicate, NO_HISTORY, NO_STATUS)).toMatchObject({ kind: 'unknown' });
  });

  it('that was sent stays unknown when the inquiry after it was not', async () => {
    const { acquirer } = playedBank(answered(answerXml(refusal('CORE-2507'))), {
      kind: 'notSent',
      reason: 'ENOTFOUND',
    });
    expect(await acquirer.sale(SALE)).toMatchObject({ kind: 'unknown' });
  });
});

describe('a void', () => {
  it.each([
    ['V', 'approved'],
    ['S', 'batchClosed'],
    ['R', 'unknown'],
    ['D', 'declined'],
  ])('with nothing to void and a sale in state %s is %s', async (status, kind) => {
    const code = status === 'D' ? '51' : '00';
    expect(await voidIt(refusal('CORE-2008'), history(historyRow('S', status, 1001, code)))).toMatchObject({
      kind,
    });
  });

  it('that must wait for the settlement is a closed batch, whatever the history says of it', async () => {
    expect(await voidIt(refusal('CORE-2511'), history(historyRow('S', 'C', 1001)))).toEqual({
      kind: 'batchClosed',
      code: 'CORE-2511',
    });
  });

  it('refused on an open sale is declined, and unknown when nobody can tell', async () => {
    const nothing = refusal('CORE-2008');
    expect(await voidIt(nothing, history(historyRow('S', 'C', 1001)))).toMatchObject({ kind: 'declined' });
    expect(await voidIt(nothing, NO_HISTORY, NO_STATUS)).toMatchObject({
      kind: 'declined',
      code: 'CORE-2008',
    });
    expect(await voidIt(nothing)).toMatchObject({ kind: 'unknown' });
    expect(await voidIt(refusal('57'))).toMatchObject({ kind: 'declined', code: '57' });
    expect(await voidIt(refusal('91'))).toMatchObject({ kind: 'unknown' });
  });

  it('reversed before is found done', async () => {
    expect(await voidIt(refusal('98'), history(historyRow('S', 'V', 1001)))).toMatchObject({
      kind: 'approved',
    });
  });
});

describe('a refund', () => {
  it.each([
    ['CORE-2508', { kind: 'notSettledYet', code: 'CORE-2508' }],
    ['CORE-2504', { kind: 'alreadyRefunded', code: 'CORE-2504' }],
    ['CORE-2503', { kind: 'declined', code: 'CORE-2503', retry: 'Hard' }],
    ['CORE-2514', { kind: 'declined', code: 'CORE-2514' }],
    ['CORE-2517', { kind: 'declined', code: 'CORE-2517' }],
    ['CORE-2501', { kind: 'unknown' }],
    ['92', { kind: 'unknown' }],
  ])('answered by %s says so', async (code, expected) => {
    expect(await refund(refusal(code))).toMatchObject(expected);
  });

  it('without ProcReturnCode is never approved for the lack of it', async () => {
    const answer = { Response: 'Declined', ERRORCODE: '215021', ErrMsg: 'Net Tutar 0.' };
    expect(await refund(answer)).toEqual({ kind: 'alreadyRefunded', code: '215021' });
  });

  it('of a sale that is not settled waits only if the history shows the sale open', async () => {
    const notSettled = refusal('CORE-2122');
    expect(await refund(notSettled, history(historyRow('S', 'C', 1001)))).toMatchObject({
      kind: 'notSettledYet',
    });
    expect(await refund(notSettled, history(historyRow('S', 'S', 1001)))).toMatchObject({ kind: 'declined' });
    expect(await refund(notSettled, NO_HISTORY, NO_STATUS)).toMatchObject({ kind: 'declined' });
    expect(await refund(notSettled)).toMatchObject({ kind: 'unknown' });
  });
});
