// GET /api/event/{id}: one event, as it was delivered.
import { showEvent } from '#contract/event/event.ts';
import { Rejection } from '#domain/rejection.ts';
import { requireReads } from '#http/event-rights.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadKeptEvent } from '#store/event/event.ts';

const SHOWN = { tr: 'Olay.', en: 'The event.' };

export const handler = readEndpoint({ scope: 'events:read' }, async ({ caller, path, now }) => {
  const event = await loadKeptEvent(caller.merchantId, path['id'] ?? '', now);
  if (event === undefined) throw new Rejection('EVENT_NOT_FOUND');
  requireReads(caller, [event.type]);
  return { message: SHOWN, data: showEvent(event) };
});
