// What the authorizer tells an endpoint. API Gateway keeps it for a minute, so in a deployment an endpoint
// meets what the authorizer of the version before, or of the next one, told.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageBody, startHarness } from '../harness/harness.ts';

const { service, merchant, api } = await startHarness();
type Told = Record<string, string>;
let told: Told;
beforeAll(async () => {
  const methodArn = 'arn:aws:execute-api:eu-central-1:000000000000:local/local/GET/';
  const headers = { 'x-api-key': merchant.apiKey };
  const asked = { headers, methodArn, requestContext: { requestId: randomUUID() } };
  told = ((await service.lambdas.invoke('authorizer', asked)) as { context: Told }).context;
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

/** Every field but those that a merchant may not have. */
const FIELDS = ['merchantName', 'timeZone', 'frameOrigins', 'mode', 'keyId', 'scopes', 'since', 'digestKey'];

describe('a caller told by the authorizer of the version before', () => {
  it.each(FIELDS)('without %s the call is refused for a minute and has done nothing', async (field) => {
    const { [field]: left, ...before } = told;
    expect(left).toBeDefined();
    const refused = await createPage(before, `BEFORE-${field}`);
    expect([refused.statusCode, refused.headers?.['Retry-After']]).toEqual([429, '60']);
    expect(JSON.parse(refused.body)).toMatchObject({
      errorCode: 'RATE_LIMITED',
      data: { retryable: true },
    });
    // The same order and the same Idempotency-Key: nothing of the refused call is in the way.
    const repeated = await createPage(told, `BEFORE-${field}`);
    expect(repeated.statusCode).toBe(201);
    expect(repeated.headers).not.toHaveProperty('Idempotency-Replayed');
  });
});

it('a caller told by the authorizer of the next version is served', async () => {
  expect((await createPage({ ...told, tier: 'gold' }, 'NEXT-1')).statusCode).toBe(201);
});

it.each([undefined, {}, { keyId: 'key' }])(
  'without a merchant, %o, it is a fault of ours',
  async (authorizer) => {
    expect((await createPage(authorizer, 'NOBODY')).statusCode).toBe(500);
  },
);

it('a field that is told wrongly is a fault of ours, not of a version', async () => {
  expect((await createPage({ ...told, mode: 'both' }, 'WRONG')).statusCode).toBe(500);
  expect((await api('GET', '/api/payment')).status).toBe(200);
});
