// What a shop does on each client in TypeScript: see ../run.ts.
import { readFileSync } from 'node:fs';

export type Order = {
  amount: number;
  currency: 'TRY';
  orderNumber: string;
  successUrl: string;
  failUrl: string;
};
export type Part = { transactionId: string; amount: number; reason: string };
export type FeedQuery = { order: 'oldest'; limit: number; cursor?: string };
type Event = { objectId: string; type: string };
export type Shop = {
  create(order: Order): Promise<{ hostedPageUrl: string }>;
  payment(reference: string): Promise<{ amount: number; status: string }>;
  event(id: string): Promise<Event>;
  received(message: unknown): Event;
  /** The code with which the payment is refused. */
  refusal(reference: string): Promise<string | null | undefined>;
  refund(part: Part): Promise<{ refundId: string; status: string }>;
  feed(query: FeedQuery): Promise<{ items: Event[]; nextCursor: string | null }>;
};

const [action, baseUrl = '', apiKey = '', ...rest] = process.argv.slice(2);
const [first = '', second = '', third = ''] = rest;
export const settings = { baseUrl, apiKey };

export async function tellStory(shop: Shop): Promise<void> {
  if (action === 'create') {
    const urls = { successUrl: 'https://shop.example/thanks', failUrl: 'https://shop.example/basket' };
    const order: Order = { amount: Number(first), currency: 'TRY', orderNumber: second, ...urls };
    console.log((await shop.create(order)).hostedPageUrl);
  } else if (action === 'read') {
    const { amount, status } = await shop.payment(first);
    console.log(`${amount.toFixed(2)}\n${status}`);
    console.log((await shop.event(second)).type);
    console.log(shop.received(JSON.parse(readFileSync(third, 'utf8'))).type);
    console.log(await shop.refusal('PAY-00000000000000000000000000'));
  } else {
    const made = await shop.refund({ transactionId: first, amount: 10.25, reason: 'broken' });
    console.log(made.status);
    const isDone = ({ objectId, type }: Event) => objectId === made.refundId && type === 'refund.completed';
    let found: Event | undefined;
    for (let cursor: string | undefined; found === undefined; ) {
      const { items, nextCursor } = await shop.feed({ order: 'oldest', limit: 50, ...(cursor && { cursor }) });
      found = items.find(isDone);
      cursor = nextCursor ?? undefined;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    console.log(found.type);
  }
}
