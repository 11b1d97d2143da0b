// What the demo shop was told of the order meanwhile: the events that its webhook received and verified.
import { setTimeout as wait } from 'node:timers/promises';
import type { Demo } from './demo.ts';

type Event = { type: string; objectId: string; sequence: number };

/** Between these two there is no order. */
const LAST = ['payment.partially_refunded', 'refund.completed'];
const TRIES = 50;
const PAUSE_MS = 200;

/** `reference`: of a payment that was partially refunded, which is the last that happened to its order. */
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

/** The oldest first. */
async function receivedOf({ baseUrl }: Demo, orderNumber: string): Promise<Event[]> {
  for (let tries = 1; ; tries += 1) {
    const query = new URLSearchParams({ order: orderNumber, language: 'en' });
    const response = await fetch(`${baseUrl}/shop/events/list?${query}`);
    const { items } = (await response.json()) as { items: { body: string }[] };
    const events = items.map(({ body }) => JSON.parse(body) as Event).reverse();
    const isTold = LAST.every((last) => events.some(({ type }) => type === last));
    if (isTold || tries === TRIES) return events;
    await wait(PAUSE_MS);
  }
}
