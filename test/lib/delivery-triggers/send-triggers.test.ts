// The function that sends triggers of deliveries, against a queue of its own.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handler } from '../../../lib/delivery-triggers/send-triggers.ts';
import { answerWith, startReceiver } from '../../webhook/receiver.ts';

const accepted = answerWith(200, {}, '{"Successful":[],"Failed":[]}');
const queue = await startReceiver(accepted);
const QUEUE_URL = `http://localhost:${queue.port}/111111111111/payment-sandbox-delivery-triggers`;

beforeEach(() => {
  vi.stubEnv('QUEUE_URL', QUEUE_URL);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterEach(() => {
  vi.unstubAllEnvs();
  queue.answers(accepted);
});

const change = (sk: string, merchantId = '1') => ({
  eventName: 'INSERT',
  dynamodb: {
    Keys: { pk: { S: `M#${merchantId}#DELIVERY#w#lane` }, sk: { S: sk } },
    NewImage: { body: { S: 'personal data' } },
  },
});

it('one request has the key of each row, grouped by merchant, and nothing else of it', async () => {
  await handler({ Records: [change('1'), change('2', 'm-2')] });
  const messageOf = (sk: string, merchantId: string) =>
    JSON.stringify({ pk: { S: `M#${merchantId}#DELIVERY#w#lane` }, sk: { S: sk } });
  const [request] = queue.received;
  expect(queue.received).toHaveLength(1);
  expect(request?.headers).toMatchObject({
    'x-amz-target': 'AmazonSQS.SendMessageBatch',
    'content-type': 'application/x-amz-json-1.0',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-central-1\/sqs\//),
  });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    QueueUrl: QUEUE_URL,
    Entries: [
      { Id: '0', MessageBody: messageOf('1', '1'), MessageGroupId: '1' },
      { Id: '1', MessageBody: messageOf('2', 'm-2'), MessageGroupId: 'm-2' },
    ],
  });
});

it.each([
  { status: 500, body: '{"__type":"InternalFailure"}' },
  { status: 200, body: '{"Successful":[{"Id":"0"}],"Failed":[{"Id":"1","Code":"InternalError"}]}' },
])('a batch is repeated if the queue answers $status $body', async ({ status, body }) => {
  queue.answers(answerWith(status, {}, body));
  await expect(handler({ Records: [change('1'), change('2')] })).rejects.toThrow(body);
});
