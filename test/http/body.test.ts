import { describe, expect, it } from 'vitest';
import { numberText } from '#domain/json-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { readJsonBody } from '#http/body/body.ts';
import { jsonFault } from '#http/body/json-fault.ts';
import { OWN_HOSTILE_BODIES } from '../fixtures/hostile-texts.ts';
import { NO_OBJECT_IN_UTF_8 } from '../fixtures/unreadable-bodies.ts';

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

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
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

it.each(Object.entries(NO_OBJECT_IN_UTF_8))('the cause and the place of a fault are told: %s', (_, of) => {
  const { body, cause, place = [] } = of;
  try {
    readBytes(Buffer.from(body));
    expect.unreachable();
  } catch (error) {
    const { facts, advice } = error as Rejection;
    const [line, column] = place;
    expect([facts['cause'], facts['line'], facts['column']]).toEqual([cause, line, column]);
    expect(advice?.en.startsWith(`Line ${line}, column ${column}: `)).toBe(line !== undefined);
    expect(advice?.tr.startsWith(`${line}. satır, ${column}. karakter: `)).toBe(line !== undefined);
  }
});

it('what JSON.parse reads has no fault, and what it refuses has one', () => {
  const marks = ['{', '}', '[', ']', ':', ',', '"a"', '"b"', '1', '-', '0', '.5', 'e1', 'true', ' ', '\n'];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let valid = 0;
  for (let round = 0; round < 30_000; round += 1) {
    const text = Array.from({ length: 1 + next(7) }, () => marks[next(marks.length)]).join('');
    const isJson = isParsed(text);
    const fault = jsonFault(text);
    if (fault?.cause === 'DUPLICATE_NAME') continue;
    valid += isJson ? 1 : 0;
    expect([text, fault === undefined]).toEqual([text, isJson]);
  }
  expect(valid).toBeGreaterThan(300);
});
