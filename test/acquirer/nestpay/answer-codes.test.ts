import { describe, expect, it } from 'vitest';
import { readCode } from '#acquirer/nestpay/answer-codes.ts';
import { stopsMerchant } from '#domain/payment/merchant-fault.ts';
import { MEANINGS, UNCERTAIN } from './code-table.ts';

describe('readCode', () => {
  it('every code has exactly the meaning of the table', () => {
    const read = [...MEANINGS.keys()].map((code) => [code, readCode(code)]);
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(MEANINGS));
    const decided = UNCERTAIN.filter((code) => readCode(code).uncertain !== true);
    expect(decided).toEqual([]);
  });

  it.each([
    ['51', 'NOT_SUFFICIENT_FUNDS', 'Soft'],
    ['05', 'DO_NOT_HONOUR', 'Soft'],
    ['63', 'GENERAL_DECLINE', 'Soft'],
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
    ['03', 'Closed', true],
    ['58', 'Permission', true],
    ['CORE-2126', 'Permission', true],
    ['CORE-2201', 'Credentials', true],
    ['CORE-2202', 'Credentials', true],
    ['CORE-2252', 'Address', true],
    ['CORE-2254', 'Address', true],
    ['CORE-2255', 'Address', true],
    ['CORE-2256', 'Address', true],
    ['CORE-2105', 'Currency', true],
    ['CORE-2106', 'Currency', true],
    ['CORE-2118', 'Currency', true],
    ['GK', 'CardKind', false],
    ['13', 'Amount', false],
    ['30', 'Format', false],
    ['77', 'Format', false],
    ['CORE-2015', 'Format', false],
    ['CORE-2204', 'Installments', false],
    ['CORE-2603', 'Installments', false],
  ] as const)('the code %s is the fault %s of the merchant, and stops all: %s', (code, fault, stops) => {
    expect(readCode(code).merchantFault).toBe(fault);
    expect(stopsMerchant(fault)).toBe(stops);
  });

  it.each(['51', '05', '41', '54', '57', '12', '14', 'R1', 'CORE-2208', 'CORE-2012', '96', 'CORE-2311'])(
    'the code %s is no fault of the merchant',
    (code) => {
      expect(readCode(code).merchantFault).toBeUndefined();
    },
  );

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
