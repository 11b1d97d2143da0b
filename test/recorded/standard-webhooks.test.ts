// The vector of the specification of Standard Webhooks.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signatureHeaders } from '#webhook/sign.ts';

type Vector = { secret: string; id: string; timestamp: number; payload: string; signature: string };
const VECTOR = new URL('../../../shared/corpora/standard-webhooks/vector.json', import.meta.url);

it('the signature of the vector is that of the specification', () => {
  const { secret, id, timestamp, payload, signature }: Vector = JSON.parse(readFileSync(VECTOR, 'utf8'));
  const headers = signatureHeaders({ id, timestampSeconds: timestamp, body: payload }, [secret]);
  expect(headers).toEqual({
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  });
});
