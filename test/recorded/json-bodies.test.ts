import { describe, expect, it } from 'vitest';
import { Rejection } from '#domain/rejection.ts';
import { readJsonBody } from '#http/body/body.ts';
import { rawBodies } from './corpora.ts';

const contentType = 'application/json';
const readBytes = (bytes: Buffer) =>
  readJsonBody({ body: bytes.toString('base64'), isBase64Encoded: true, contentType });

/** Returns the value read, or the code of the rejection. Any other error fails the test. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof Rejection) return error.code;
    throw error;
  }
}

describe('JSONTestSuite', () => {
  const bodies = rawBodies();
  const isRead = (body: Buffer) => typeof outcome(() => readBytes(body)) === 'object';
  const inField = (body: Buffer) => Buffer.concat([Buffer.from('{"a":'), body, Buffer.from('}')]);

  it('every invalid document is refused, alone and as the value of a field', () => {
    const refused = bodies.filter(({ name }) => name.startsWith('n_'));
    expect(refused.length).toBeGreaterThan(180);
    for (const { name, body } of refused) {
      expect(isRead(body), name).toBe(false);
      expect(isRead(inField(body)), name).toBe(false);
    }
  });

  it('every valid document without duplicate keys is read as the value of a field', () => {
    const accepted = bodies.filter(({ name }) => name.startsWith('y_') && !/duplicated_key/.test(name));
    expect(accepted.length).toBeGreaterThan(80);
    const wronglyRefused = accepted.filter(({ body }) => !isRead(inField(body))).map(({ name }) => name);
    expect(wronglyRefused).toEqual([]);
  });

  it('every document is either read or refused, without any other error', () => {
    for (const { body } of bodies) {
      outcome(() => readBytes(body));
      outcome(() => readBytes(inField(body)));
    }
  });
});
