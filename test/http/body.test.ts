import { describe, expect, it } from 'vitest';
import { numberText } from '#domain/json-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { readJsonBody } from '#http/body.ts';
import { OWN_HOSTILE_BODIES } from '../fixtures/hostile-texts.ts';

const contentType = 'application/json';
const readBytes = (bytes: Buffer) =>
  readJsonBody({ body: bytes.toString('base64'), isBase64Encoded: true, contentType });
const read = (body: string) => readJsonBody({ body, isBase64Encoded: false, contentType });

/** Returns the value read, or the code of the rejection. Any other error fails the test. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof Rejection) return error.code;
    throw error;
  }
}

describe('numbers in a body', () => {
  it.each(['40', '40.50', '40.500', '1e2', '1E400', '-0', '0.1', '123456789012345678901234567890', '1.0000'])(
    'the number %s keeps its source text',
    (source) => {
      const { amount, list } = read(`{"amount": ${source} ,"list":[${source}]}`);
      expect(numberText(amount)).toBe(source);
      expect(numberText((list as unknown[])[0])).toBe(source);
    },
  );

  it('an object of a caller is never accepted as a number', () => {
    const { amount } = read('{"amount":{"source text":"1","description":"source text"}}');
    expect(numberText(amount)).toBeUndefined();
  });
});

it('readJsonBody resolves escapes in texts and does not normalise Unicode', () => {
  const body = read('{"a":"\\u0130\\ud83d\\ude00 \\u0041\\u030a","":"","ключ":"ş"}');
  expect(body).toEqual({ a: 'İ😀 A\u030a', '': '', ключ: 'ş' });
});

it('__proto__ in a body is an ordinary key and changes no prototype', () => {
  const body = read('{"__proto__":{"amount":1},"a":{"__proto__":{"polluted":true}}}');
  expect(Object.keys(body)).toEqual(['__proto__', 'a']);
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  expect('polluted' in {}).toBe(false);
});

it.each([
  ['in the same object', '{"a":1,"a":1}'],
  ['written differently', '{"a":1,"\\u0061":2}'],
  ['around a nested object', '{"a":{"b":1},"a":2}'],
  ['in a list of objects', '{"x":[{"b":1},{"b":1,"b":2}]}'],
  ['an empty key', '{"":1,"":2}'],
  ['a key with colons and quotes', '{"a\\":":1,"a\\":":2}'],
])('a body with a duplicate key is refused: %s', (_, body) =>
  expect(outcome(() => read(body))).toBe('INVALID_JSON'),
);

it.each([
  '{"a":{"b":1},"b":1}',
  '{"a":["a","a","a:a"],"b":"a"}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '[{"b":1},{"b":1}]'.replace(/^(.*)$/, '{"list":$1}'),
  '{"a":1,"A":2,"\\u00e1":3,"a\\u0301":4}',
])('a body without a duplicate key is read: %s', (body) =>
  expect(outcome(() => read(body))).toBeTypeOf('object'),
);

it('no rejection contains any part of the body, neither in its message, its cause nor its facts', () => {
  const secrets = ['{"cardNumber":"4603450000000000"', '{"cvv":"987","cvv":"987"}', '"4603450000000000"'];
  for (const body of secrets) {
    try {
      read(body);
      expect.unreachable();
    } catch (error) {
      const { message, cause, facts, stack } = error as Rejection;
      expect(`${message}${stack}${JSON.stringify(facts)}`).not.toMatch(/4603|987/);
      expect(cause).toBeUndefined();
    }
  }
});

it('every body that is not one well-formed JSON object is refused, alone and as the value of a field', () => {
  for (const body of OWN_HOSTILE_BODIES) {
    expect(
      outcome(() => readBytes(body)),
      body.toString().slice(0, 40),
    ).toBe('INVALID_JSON');
  }
});
