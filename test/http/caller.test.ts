// The context that the authorizer returns to an endpoint. API Gateway caches it for a minute, so during a
// deployment an endpoint gets the context of the previous or of the next version.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageBody, startHarness } from '../harness/harness.ts';

const { service, merchant, api } = await startHarness();
type Context = Record<string, string>;
let context: Context;
beforeAll(async () => {
  const methodArn = 'arn:aws:execute-api:eu-central-1:000000000000:local/local/GET/';
  const headers = { 'x-api-key': merchant.apiKey };
  const asked = { headers, methodArn, requestContext: { requestId: randomUUID() } };
  context = ((await service.lambdas.invoke('authorizer', asked)) as { context: Context }).context;
});

async function createPage(authorizer: unknown, orderNumber: string) {
  const path = '/api/payment/hostedpage';
  const event = {
    httpMethod: 'POST',
    path,
    resource: path,
    headers: { 'content-type': 'application/json', 'Idempotency-Key': orderNumber },
    body: JSON.stringify(pageBody({ orderNumber })),
    isBase64Encoded: false,
    requestContext: { requestId: randomUUID(), authorizer },
  };
  return (await service.lambdas.invoke('hosted-page-create', event)) as APIGatewayProxyResult;
}

/** All fields of the context but the optional ones. */
const FIELDS = ['merchantName', 'timeZone', 'frameOrigins', 'mode', 'keyId', 'scopes', 'since', 'digestKey'];

describe('a caller with the context of the previous version', () => {
  it.each(FIELDS)('a call without %s is refused for a minute and has changed nothing', async (field) => {
    const { [field]: left, ...before } = context;
    expect(left).toBeDefined();
    const refused = await createPage(before, `BEFORE-${field}`);
    expect([refused.statusCode, refused.headers?.['Retry-After']]).toEqual([429, '60']);
    expect(JSON.parse(refused.body)).toMatchObject({
      errorCode: 'RATE_LIMITED',
      data: { retryable: true },
    });
    // The same order and the same Idempotency-Key: the refused call has left no trace.
    const repeated = await createPage(context, `BEFORE-${field}`);
    expect(repeated.statusCode).toBe(201);
    expect(repeated.headers).not.toHaveProperty('Idempotency-Replayed');
  });
});

it('a caller with the context of the next version is served', async () => {
  expect((await createPage({ ...context, tier: 'gold' }, 'NEXT-1')).statusCode).toBe(201);
});

it.each([undefined, {}, { keyId: 'key' }])(
  'a context without a merchant, %o, is a fault of the service: 500',
  async (authorizer) => {
    expect((await createPage(authorizer, 'NOBODY')).statusCode).toBe(500);
  },
);

it('a malformed field of the context is a fault of the service, not of a version', async () => {
  expect((await createPage({ ...context, mode: 'both' }, 'WRONG')).statusCode).toBe(500);
  expect((await api('GET', '/api/payment')).status).toBe(200);
});
