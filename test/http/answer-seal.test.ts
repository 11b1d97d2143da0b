import { describe, expect, it } from 'vitest';
import { answerKeysOf, openAnswer, sealAnswer } from '#http/idempotency/answer-seal.ts';
import { pageBody, startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';

const { api } = await startHarness();
const KEY = Buffer.alloc(32, 7).toString('base64url');
const OTHER = Buffer.alloc(32, 8).toString('base64url');

describe('a stored answer', () => {
  it('a stored answer opens with its key and row only, and two of them differ', () => {
    const keys = answerKeysOf(KEY);
    const sealed = sealAnswer('Türkçe', keys, 'row');
    expect(openAnswer(sealed, keys, 'row')).toBe('Türkçe');
    expect(sealAnswer('Türkçe', keys, 'row')).not.toEqual(sealed);
    expect(() => openAnswer(sealed, keys, 'other row')).toThrow('cannot be decrypted');
    expect(() => openAnswer(sealed, answerKeysOf(OTHER), 'row')).toThrow('cannot be decrypted');
    expect(openAnswer(sealed, [...answerKeysOf(OTHER), ...keys], 'row')).toBe('Türkçe');
    const changed = sealed.with(sealed.length - 1, (sealed.at(-1) ?? 0) ^ 1);
    expect(() => openAnswer(changed, keys, 'row')).toThrow('cannot be decrypted');
  });

  it('the token of a page is in no row, and a repeat still gets it byte for byte', async () => {
    const body = pageBody();
    const headers = { 'idempotency-key': 'token' };
    const first = await api('POST', '/api/payment/hostedpage', { body, headers });
    const token = String(first.json.data['token']);
    expect((await everyRow()).filter((row) => row.includes(token))).toEqual([]);
    const again = await api('POST', '/api/payment/hostedpage', { body, headers });
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
  });
});
