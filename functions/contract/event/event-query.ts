// The query of the list of events, which is also the feed.
import { EVENT_TYPE_NAMES } from '#domain/event/event-type.ts';
import { fields, oneOf, optional, text, withDefault } from '../field/field.ts';
import { listQuery } from '../field/list.ts';
import { inOrder, windowFields } from '../field/window.ts';

export const eventListQuery = (timeZone: string) =>
  inOrder(
    fields({
      type: optional(oneOf(EVENT_TYPE_NAMES)),
      objectId: optional(text(1, 64)),
      order: withDefault(oneOf(['newest', 'oldest']), 'newest'),
      ...windowFields(timeZone),
      ...listQuery(),
    }),
  );
