import { describe, expect, it } from 'vitest';
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
  scriptedBank,
} from './scripted-bank.ts';

type Texts = Parameters<typeof answerXml>[0];
const bankAnswering = (...answers: Texts[]) =>
  scriptedBank(...answers.map((texts) => answered(answerXml(texts)))).acquirer;
const SOLD = history(historyRow('S', 'C', SALE.amountMinor));
const REFUND = { bankOrderId: 'order1', amountMinor: 100, currency: 'TRY' } as const;

describe('answers of a bank', () => {
  it('an approved sale has the references of the bank', async () => {
    expect(await bankAnswering(APPROVED).sale(SALE)).toEqual({
      kind: 'approved',
      hostReference: '632400000001',
      authorizationCode: 'P12345',
      transactionId: '26324MbankA00001',
    });
  });

  it('an approved void and an approved refund have the reference of the bank', async () => {
    const approved = { kind: 'approved', hostReference: '632400000001' };
    expect(
      await bankAnswering(APPROVED).voidSale({ bankOrderId: 'order1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject(approved);
    expect(await bankAnswering(APPROVED).refund(REFUND)).toMatchObject(approved);
  });

  it('an answer with character references is read as the letters that they represent', async () => {
    const xml = answerXml({
      ...APPROVED,
      AuthCode: '&#80;&#x31;&amp;',
      ErrMsg: 'G&uuml;n'.replace('&uuml;', '&#252;'),
    });
    const { acquirer } = scriptedBank(answered(xml));
    expect(await acquirer.sale(SALE)).toMatchObject({ kind: 'approved', authorizationCode: 'P1&' });
  });

  it.each([
    [
      'a hard decline',
      declined('CORE-2012'),
      { kind: 'declined', code: 'CORE-2012', declineCategory: 'Hard' },
    ],
    ['a soft decline', declined('51'), { kind: 'declined', code: '51', declineCategory: 'Soft' }],
    ['a withdrawn consent', declined('R1'), { kind: 'declined', code: 'R1', declineCategory: 'Revoked' }],
    ['a wrong CVV', declined('82'), { kind: 'declined', errorCode: 'INVALID_CVC2', declineCategory: 'Hard' }],
    [
      "a fault of the merchant's settings",
      declined('CORE-2603'),
      { kind: 'declined', code: 'CORE-2603', merchantFault: 'Installments' },
    ],
    ['a technical failure', declined('CORE-2800'), { kind: 'unknown' }],
    ['the code 99 alone', { ...declined('CORE-2800'), Extra: {} }, { kind: 'unknown' }],
  ])('a sale that gets %s has that outcome', async (_, answer, outcome) => {
    expect(await bankAnswering(answer, NO_HISTORY, NO_STATUS).sale(SALE)).toMatchObject(outcome);
  });

  it('a duplicate order number has the outcome of the sale in the history', async () => {
    expect(await bankAnswering(declined('CORE-2507'), SOLD).sale(SALE)).toMatchObject({
      kind: 'approved',
      hostReference: '632400000001',
    });
  });

  it.each([
    ['CORE-2508', { kind: 'notSettledYet' }],
    ['CORE-2504', { kind: 'alreadyRefunded' }],
  ])('a refund that gets %s is %o', async (code, outcome) => {
    expect(await bankAnswering(declined(code), SOLD).refund(REFUND)).toMatchObject(outcome);
  });
});

describe('histories of a bank', () => {
  it.each([
    ['an approved sale', [historyRow('S', 'C', 1001)], [{ operation: 'sale', status: 'approved' }]],
    ['a voided sale', [historyRow('S', 'V', 1001)], [{ operation: 'sale', status: 'voided' }]],
    [
      'a declined refund after a sale',
      [historyRow('C', 'D', 100, '99'), historyRow('S', 'S', 1001)],
      [
        { operation: 'refund', status: 'declined', amountMinor: 100, code: '99' },
        { operation: 'sale', status: 'approved', amountMinor: 1001 },
      ],
    ],
  ])('a history with %s is read, newest first', async (_, rows, operations) => {
    const inquiry = await bankAnswering(history(...rows)).inquire('order1');
    expect(inquiry).toMatchObject({ kind: 'found', operations });
  });

  it('an order without history and status is not found', async () => {
    expect(await bankAnswering(NO_HISTORY, NO_STATUS).inquire('order1')).toMatchObject({ kind: 'notFound' });
  });
});
