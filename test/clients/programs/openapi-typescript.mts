// A shop on the types of openapi-typescript, called by openapi-fetch: see ../run.ts.
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

const [action, baseUrl, key, ...rest] = process.argv.slice(2) as [
  'create' | 'read' | 'refund',
  string,
  string,
  string,
  string,
  string,
];
const api = createClient<paths>({ baseUrl, headers: { 'X-Api-Key': key } });

async function create(amount: string, orderNumber: string) {
  const { data: page } = await api.POST('/api/payment/hostedpage', {
    body: {
      amount: Number(amount),
      currency: 'TRY',
      orderNumber,
      successUrl: 'https://shop.example/thanks',
      failUrl: 'https://shop.example/basket',
    },
  });
  console.log(page?.data.hostedPageUrl);
}

async function read(paymentReferenceNumber: string, id: string, message: string) {
  const payment = (reference: string) =>
    api.GET('/api/payment/{paymentReferenceNumber}', {
      params: { path: { paymentReferenceNumber: reference } },
    });
  const { data: paid } = await payment(paymentReferenceNumber);
  console.log(paid?.data.amount.toFixed(2));
  console.log(paid?.data.status);
  console.log((await api.GET('/api/event/{id}', { params: { path: { id } } })).data?.data.type);
  console.log((JSON.parse(readFileSync(message, 'utf8')) as components['schemas']['Event']).type);
  const { error } = await payment('PAY-00000000000000000000000000');
  console.log(error?.errorCode);
}

async function refund(transactionId: string) {
  const body = { transactionId, amount: 10.25, reason: 'broken' };
  const { data: made } = await api.POST('/api/Refund/partial', { body });
  console.log(made?.data.status);
  let cursor: string | undefined;
  let found: components['schemas']['Event'] | undefined;
  while (found === undefined) {
    const query = { order: 'oldest', limit: 50, ...(cursor && { cursor }) } as const;
    const { data: feed } = await api.GET('/api/event', { params: { query } });
    const { items = [], nextCursor } = feed?.data ?? {};
    found = items.find(({ objectId, type }) => objectId === made?.data.refundId && type === 'refund.completed');
    cursor = nextCursor ?? undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(found.type);
}

await { create, read, refund }[action](rest[0], rest[1], rest[2]);
