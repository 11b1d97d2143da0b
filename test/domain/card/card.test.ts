import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExpired, maskCardNumber, passesLuhn, readExpiryMonth, readExpiryYear } from '#domain/card/card.ts';
import { cardAssociation, longestPrefixesFirst } from '#domain/card/card-prefix.ts';
import { containsCardNumber, containsSecurityCode, secretIn } from '#domain/card/card-text.ts';
import { withCheckDigit } from '../../fixtures/card-number.ts';
import { CARDS } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const LIBRARY_NAMES: Record<string, string> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  'american-express': 'AMEX',
  troy: 'TROY',
};
/** The association of a complete number by credit-card-type, which also prefers the longest prefix. */
function libraryAssociation(cardNumber: string): string {
  const [best, ...others] = creditCardType(cardNumber);
  expect(others).toEqual([]);
  return LIBRARY_NAMES[best?.type ?? ''] ?? 'OTHER';
}

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const padded = (prefix: string | number, filler: string) => String(prefix).padEnd(16, filler);

describe('cardAssociation', () => {
  it('the association agrees with an independent library on both sides of every range border', () => {
    const library = Object.values(creditCardType.types).flatMap((type) =>
      creditCardType.getTypeInfo(type).patterns.flat(),
    );
    const ours = longestPrefixesFirst().flatMap(({ from, to }) => [from, to]);
    const borders = [...library, ...ours].flatMap((prefix) => [prefix - 1, prefix, prefix + 1]);
    const numbers = borders.flatMap((prefix) => [padded(prefix, '0'), padded(prefix, '9')]);
    expect(numbers.length).toBeGreaterThan(1000);
    for (const number of numbers) {
      expect([number, cardAssociation(number)]).toEqual([number, libraryAssociation(number)]);
    }
  });

  it('the association agrees with the library on random numbers and around the shared ranges of TROY', () => {
    const anywhere = fc.stringMatching(/^[1-9]\d{15}$/);
    const near = fc.stringMatching(/^(65[0-9]|650[0-9]|6587|6508|9792|22|27|45|40|43)\d{12}$/);
    const check = (number: string) => {
      expect(cardAssociation(number)).toBe(libraryAssociation(padded(number, '0')));
    };
    fc.assert(fc.property(fc.oneof(anywhere, near), check), { numRuns: rounds(3000, 600) });
  });

  it.each([
    ['9792030000000000', 'TROY'],
    ['6500820000000000', 'TROY'],
    ['6500840000000000', 'OTHER'],
    ['6587831100000000', 'TROY'],
    ['6587831200000000', 'OTHER'],
    ['6011000000000000', 'OTHER'],
    ['6500000000000000', 'OTHER'],
    ['2220990000000000', 'OTHER'],
    ['2221000000000000', 'MASTERCARD'],
    ['2720990000000000', 'MASTERCARD'],
    ['2721000000000000', 'OTHER'],
    ['340000000000009', 'AMEX'],
    ['350000000000009', 'OTHER'],
    ['', 'OTHER'],
    ['4', 'VISA'],
    ['65008', 'OTHER'],
  ])('the association of %j is %s', (number, association) => {
    expect(cardAssociation(number)).toBe(association);
  });
});

describe('card numbers', () => {
  it('Luhn detects every single wrong digit and every swap of two neighbours except 0 and 9', () => {
    const number = CARDS.approved;
    for (const [at, digit] of [...number].entries()) {
      for (const other of '0123456789') {
        const wrong = number.slice(0, at) + other + number.slice(at + 1);
        expect([wrong, passesLuhn(wrong)]).toEqual([wrong, other === digit]);
      }
      const next = number[at + 1];
      if (next === undefined || next === digit || [digit, next].sort().join('') === '09') continue;
      expect(passesLuhn(number.slice(0, at) + next + digit + number.slice(at + 2))).toBe(false);
    }
  });

  it('the mask shows the first six and last four digits and one asterisk for each other digit', () => {
    expect(maskCardNumber(CARDS.approved)).toBe('552879******0008');
    expect(maskCardNumber(CARDS.amex)).toBe('374427*****0003');
    expect(maskCardNumber(withCheckDigit('4000', 19))).toMatch(/^400000\*{9}\d{4}$/);
  });
});

describe('card expiries', () => {
  it('an expiry has one or two digits for the month and two or four for the year', () => {
    expect(['7', '07', '12', '01'].map(readExpiryMonth)).toEqual(['07', '07', '12', '01']);
    expect(['29', '2029'].map(readExpiryYear)).toEqual(['2029', '2029']);
    for (const month of ['0', '00', '13', '007', '1a', '', '１２'])
      expect(readExpiryMonth(month)).toBeUndefined();
    for (const year of ['9', '029', '20299', '2o29', '']) expect(readExpiryYear(year)).toBeUndefined();
  });

  it('a card is valid to the end of its expiry month', () => {
    const card = { expiryMonth: '11', expiryYear: '2026' };
    expect(isExpired(card, '2026-11')).toBe(false);
    expect(isExpired(card, '2026-12')).toBe(true);
    expect(isExpired({ expiryMonth: '01', expiryYear: '2027' }, '2026-12')).toBe(false);
  });
});

describe('containsCardNumber', () => {
  it.each([
    CARDS.approved,
    'Kartım 5528 7900 0000 0008',
    '5528-7900-0000-0008 iş',
    '5528.7900.0000.0008',
    '2 5528 7900 0000 0008 1',
    fullWidth(CARDS.approved),
    '٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨',
    '५५२८ ७९०० ०००० ०००८',
    '5528/7900/0000/0008',
    '5528_7900_0000_0008',
    '5528–7900–0000–0008',
    '5528,7900,0000,0008',
    '5528 - 7900 - 0000 - 0008',
    '5528\u200b7900\u200b0000\u00ad0008',
    '5 5 2 8 7 9 0 0 0 0 0 0 0 0 0 8',
    withCheckDigit('4000', 13),
    `no:${CARDS.amex}`,
  ])('%j contains a card number', (text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  it.each([
    'İş kartım',
    '552879******0008',
    'Sonu 0008',
    '905551112233',
    '5528790000000009',
    '4'.repeat(30),
    '2026-11-20 2027-11-20',
    '5528 bitiyor 7900 sonra 0000 0008',
    '5528     79000000    0008',
    '',
  ])('%j contains no card number', (text) => {
    expect(containsCardNumber(text)).toBe(false);
  });
});

describe('a card number in a text', () => {
  it.each([
    ...Object.values(CARDS),
    'İade: 5528 7900 0000 0008 numaralı kart',
    '(٥٥٢٨) ٧٩٠٠-٠٠٠٠ ٠٠٠٨',
    'no:374427000000003.',
    withCheckDigit('6', 19),
    withCheckDigit('5018', 18),
    withCheckDigit('2221', 16),
    withCheckDigit('2720', 16),
    withCheckDigit('3528', 16),
  ])('%j contains a card number', (text) => {
    expect(secretIn(text)).toBe('CARD_DATA');
  });

  it.each([
    ['a phone number', '905551112233'],
    ['a long foreign phone number', '4915112345678'],
    ['a time in milliseconds', withCheckDigit('176379', 13)],
    ['a time in microseconds', withCheckDigit('176379', 16)],
    ['a date with a counter', withCheckDigit('20261122', 16)],
    ['a barcode', withCheckDigit('4006381', 13)],
    ['a barcode of a box', withCheckDigit('1400638', 14)],
    ['an IBAN', 'TR33 0006 1005 1978 6457 8413 26'],
    ['an IBAN without blanks', 'TR330006100519786457841326'],
    ['a mask', '552879******0008'],
    ['letters between digits', '4111A1111B1111C1111'],
    ['a wrong check digit', '5528790000000009'],
    ['a UUID', '01890000-0000-7000-8000-000000000002'],
  ])('a text with %s is no card number: %j', (_, text) => {
    expect(secretIn(text)).toBeUndefined();
  });

  it('none of 10 to 14 digits is refused, and three in a hundred of 16 random digits', () => {
    let state = 1;
    const random = (length: number) =>
      Array.from({ length }, () => {
        state = (state * 48_271) % 2_147_483_647;
        return state % 10;
      }).join('');
    const refused = (length: number) =>
      Array.from({ length: 5000 }, () => random(length)).filter((text) => secretIn(text) !== undefined)
        .length / 5000;
    for (const length of [10, 11, 12, 13, 14]) expect(refused(length)).toBe(0);
    expect(refused(16)).toBeGreaterThan(0.02);
    expect(refused(16)).toBeLessThan(0.045);
  });
});

describe('containsSecurityCode', () => {
  it.each([
    'CVV 123',
    'cvc:1234',
    'CVC2=987',
    'cvv kodu 123',
    'Güvenlik kodu: 456',
    'security code 123',
    'ＣＶＶ １２３',
  ])('%j contains a security code', (text) => {
    expect(containsSecurityCode(text)).toBe(true);
  });
  it.each(['CVV hatalı', 'cvv 12345', '123', 'Sipariş 456', 'CVC Kablo 12', 'kod 123'])(
    'the text %j contains no security code',
    (text) => {
      expect(containsSecurityCode(text)).toBe(false);
    },
  );
});
