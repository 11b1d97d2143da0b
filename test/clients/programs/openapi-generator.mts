// A shop on the generated TypeScript client: see ../run.ts.
import { readFileSync } from 'node:fs';
import * as api from './client/index.ts';

const [action, basePath, apiKey, ...rest] = process.argv.slice(2) as [
  'create' | 'read' | 'refund',
  string,
  string,
  string,
  string,
  string,
];
const configuration = new api.Configuration({ basePath, apiKey });

async function create(amount: string, orderNumber: string) {
  const order: api.HostedPageCreateBody = {
    amount: Number(amount),
    currency: 'TRY',
    orderNumber,
    successUrl: 'https://shop.example/thanks',
    failUrl: 'https://shop.example/basket',
  };
  const page = await new api.HostedPageApi(configuration).hostedPageCreate({
    hostedPageCreateBody: order,
  });
  console.log(page.data.hostedPageUrl);
}

async function read(paymentReferenceNumber: string, id: string, message: string) {
  const payments = new api.PaymentApi(configuration);
  const { data: payment } = await payments.paymentShow({ paymentReferenceNumber });
  console.log(payment.amount.toFixed(2));
  console.log(payment.status);
  console.log((await new api.EventApi(configuration).eventShow({ id })).data.type);
  console.log(api.EventFromJSON(JSON.parse(readFileSync(message, 'utf8'))).type);
  const unknown = payments.paymentShow({ paymentReferenceNumber: 'PAY-00000000000000000000000000' });
  await unknown.catch(async (refused: api.ResponseError) =>
    console.log(api.RefusalFromJSON(await refused.response.json()).errorCode),
  );
}

async function refund(transactionId: string) {
  const refundCreateBody = { transactionId, amount: 10.25, reason: 'broken' };
  const { data: made } = await new api.RefundApi(configuration).refundPartial({ refundCreateBody });
  console.log(made.status);
  const events = new api.EventApi(configuration);
  let cursor: string | undefined;
  let found: api.Event | undefined;
  while (found === undefined) {
    const { data: feed } = await events.eventList({ order: 'oldest', limit: 50, cursor });
    found = feed.items.find(({ objectId, type }) => objectId === made.refundId && type === 'refund.completed');
    cursor = feed.nextCursor ?? undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(found.type);
}

await { create, read, refund }[action](rest[0], rest[1], rest[2]);
