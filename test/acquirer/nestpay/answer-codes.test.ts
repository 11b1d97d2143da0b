import { describe, expect, it } from 'vitest';
import { readCode } from '#acquirer/nestpay/answer-codes.ts';

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
  ])('the code %s means %s and is %s', (code, errorCode, declineCategory) => {
    expect(readCode(code)).toEqual({ errorCode, declineCategory });
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
    expect(readCode('Z3')).toEqual({ errorCode: 'GENERAL_DECLINE', declineCategory: 'Soft' });
    for (const code of ['CORE-9999', '777777', '00', '99', '', 'constructor', '__proto__']) {
      expect(readCode(code).uncertain).toBe(true);
    }
  });
});
