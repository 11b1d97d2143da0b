// The events that the shop has received: each once, at most as many as fit on a page. They are kept in
// memory: a restart loses them, but the service's own list (GET /api/event) still has them.
import type { KeptWebhook } from '../../../local/local-shop.ts';
import { type ShopEvent, verifyEvent } from './verified-event.ts';

const MOST_EVENTS = 100;

export type ReceivedEvent = ShopEvent & {
  /** The signed text, with indents. */
  text: string;
};

export type Inbox = {
  webhook?: KeptWebhook;
  /** Events by `webhook-id`, in the order of arrival. */
  received: Map<string, ReceivedEvent>;
};

export const newInbox = (): Inbox => ({ received: new Map() });

/**
 * Returns the status and text of the response. The service retries a message that is not answered with 2xx.
 */
export function receive(
  { webhook, received }: Inbox,
  message: Parameters<typeof verifyEvent>[0],
  nowMs: number,
): { status: number; body: string } {
  if (webhook === undefined) return { status: 503, body: 'The shop has no webhook.' };
  const verification = verifyEvent(message, webhook.secret, nowMs);
  if (verification.kind === 'refused') return { status: 401, body: `Refused: ${verification.reason}.` };
  const { id, event } = verification;
  if (received.has(id)) return { status: 200, body: 'Known.' };
  received.set(id, { ...event, text: JSON.stringify(event, null, 2) });
  const [oldest] = received.keys();
  if (received.size > MOST_EVENTS && oldest !== undefined) received.delete(oldest);
  return { status: 200, body: 'Received.' };
}

/**
 * Returns events, the newest first. `orderNumber` limits them to one order. `after` limits them to later
 * arrivals than this event, or returns all if the event is no longer kept.
 */
export function eventsIn(
  { received }: Inbox,
  { orderNumber, after }: { orderNumber?: string | undefined; after?: string | undefined } = {},
): ReceivedEvent[] {
  const entries = [...received];
  const from = after === undefined ? -1 : entries.findIndex(([id]) => id === after);
  const isWanted = orderNumber === undefined ? () => true : ofOrder([...received.values()], orderNumber);
  return entries
    .slice(from + 1)
    .map(([, event]) => event)
    .filter(isWanted)
    .reverse();
}

/**
 * Pages, payments and refunds contain the order number; a subscription has it as its reference. A stored card
 * does not: it belongs to the order whose payment names it, unless the card is older than the payment.
 */
function ofOrder(all: readonly ReceivedEvent[], orderNumber: string): (event: ReceivedEvent) => boolean {
  const isNamed = ({ data: { object } }: ShopEvent) =>
    object['orderNumber'] === orderNumber || object['merchantReference'] === orderNumber;
  const paid = all.filter((event) => event.type === 'payment.succeeded' && isNamed(event));
  return (event) => {
    if (event.type !== 'card.created') return isNamed(event);
    const { id, createdAt } = event.data.object;
    return paid.some(
      ({ data: { object } }) =>
        object['cardStorageId'] === id &&
        Date.parse(String(createdAt)) >= Date.parse(String(object['createdAt'])),
    );
  };
}
