// Each kind of field: the values that it accepts, what it returns, and the code for all other values.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  amount,
  checked,
  currency,
  fields,
  flag,
  id,
  integer,
  list,
  oneOf,
  optional,
  text,
  withDefault,
} from '#contract/field/field.ts';
import { fieldProblems } from '#contract/field/field-problems.ts';
import { fieldSentence } from '#domain/field-problem.ts';
import { jsonNumber } from '#domain/json-number.ts';

/** Returns the value, or the codes of its problems. */
function reading<Value>(field: z.ZodMiniType<Value>, value: unknown): unknown {
  const result = field.safeParse(value);
  return result.success ? { value: result.data } : fieldProblems(result.error).map(({ code }) => code);
}
/** Returns the sentence about the first problem of a value. */
function sentence(field: z.ZodMiniType, value: unknown, language: 'tr' | 'en'): string | undefined {
  const { error } = field.safeParse(value);
  const problem = error && fieldProblems(error)[0];
  return problem && fieldSentence(problem, language);
}
const number = (source: string) => jsonNumber(source);

describe('text', () => {
  const name = text(1, 5);
  it.each([
    ['abc', 'abc'],
    ['  ab  ', 'ab'],
    ['e\u0301', '\u00e9'],
    ['💳💳💳💳💳', '💳💳💳💳💳'],
    ['e\u0301'.repeat(5), 'é'.repeat(5)],
  ])('a text %j is read as %j', (given, value) => expect(reading(name, given)).toEqual({ value }));

  it.each([
    ['', 'REQUIRED'],
    [' \u00a0\u2003', 'REQUIRED'],
    ['abcdef', 'TOO_LONG'],
    ['💳'.repeat(6), 'TOO_LONG'],
    ['a\u0000', 'INVALID_FORMAT'],
    ['a\u001f', 'INVALID_FORMAT'],
    ['a\u007f', 'INVALID_FORMAT'],
    ['a\u009f', 'INVALID_FORMAT'],
    ['\u202aa', 'INVALID_FORMAT'],
    ['\u2069a', 'INVALID_FORMAT'],
    ['a\ufeff', 'INVALID_FORMAT'],
    ['\ta', 'INVALID_FORMAT'],
    [number('1'), 'INVALID_TYPE'],
    [true, 'INVALID_TYPE'],
    [{}, 'INVALID_TYPE'],
    [['a'], 'INVALID_TYPE'],
    [null, 'REQUIRED'],
    [undefined, 'REQUIRED'],
  ])('a text %j is refused with %s', (given, code) => expect(reading(name, given)).toEqual([code]));

  it.each(['a\r\nb', 'a\n', 'a\tb'])('line breaks and tabs are named as the fault of %j', (given) => {
    expect(sentence(name, given, 'tr')).toBe(
      'Biçimi geçersiz; satır sonu ve sekme içermeyen bir metin olmalıdır.',
    );
    expect(sentence(name, given, 'en')).toBe(
      'Its format is invalid; it must be a text without line breaks and tabs.',
    );
    expect(sentence(name, 'a\u202eb', 'en')).toContain('visible');
  });

  it('a text of blanks and invisible characters counts as empty; between letters they stay', () => {
    for (const unseen of ['\u200b', ' \u00ad\u2060', '\u3164', '\u{e0041}']) {
      expect([unseen, reading(text(1, 5), unseen)]).toEqual([unseen, ['REQUIRED']]);
    }
    expect(reading(text(0, 5), '\u200b')).toEqual({ value: '' });
    expect(reading(text(1, 20), '👩‍👧')).toEqual({ value: '👩‍👧' });
    expect(reading(text(1, 5), 'a\u200cb')).toEqual({ value: 'a\u200cb' });
  });

  it('a text may be empty if its minimum is 0, and is too short below a higher minimum', () => {
    expect(reading(text(0, 5), '  ')).toEqual({ value: '' });
    expect(reading(text(3, 5), 'ab')).toEqual(['TOO_SHORT']);
  });

  it('a checked text is checked after trimming, and has one problem at most', () => {
    const digits = checked(text(1, 4), (value) => /^\d+$/.test(value), { tr: 'rakam', en: 'digits' });
    expect(reading(digits, ' 123 ')).toEqual({ value: '123' });
    expect(reading(digits, '12a')).toEqual(['INVALID_FORMAT']);
    expect(reading(digits, 'abcde')).toEqual(['TOO_LONG']);
    expect(reading(digits, 7)).toEqual(['INVALID_TYPE']);
  });
});

describe('amount', () => {
  it('an amount is the number as written, to the kuruş', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (minor) => {
        const whole = String(Math.floor(minor / 100));
        const decimals = String(minor % 100).padStart(2, '0');
        expect(reading(amount(), number(`${whole}.${decimals}`))).toEqual({ value: minor });
      }),
    );
  });

  it.each([
    ['0', 'OUT_OF_RANGE'],
    ['1000000000.00', 'OUT_OF_RANGE'],
    ['1.005', 'AMOUNT_PRECISION'],
    ['-0', 'INVALID_FORMAT'],
    ['1e-3', 'AMOUNT_PRECISION'],
    ['1e9', 'OUT_OF_RANGE'],
    ['1e-9999999999', 'AMOUNT_PRECISION'],
    ['1E9999999999', 'OUT_OF_RANGE'],
    ['0e9999999999', 'OUT_OF_RANGE'],
    ['-1e2', 'OUT_OF_RANGE'],
    ['-1', 'OUT_OF_RANGE'],
  ])('an amount %s is refused with %s', (source, code) => {
    expect(reading(amount(), number(source))).toEqual([code]);
  });

  it.each([
    ['1.5E+2', 15_000],
    ['1.23456789E7', 1_234_567_890],
    ['1499e-1', 14_990],
    ['5e-2', 5],
    ['4050E-2', 4050],
    ['0.00001e5', 100],
    ['1.50000e1', 1500],
  ])('an amount %s is the number without its exponent', (source, value) => {
    expect(reading(amount(), number(source))).toEqual({ value });
    expect(reading(amount(), source)).toEqual(['INVALID_FORMAT']);
  });

  it.each([
    ['150.00', 15_000],
    ['149.9000', 14_990],
    ['3', 300],
    ['0.500', 50],
    ['1500.500', 150_050],
  ])('an amount "%s" as text is the number that it spells', (text, value) =>
    expect(reading(amount(), text)).toEqual({ value }),
  );

  it('a text that could be two amounts is led to the one', () => {
    for (const given of ['1.500', '150.000', '1,5', '1.500,00', '1 500', '1e2', '+1', '.5', '5.']) {
      expect(sentence(amount(), given, 'tr')).toContain('1500.00 veya 1.50 gibi: yalnızca rakamlar');
      expect(sentence(amount(), given, 'en')).toContain('like 1500.00 or 1.50: digits only');
    }
    expect(reading(amount(), number('1.500'))).toEqual({ value: 150 });
  });

  it('the sum of floats is led to rounding', () => {
    for (const source of ['149.90000000000001', '30.000000000000004']) {
      expect(sentence(amount(), number(source), 'tr')).toContain('iki basamağa yuvarlayın');
      expect(sentence(amount(), number(source), 'en')).toContain('round it to two');
      expect(sentence(amount(), number(source), 'en')).toContain('serialize_precision');
    }
  });

  it('an amount is neither a word nor a number without its source text', () => {
    for (const given of ['', 'on', 40.5, true, {}, [], ['1', '2']])
      expect(reading(amount(), given)).toEqual(['INVALID_TYPE']);
  });
});

describe('integer', () => {
  it.each([
    ['1', { value: 1 }],
    ['12', { value: 12 }],
    ['0', ['OUT_OF_RANGE']],
    ['13', ['OUT_OF_RANGE']],
    ['-1', ['OUT_OF_RANGE']],
    ['-0', ['OUT_OF_RANGE']],
    ['1.0', { value: 1 }],
    ['1.01', ['INVALID_TYPE']],
    ['1.', ['INVALID_TYPE']],
    ['-0.0', ['OUT_OF_RANGE']],
    ['9'.repeat(400), ['OUT_OF_RANGE']],
    ['1_2', ['INVALID_TYPE']],
    [' 1', ['INVALID_TYPE']],
    ['', ['INVALID_TYPE']],
    ['0x1', ['INVALID_TYPE']],
  ])('an integer %j is read alike as a number and as text: %j', (source, expected) => {
    expect(reading(integer(1, 12), number(source))).toEqual(expected);
    expect(reading(integer(1, 12), source)).toEqual(expected);
  });

  it('an integer may have an exponent as a number, and further zeros only as a number', () => {
    expect(reading(integer(1, 12), number('1.2E+1'))).toEqual({ value: 12 });
    expect(reading(integer(1, 12), number('3.000'))).toEqual({ value: 3 });
    for (const text of ['1.2E+1', '3.000', '01'])
      expect(reading(integer(1, 12), text)).toEqual(['INVALID_TYPE']);
  });

  it('-0 is not an integer', () => expect(reading(integer(0, 1), number('-0'))).toEqual(['OUT_OF_RANGE']));
});

it('a choice is one of its values in any case, and no inherited name', () => {
  const choice = oneOf(['TRY', 'USD']);
  expect(reading(choice, 'TRY')).toEqual({ value: 'TRY' });
  for (const given of ['try', 'Try']) expect(reading(choice, given)).toEqual({ value: 'TRY' });
  for (const given of ['DAILY', 'Daily', 'DAİLY', 'daıly', 'dailY']) {
    expect(reading(oneOf(['daily', 'weekly']), given)).toEqual({ value: 'daily' });
  }
  for (const given of [' TRY', 'TRY\u0000', 'toString', '__proto__', '']) {
    expect(reading(choice, given)).toEqual(['INVALID_ENUM']);
  }
  expect(reading(choice, ['TRY'])).toEqual(['INVALID_TYPE']);
  expect(reading(currency(), 'GBP')).toEqual({ value: 'GBP' });
});

it('a flag is true or false, 1 or 0, and each of them as text', () => {
  for (const given of [true, number('1'), '1', 'true', 'True', 'TRUE']) {
    expect([given, reading(flag(), given)]).toEqual([given, { value: true }]);
  }
  for (const given of [false, number('0'), '0', 'false', 'FALSE']) {
    expect([given, reading(flag(), given)]).toEqual([given, { value: false }]);
  }
  for (const given of ['yes', '', 'constructor', number('2'), number('-0'), 0, {}, [true]]) {
    expect([given, reading(flag(), given)]).toEqual([given, ['INVALID_TYPE']]);
  }
});

it('an id is a UUID in any case, also without dashes or in braces, and is returned in lower case', () => {
  const uuid = '01890000-0000-7000-8000-00000000000A';
  expect(reading(id(), uuid)).toEqual({ value: uuid.toLowerCase() });
  for (const given of [`{${uuid}}`, uuid.replaceAll('-', '')])
    expect(reading(id(), given)).toEqual({ value: uuid.toLowerCase() });
  for (const zeros of [`{${uuid}}`, uuid.replaceAll('-', '')].map((text) => text.replace(/\w/g, '0')))
    expect(reading(optional(id()), zeros)).toEqual({ value: undefined });
  for (const given of [uuid.slice(1), `${uuid} `, `{${uuid}`, '']) {
    expect(reading(id(), given)).toEqual(['INVALID_FORMAT']);
  }
});

describe('a list', () => {
  const lines = list(fields({ name: text(1, 3) }), 2);
  it('a problem of a line has the index of the line in its name', () => {
    const result = fields({ lines }).safeParse({ lines: [{ name: 'abcd' }, {}] });
    expect(result.error && fieldProblems(result.error).map(({ field, code }) => [field, code])).toEqual([
      ['lines[0].name', 'TOO_LONG'],
      ['lines[1].name', 'REQUIRED'],
    ]);
  });

  it('a list has a maximum length, and an object with a length is not a list', () => {
    expect(reading(lines, [])).toEqual({ value: [] });
    expect(reading(lines, [{ name: 'a' }, { name: 'b' }, { name: 'c' }])).toEqual(['TOO_LONG']);
    expect(reading(lines, { length: 1, 0: { name: 'a' } })).toEqual(['INVALID_TYPE']);
    for (const line of [['a'], 'a', number('1'), null, [['name', 'a']]]) {
      expect(reading(lines, [line])).toEqual(['INVALID_TYPE']);
      expect(sentence(lines, [line], 'tr')).toBe('Türü yanlış; nesne olmalıdır.');
      expect(sentence(lines, [line], 'en')).toBe('It has the wrong type; it must be an object.');
    }
  });
});

describe('an object of fields', () => {
  const shape = fields({ a: text(1, 3), b: optional(integer(1, 2)), c: withDefault(flag(), true) });
  it('an object reports all problems at once, in order, and ignores unknown fields', () => {
    expect(reading(shape, { z: 1, a: 'x' })).toEqual({ value: { a: 'x', b: undefined, c: true } });
    expect(reading(shape, { c: 1, b: number('9') })).toEqual(['REQUIRED', 'OUT_OF_RANGE', 'INVALID_TYPE']);
  });

  it('null counts as absent', () => {
    expect(reading(shape, { a: 'x', b: null, c: null })).toEqual({
      value: { a: 'x', b: undefined, c: true },
    });
    expect(reading(shape, { a: null })).toEqual(['REQUIRED']);
  });

  it('an inherited property is not a field', () => {
    const inherited = fields({ constructor: optional(text(1, 3)), toString: optional(text(1, 3)) });
    expect(reading(inherited, {})).toEqual({ value: {} });
    expect(reading(shape, JSON.parse('{"__proto__":{"a":"x"}}'))).toEqual(['REQUIRED']);
  });
});

it('no sentence repeats the value that was sent, in either language', () => {
  const marked = 'MARKED\u0000';
  const wrong = { a: marked, b: marked, c: [marked], d: marked, e: marked };
  const shape = fields({ a: text(1, 3), b: amount(), c: flag(), d: oneOf(['x']), e: id() });
  const problems = fieldProblems(shape.safeParse(wrong).error as z.core.$ZodError);
  expect(problems.length).toBe(5);
  for (const problem of problems) {
    for (const language of ['tr', 'en'] as const) {
      expect(fieldSentence(problem, language)).toMatch(/^\p{Lu}.*\.$/u);
      expect(fieldSentence(problem, language)).not.toContain('MARKED');
    }
  }
});
