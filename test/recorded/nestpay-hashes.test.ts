import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { recorded } from './recorded-traffic.ts';

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

describe('the recorded 3-D Secure hashes', () => {
  const cases = recorded<{ ver3?: HashCase[]; ver3_derived?: HashCase[] }>('nestpay-hash.json');
  it.each([...(cases.ver3 ?? []), ...(cases.ver3_derived ?? [])])(
    'the recorded hash $name is valid',
    (recordedCase) => {
      expect(hashOf(recordedCase.inputs, recordedCase.storeKey)).toBe(recordedCase.expectedHash);
      expect(sha512(recordedCase.hashedString)).toBe(recordedCase.expectedHash);
    },
  );
});
