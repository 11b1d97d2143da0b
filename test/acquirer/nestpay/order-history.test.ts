import { describe, expect, it } from 'vitest';
import {
  answered,
  answerXml,
  declined,
  history,
  historyRow,
  NO_HISTORY,
  NO_STATUS,
  scriptedBank,
} from './scripted-bank.ts';

const inquire = (...answers: Parameters<typeof answerXml>[0][]) =>
  scriptedBank(...answers.map((texts) => answered(answerXml(texts)))).acquirer.inquire('order1');

describe('inquire', () => {
  it('an order is not found only if history and status both have no such order', async () => {
    expect(await inquire(NO_HISTORY, NO_STATUS)).toEqual({ kind: 'notFound' });
    const status = {
      Response: 'Approved',
      ProcReturnCode: '00',
      OrderId: 'order1',
      TransId: 'T1',
      Extra: {
        CHARGE_TYPE_CD: 'S',
        TRANS_STAT: 'D',
        ORIG_TRANS_AMT: '1001',
        PROC_RET_CD: '51',
        TRANS_ID: 'T1',
        ORDERSTATUS: 'ORD_ID:order1',
      },
    };
    expect(await inquire(NO_HISTORY, status)).toMatchObject({
      kind: 'found',
      operations: [
        { operation: 'sale', status: 'declined', code: '51', decline: { declineCategory: 'Soft' } },
      ],
    });
    expect(await inquire(NO_HISTORY)).toMatchObject({ kind: 'unknown' });
    expect(await inquire(NO_HISTORY, declined('CORE-2202'))).toMatchObject({ kind: 'unknown' });
    const { ORDERSTATUS, ...incomplete } = NO_STATUS.Extra;
    expect(await inquire(NO_HISTORY, { ...NO_STATUS, Extra: incomplete })).toMatchObject({
      kind: 'unknown',
    });
  });

  it.each([
    ['A', 'approved', true],
    ['C', 'approved', true],
    ['S', 'approved', false],
    ['V', 'voided', false],
    ['R', 'reversing', false],
  ])('the state %s of an operation is read as %s', async (letter, status, batchOpen) => {
    expect(await inquire(history(historyRow('S', letter, 101)))).toMatchObject({
      kind: 'found',
      operations: [{ operation: 'sale', status, batchOpen, amountMinor: 101 }],
    });
  });

  /** A row whose captured amount is another one, or none. */
  const rowOf = (letter: string, captured: string) => {
    const columns = historyRow('S', letter, 101).split('\t');
    return columns.with(3, captured).join('\t');
  };
  const shown = async (...rows: string[]) => {
    const inquiry = await inquire(history(...rows));
    return inquiry.kind === 'found'
      ? inquiry.operations.map((one) => [one.amountMinor, one.reserved])
      : inquiry.kind;
  };

  it('what is authorised without a captured amount is reserved, or a sale that is shown alike', async () => {
    const reserved = [101, { heldDays: 15, maybeSale: true }];
    expect(await shown(rowOf('A', ''))).toEqual([reserved]);
    expect(await shown(rowOf('A', '101'))).toEqual([[101, undefined]]);
    expect(await shown(rowOf('C', '60'))).toEqual([[60, undefined]]);
    expect(await shown(rowOf('S', '60'))).toEqual([[60, undefined]]);
    // A capture with a row of its own.
    expect(await shown(rowOf('C', '60'), rowOf('A', ''))).toEqual([[60, undefined]]);
    expect(await shown(rowOf('V', '60'), rowOf('A', ''))).toEqual([reserved]);
  });

  it.each([
    [
      'fewer rows than it counts',
      { ...history(historyRow('S', 'C', 1)), Extra: { TRXCOUNT: '2', TRX1: historyRow('S', 'C', 1) } },
    ],
    ['too short a row', history('S\tC\t101')],
    ['too long a row', history(`${historyRow('S', 'C', 1)}\t`)],
    ['an unknown state', history(historyRow('S', 'X', 101))],
    ['a state named like a JavaScript property', history(historyRow('S', 'constructor', 101))],
    ['a planned payment', history(historyRow('S', 'PN', 101))],
    ['an unknown operation', history(historyRow('Q', 'C', 101))],
    ['a decimal amount', history(historyRow('S', 'C', 1.5))],
    ['an approved state with a declined code', history(historyRow('S', 'C', 101, '05'))],
    ['no count', { ...history(), Extra: {} }],
    ['an empty history that was found', history()],
    ['another order', { ...history(historyRow('S', 'C', 1)), OrderId: 'order2' }],
    ['no record of another order', { ...NO_HISTORY, OrderId: 'order2' }],
    ['no record and an error', { ...NO_HISTORY, Extra: { TRXCOUNT: 0, ERRORCODE: 'CORE-2202' } }],
    ['a decline', declined('CORE-2202')],
  ])('a history with %s is unknown as a whole', async (_, answer) => {
    expect(await inquire(answer, NO_STATUS)).toMatchObject({ kind: 'unknown' });
  });
});
