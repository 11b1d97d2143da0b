// An endpoint that a test defines, for the cases of an Idempotency-Key that only a call to the bank causes.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { fields, integer, text } from '#contract/field/field.ts';
import { callerContext } from '#http/caller.ts';
import { type Call, endpoint } from '#http/endpoint.ts';

export const DONE = { message: { tr: 'Oldu.', en: 'Done.' }, data: { done: true } };
export const rowOf = (id: string) => ({ pk: `TEST#${id}`, sk: 'TEST', version: 1 });

type TestCall = Call<{ note: string; count: number }, undefined>;
/** An endpoint defined by the test, invoked with an API Gateway event. */
export function testEndpoint(
  work: (call: TestCall) => Promise<typeof DONE | { message: typeof DONE.message; data: object }>,
) {
  const path = `/test/${randomUUID()}`;
  const handler = endpoint(
    { scope: 'cards', body: () => fields({ note: text(1, 10), count: integer(1, 5) }) },
    work as Parameters<typeof endpoint<TestCall['body'], undefined>>[1],
  );
  const authorizer = callerContext({
    merchantId: randomUUID(),
    merchantName: 'Deneme',
    timeZone: 'Europe/Istanbul',
    frameOrigins: '',
    mode: 'test',
    keyId: 'key',
    scopes: 'cards',
    since: '2026-11',
    digestKey: 'x'.repeat(43),
  });
  return async (key: string, context: { getRemainingTimeInMillis?(): number } = {}) =>
    await handler(
      {
        httpMethod: 'POST',
        path,
        resource: path,
        headers: { 'content-type': 'application/json', 'Idempotency-Key': key.replaceAll(' ', '-') },
        body: JSON.stringify({ note: 'x', count: 1 }),
        isBase64Encoded: false,
        requestContext: { requestId: randomUUID(), authorizer },
      } as unknown as APIGatewayProxyEvent,
      { awsRequestId: 'x', ...context },
    );
}
