// A shop on the client of hey-api: see ../run.ts.
import { readFileSync } from 'node:fs';
import { client } from './client/client.gen.ts';
import * as api from './client/index.ts';

const [action, baseUrl, auth, ...rest] = process.argv.slice(2) as [
  'create' | 'read' | 'refund',
  string,
  string,
  string,
  string,
  string,
];
client.setConfig({ baseUrl, auth, throwOnError: true });

async function create(amount: string, orderNumber: string) {
  const body: api.HostedPageCreateBody = {
    amount: Number(amount),
    currency: 'TRY',
    orderNumber,
    successUrl: 'https://shop.example/thanks',
    failUrl: 'https://shop.example/basket',
  };
  const { data: page } = await api.hostedPageCreate<true>({ body });
  console.log(page.data.hostedPageUrl);
}

async function read(paymentReferenceNumber: string, id: string, message: string) {
  const { data: payment } = await api.paymentShow<true>({ path: { paymentReferenceNumber } });
  console.log(payment.data.amount.toFixed(2));
  console.log(payment.data.status);
  console.log((await api.eventShow<true>({ path: { id } })).data.data.type);
  console.log((JSON.parse(readFileSync(message, 'utf8')) as api.Event).type);
  const path = { paymentReferenceNumber: 'PAY-00000000000000000000000000' };
  const { error } = await api.paymentShow({ path, throwOnError: false });
  console.log(error?.errorCode);
}

async function refund(transactionId: string) {
  const body = { transactionId, amount: 10.25, reason: 'broken' };
  const { data: made } = await api.refundPartial<true>({ body });
  console.log(made.data.status);
  let cursor: string | undefined;
  let found: api.Event | undefined;
  while (found === undefined) {
    const query = { order: 'oldest', limit: 50, ...(cursor && { cursor }) } as const;
    const { data: feed } = await api.eventList<true>({ query });
    const { items, nextCursor } = feed.data;
    found = items.find(({ objectId, type }) => objectId === made.data.refundId && type === 'refund.completed');
    cursor = nextCursor ?? undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(found.type);
}

await { create, read, refund }[action](rest[0], rest[1], rest[2]);
