// The due rows of the deliver function: deliveries, webhooks and replays of all merchants.
import { deliveryDuePartition, deliveryShardsRead } from '../table/keys.ts';
import { everyPage, getItem, type Item, queryIndex } from '../table/table.ts';
import { type DeliveryItem, readDelivery } from './delivery.ts';
import { type ReplayItem, readReplay } from './replay.ts';
import { WEBHOOK, type WebhookItem } from './webhook.ts';

export type DueWork =
  | { noun: 'delivery'; delivery: DeliveryItem }
  | { noun: 'webhook'; webhook: WebhookItem }
  | { noun: 'replay'; replay: ReplayItem }
  /** An unreadable row. It does not prevent that others are found. */
  | { noun: 'unreadable'; error: unknown };

/** Undefined if the row is deleted. */
function readDue(item: Item): DueWork | undefined {
  try {
    const delivery = readDelivery(item);
    if (delivery !== undefined) return { noun: 'delivery', delivery };
    const replay = readReplay(item);
    if (replay !== undefined) return { noun: 'replay', replay };
    const webhook = WEBHOOK.find(item);
    return webhook && { noun: 'webhook', webhook };
  } catch (error) {
    return { noun: 'unreadable', error };
  }
}

const ROWS_PER_READ = 100;

/** The pages of each shard, the oldest first. */
export function deliveryPages(now: Date): AsyncIterable<DueWork[]>[] {
  const to = `${now.toISOString()}~`;
  return Array.from({ length: deliveryShardsRead() }, (_, shard) => pagesOf(deliveryDuePartition(shard), to));
}

async function* pagesOf(partition: string, to: string): AsyncIterable<DueWork[]> {
  const wanted = { index: 'due', partition, to, limit: ROWS_PER_READ, newestFirst: false } as const;
  for await (const page of everyPage(queryIndex, wanted)) yield page.flatMap((item) => readDue(item) ?? []);
}

/** The current row of a queued key; undefined if it was deleted. */
export async function loadDue(key: { pk: string; sk: string }): Promise<DueWork | undefined> {
  const item = await getItem(key);
  return item && readDue(item);
}
