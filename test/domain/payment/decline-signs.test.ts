// What an outcome tells about bank and shop, for the alarms that ring at the third or fourth order.
import { describe, expect, it } from 'vitest';
import { readCode } from '#acquirer/nestpay/answer-codes.ts';
import { declineSigns } from '#domain/payment/merchant-fault.ts';

const signsOf = (code: string, isAgain = false) => {
  const { errorCode, merchantFault, systemFault } = readCode(code);
  const faults = { ...(merchantFault && { merchantFault }), ...(systemFault && { systemFault }) };
  const { UnspecificDeclines, TechnicalDeclines } = declineSigns(
    { kind: 'declined', errorCode, ...faults },
    { isAgain },
  );
  return [UnspecificDeclines, TechnicalDeclines];
};

describe('the signs of an outcome', () => {
  it.each(['51', '54', '82', '41', '43', '61', '57', '1A', 'CORE-2010'])(
    'the code %s lies with the card, and is no sign',
    (code) => {
      expect(signsOf(code)).toEqual([0, 0]);
    },
  );

  it.each(['05', '01', '12', '14', '63', 'R0'])('the code %s names no reason', (code) => {
    expect(signsOf(code)).toEqual([1, 0]);
  });

  it.each(['06', '19', '28', '86', '96', 'CORE-2311', 'CORE-4009', '13', '30', '77'])(
    'the code %s lies with a system or the request, and names no card',
    (code) => {
      expect(signsOf(code)).toEqual([1, 1]);
    },
  );

  it('the settings of the shop are the cause, but for a kind of card that it is not open for', () => {
    expect(signsOf('CORE-2204')).toEqual([0, 1]);
    expect(signsOf('GK')).toEqual([0, 0]);
  });

  it('further declines of an order tell nothing, and its approval that the bank takes cards', () => {
    expect(signsOf('96', true)).toEqual([undefined, undefined]);
    expect(declineSigns({ kind: 'approved' }, { isAgain: true })).toEqual({
      UnspecificDeclines: 0,
      TechnicalDeclines: 0,
    });
  });
});
