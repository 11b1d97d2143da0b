// Signatures as Standard Webhooks 1.0.0 defines them, checked by the library of the specification.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { makeWebhookSecret, signatureHeaders } from '#webhook/sign.ts';
import { rounds } from '../harness/thoroughness.ts';

const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('a signed message', () => {
  it('the library of the specification accepts every body, with the secret as it was shown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.uuid(), (value, id) => {
        const secret = makeWebhookSecret(randomBytes);
        const body = JSON.stringify(value);
        const headers = signatureHeaders({ id, timestampSeconds: nowSeconds(), body }, [secret]);
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
      { numRuns: rounds(500, 20) },
    );
  });

  it('a message signed during a rotation is accepted with either of the two secrets, and no other', () => {
    const [present, former, other] = [0, 1, 2].map(() => makeWebhookSecret(randomBytes));
    const body = '{"a":"ş"}';
    const message = { id: 'evt_1', timestampSeconds: nowSeconds(), body };
    const headers = signatureHeaders(message, [String(present), String(former)]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [present, former]) new Webhook(String(secret)).verify(body, headers);
    expect(() => new Webhook(String(other)).verify(body, headers)).toThrow('No matching signature');
  });

  it('an altered id, time or body is refused', () => {
    const secret = makeWebhookSecret(randomBytes);
    const headers = signatureHeaders({ id: 'evt_1', timestampSeconds: nowSeconds(), body: '{}' }, [secret]);
    const webhook = new Webhook(secret);
    expect(() => webhook.verify('{ }', headers)).toThrow();
    expect(() => webhook.verify('{}', { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    expect(() =>
      webhook.verify('{}', { ...headers, 'webhook-timestamp': String(nowSeconds() - 1) }),
    ).toThrow();
  });

  it('a secret is whsec_ and 32 random bytes, and no message is signed without one', () => {
    const secret = makeWebhookSecret(randomBytes);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const message = { id: 'evt_1', timestampSeconds: 1, body: '{}' };
    for (const secrets of [[], ['whsec_'], ['']]) expect(() => signatureHeaders(message, secrets)).toThrow();
  });
});
