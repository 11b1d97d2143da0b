import { describe, expect, it } from 'vitest';
import { readCode } from '#acquirer/nestpay/answer-codes.ts';
import { RECORDED_IS_HERE, recorded } from './scripted-bank.ts';

describe('readCode', () => {
  it.each([
    ['51', 'NOT_SUFFICIENT_FUNDS', 'Soft'],
    ['05', 'DO_NOT_HONOUR', 'Soft'],
    ['96', 'GENERAL_DECLINE', 'Soft'],
    ['41', 'LOST_CARD', 'Hard'],
    ['43', 'STOLEN_CARD', 'Hard'],
    ['04', 'PICKUP_CARD', 'Hard'],
    ['14', 'INVALID_TRANSACTION', 'Hard'],
    ['54', 'EXPIRED_CARD', 'Hard'],
    ['57', 'NOT_PERMITTED_TO_CARDHOLDER', 'Hard'],
    ['R0', 'DO_NOT_HONOUR', 'Hard'],
    ['R1', 'DO_NOT_HONOUR', 'Revoked'],
    ['R3', 'DO_NOT_HONOUR', 'Revoked'],
  ])('the code %s means %s and is %s', (code, errorCode, retry) => {
    expect(readCode(code)).toEqual({ errorCode, retry });
  });

  it.each([
    ['82', 'VISA', 'INVALID_CVC2'],
    ['82', '', 'INVALID_CVC2'],
    ['82', 'MASTERCARD', 'NOT_PERMITTED_TO_CARDHOLDER'],
    ['82', ' MasterCard ', 'NOT_PERMITTED_TO_CARDHOLDER'],
    ['83', 'VISA', 'FRAUD_SUSPECT'],
    ['83', 'MASTERCARD', 'FRAUD_SUSPECT'],
    ['83', 'TROY', 'GENERAL_DECLINE'],
  ])('the code %s on a card of "%s" means %s', (code, brand, errorCode) => {
    expect(readCode(code, brand).errorCode).toBe(errorCode);
  });

  it.each([
    '91',
    '92',
    '09',
    '68',
    '98',
    'CORE-1000',
    'CORE-2501',
    'BM-9103',
    '2100',
    'CORE-2016',
    'CORE-2507',
  ])('the code %s is uncertain: money may have moved', (code) => {
    expect(readCode(code).uncertain).toBe(true);
  });

  it('an unlisted code of an issuer is a decline, an unlisted code of the gateway is uncertain', () => {
    expect(readCode('Z3')).toEqual({ errorCode: 'GENERAL_DECLINE', retry: 'Soft' });
    for (const code of ['CORE-9999', '777777', '00', '99', '', 'constructor', '__proto__']) {
      expect(readCode(code).uncertain).toBe(true);
    }
  });
});

describe.runIf(RECORDED_IS_HERE)('the table of codes and its source', () => {
  type Row = { code?: string; codes?: string; class: string };
  const { iso = [], nestpayCore = [] } = recorded<{ iso?: Row[]; nestpayCore?: Row[] }>('decline-codes.json');

  /** Expands `CORE-1000..1005` and `CORE-2116,2122`. */
  const expand = (codes: string): string[] => {
    let prefix = '';
    return codes.split(',').flatMap((part) => {
      const [, word = '', from = '', to = from] = /^([A-Z]+-)?(\d+)(?:\.\.(\d+))?$/.exec(part) ?? [];
      prefix = word || prefix;
      return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${prefix}${Number(from) + i}`);
    });
  };
  const codes = [
    ...iso.map((row) => ({ code: row.code ?? '', class: row.class })),
    ...nestpayCore.flatMap((row) => expand(row.codes ?? '').map((code) => ({ code, class: row.class }))),
  ];

  /** Codes that only an inquiry can end. All others follow from their class in the list. */
  const UNCERTAIN =
    /^(00|09|9[1289]|2100|BM-\d+|CORE-(100[0-5]|2500|2501|2700|2800|2900|3000|2016|2302|2304|2507|2127))$/;
  const retryOf = (code: string, kind: string): string => {
    if (code === 'R1' || code === 'R3') return 'Revoked';
    return ['retry_later', 'technical', 'by_message'].includes(kind) ? 'Soft' : 'Hard';
  };

  it('the source has more than 120 codes', () => {
    expect(codes.length).toBeGreaterThan(120);
  });

  it.each(codes)('the code $code has the meaning of its class, $class', ({ code, class: kind }) => {
    const reading = readCode(code);
    expect(reading.uncertain ?? false).toBe(UNCERTAIN.test(code));
    if (reading.uncertain) return;
    expect(reading.retry).toBe(retryOf(code, kind));
    expect(reading.merchantAtFault ?? false).toBe(kind === 'merchant_config');
    expect(reading.cvvRequired ?? false).toBe(kind === 'cvv_required');
  });
});
