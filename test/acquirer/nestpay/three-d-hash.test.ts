import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isHashValid, threeDHash } from '#acquirer/nestpay/three-d-hash.ts';

const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');
const hashOf = (fields: Record<string, string>, storeKey: string) =>
  threeDHash(Object.entries(fields), storeKey);

describe('threeDHash', () => {
  it('the hash sorts by upper-case name, so an underscore comes after the letters', () => {
    expect(hashOf({ b: '2', _charset_: '4', A: '1', Zed: '3' }, 'key')).toBe(sha512('1|2|3|4|key'));
  });

  it('the hash escapes the backslash before the bar, in values and in the key', () => {
    expect(hashOf({ a: '\\|', b: '|\\' }, 'k|\\')).toBe(sha512('\\\\\\||\\|\\\\|k\\|\\\\'));
  });

  it('the hash includes empty values and excludes hash, encoding and nationalidno in any case', () => {
    const fields = { a: '', HASH: 'x', hash: 'x', Encoding: 'x', NATIONALIDNO: 'x', b: '1' };
    expect(hashOf(fields, 'k')).toBe(sha512('|1|k'));
  });

  it('the hash is computed over UTF-8', () => {
    expect(hashOf({ a: 'ğüş' }, 'k')).toBe(sha512(Buffer.from('ğüş|k', 'utf8').toString()));
  });

  it('only the exact hash is valid', () => {
    const fields = Object.entries({ a: '1' });
    expect(isHashValid(fields, 'k', threeDHash(fields, 'k'))).toBe(true);
    for (const wrong of ['', 'x', threeDHash(fields, 'K'), `${threeDHash(fields, 'k')} `]) {
      expect(isHashValid(fields, 'k', wrong)).toBe(false);
    }
  });
});
