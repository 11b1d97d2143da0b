// The events of a span of time, for deliveries that are created later.
import { listPartition } from '../table/keys.ts';
import { listPage } from '../table/list.ts';
import { type EventItem, readEvent } from './event.ts';

type EventSpan = { merchantId: string; from: string; to: string };

/** The oldest first; undefined if there are more than `most`. Eventually consistent. */
export async function loadEventsOf(span: EventSpan, most: number): Promise<EventItem[] | undefined> {
  const { merchantId, ...range } = span;
  const page = await listPage({
    ...range,
    index: 'list',
    partition: (month) => listPartition(merchantId, 'EVENT', month),
    limit: most,
    after: undefined,
    read: readEvent,
  });
  return page.next === undefined ? page.items.reverse() : undefined;
}
