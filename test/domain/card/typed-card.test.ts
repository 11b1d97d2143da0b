import { describe, expect, it } from 'vitest';
import { numberFault, plainDigits, readExpiry, refusedBrand } from '#domain/card/typed-card.ts';

/** All spellings of December 2030 that people type, paste or fill in. */
const DECEMBER_2030 = [
  '12/30',
  '12/2030',
  '12-30',
  '12.30',
  '12 30',
  '12 / 30',
  '1230',
  '122030',
  '12\\30',
  '12,30',
  '2030-12',
  '2030/12',
  '203012',
  '12-2030',
  '12.2030',
  ' 12/30\n',
  '12–30',
  '١٢/٣٠',
  '１２／３０',
  'SKT: 12/30',
  '12/30 SKT',
];
const JANUARY_2030 = [
  '1/30',
  '01/30',
  '1/2030',
  '0130',
  '130',
  '012030',
  '12030',
  '2030-1',
  '2030-01',
  '1 30',
];

describe('readExpiry', () => {
  it.each(DECEMBER_2030)('the typed expiry %j is December 2030', (text) => {
    expect(readExpiry(text)).toEqual({ expiryMonth: '12', expiryYear: '2030' });
  });

  it.each(JANUARY_2030)('the typed expiry %j is January 2030', (text) => {
    expect(readExpiry(text)).toEqual({ expiryMonth: '01', expiryYear: '2030' });
  });

  it.each(['930', '09/30', '9.30', '92030', '092030', '203009'])(
    'the typed expiry %j is September 2030',
    (text) => {
      expect(readExpiry(text)).toEqual({ expiryMonth: '09', expiryYear: '2030' });
    },
  );

  it.each(['13/30', '00/30', '2030-13', '30/12', '0/30'])(
    'the typed expiry %j has a month that does not exist',
    (text) => {
      expect(readExpiry(text)).toBe('badMonth');
    },
  );

  it.each([
    '',
    '/',
    '12',
    '12/',
    '12/3',
    '12/203',
    '112',
    '2030',
    '31.12.2030',
    '12/1930',
    '12/30/2',
    'Ara 30',
  ])('the typed expiry %j can be read in two ways or in none', (text) => {
    expect(readExpiry(text)).toBe('unreadable');
  });
});

describe('a typed card number', () => {
  it.each([
    ['5528790000000008', undefined],
    ['374427000000003', undefined],
    ['4603450000000000', undefined],
    ['4000000000000000006', undefined],
    ['9792030000000000', undefined],
    ['4011780000000006', undefined],
    ['', 'incomplete'],
    ['552879000000000', 'incomplete'],
    ['37442700000000', 'incomplete'],
    ['460345000000000', 'incomplete'],
    ['5528790000000009', 'wrong'],
    ['552879000000000812', 'wrong'],
    ['55287900000000a8', 'wrong'],
    ['40000000000000000063', 'wrong'],
  ])('the typed number %j has the fault %j', (digits, fault) => {
    expect(numberFault(digits)).toBe(fault);
  });

  it.each([
    ['6011000000000004', 'Discover'],
    ['6500000000000002', 'Discover'],
    ['6759649826438453', 'Maestro'],
    ['3530111333300000', 'JCB'],
    ['30569309025904', 'Diners Club'],
    ['6200000000000005', 'UnionPay'],
    ['2200000000000004', 'Mir'],
    ['6500520000000000', undefined],
    ['5528790000000008', undefined],
    ['4011780000000006', undefined],
    ['65', undefined],
  ])('the brand of %s that is not accepted is %j', (digits, brand) => {
    expect(refusedBrand(digits)).toBe(brand);
  });

  it('digits of other scripts are read as digits', () => {
    expect(plainDigits('٥٥۲۸ ７９')).toBe('5528 79');
  });
});
