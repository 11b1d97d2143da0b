// The events of the order that the demo shop's webhook has received and verified.
import { setTimeout as wait } from 'node:timers/promises';
import type { Demo } from './demo.ts';

type ListedEvent = { type: string; objectId: string; sequence: number };

/** The last events of the order. Their order is not fixed. */
const LAST = ['payment.partially_refunded', 'refund.completed'];
const TRIES = 50;
const PAUSE_MS = 200;

/** `reference` is a payment whose last change was a partial refund. */
export async function showEvents(demo: Demo, reference: string): Promise<void> {
  const { call, print } = demo;
  demo.title('The shop was told of each change, by signed messages to its webhook');
  const { orderNumber } = await call('GET', `/api/payment/${reference}`);
  const events = await receivedOf(demo, String(orderNumber));
  print(`Received and verified, as ${demo.baseUrl}/shop/events shows it:`);
  demo.table(
    events.map(({ type, objectId, sequence }) => ({ Event: type, Object: objectId, Sequence: sequence })),
  );
}

/** Returns the received events, the oldest first. */
async function receivedOf({ baseUrl }: Demo, orderNumber: string): Promise<ListedEvent[]> {
  for (let tries = 1; ; tries += 1) {
    const query = new URLSearchParams({ order: orderNumber, language: 'en' });
    const response = await fetch(`${baseUrl}/shop/events/list?${query}`);
    const { items } = (await response.json()) as { items: { body: string }[] };
    const events = items.map(({ body }) => JSON.parse(body) as ListedEvent).reverse();
    const isComplete = LAST.every((last) => events.some(({ type }) => type === last));
    if (isComplete || tries === TRIES) return events;
    await wait(PAUSE_MS);
  }
}
