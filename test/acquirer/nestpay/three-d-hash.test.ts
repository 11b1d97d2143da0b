import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isHashValid, threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { RECORDED_IS_HERE, recorded } from './played-bank.ts';

type HashCase = {
  name: string;
  inputs: Record<string, string>;
  storeKey: string;
  expectedHash: string;
  hashedString: string;
};

const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');
const hashOf = (fields: Record<string, string>, storeKey: string) =>
  threeDHash(Object.entries(fields), storeKey);

describe('the 3-D Secure hash', () => {
  it('sorts by upper-cased name, so that an underscore comes after the letters', () => {
    expect(hashOf({ b: '2', _charset_: '4', A: '1', Zed: '3' }, 'key')).toBe(sha512('1|2|3|4|key'));
  });

  it('escapes the backslash before the bar, in values and in the key', () => {
    expect(hashOf({ a: '\\|', b: '|\\' }, 'k|\\')).toBe(sha512('\\\\\\||\\|\\\\|k\\|\\\\'));
  });

  it('counts an empty value and leaves out hash, encoding and nationalidno in any case', () => {
    const fields = { a: '', HASH: 'x', hash: 'x', Encoding: 'x', NATIONALIDNO: 'x', b: '1' };
    expect(hashOf(fields, 'k')).toBe(sha512('|1|k'));
  });

  it('is over UTF-8', () => {
    expect(hashOf({ a: 'ğüş' }, 'k')).toBe(sha512(Buffer.from('ğüş|k', 'utf8').toString()));
  });

  it('fits only itself', () => {
    const fields = Object.entries({ a: '1' });
    expect(isHashValid(fields, 'k', threeDHash(fields, 'k'))).toBe(true);
    for (const wrong of ['', 'x', threeDHash(fields, 'K'), `${threeDHash(fields, 'k')} `]) {
      expect(isHashValid(fields, 'k', wrong)).toBe(false);
    }
  });
});

describe.runIf(RECORDED_IS_HERE)('the recorded 3-D Secure hashes', () => {
  const cases = recorded<{ ver3?: HashCase[]; ver3_derived?: HashCase[] }>('nestpay-hash.json');
  it.each([...(cases.ver3 ?? []), ...(cases.ver3_derived ?? [])])('$name fits', (recordedCase) => {
    expect(hashOf(recordedCase.inputs, recordedCase.storeKey)).toBe(recordedCase.expectedHash);
    expect(sha512(recordedCase.hashedString)).toBe(recordedCase.expectedHash);
  });
});
