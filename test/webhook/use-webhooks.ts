// Makes every call about webhooks once, with a receiver that does not answer.
import type { Harness } from '../harness/harness.ts';
import { HOUR } from '../harness/harness.ts';
import { webhooksOf } from './webhooks.ts';

type Call = (
  method: string,
  path: string,
  body?: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

/** `call` throws if a call fails. */
export async function useWebhooks(harness: Harness, call: Call, { deletes = false } = {}): Promise<void> {
  const { happen, trigger } = webhooksOf(harness);
  const { id } = await call('POST', '/api/webhook', { url: 'http://localhost:65535/events' });
  const path = `/api/webhook/${String(id)}`;
  await call('GET', '/api/webhook');
  await call('PUT', path, { description: 'Muhasebe', url: 'http://localhost:65534/events' });
  await call('POST', `${path}/secret`);
  await call('POST', `${path}/test`);
  const ids: string[] = [];
  for (const objectId of ['used-1', 'used-2', 'used-3', 'used-4']) {
    const event = await happen({ objectId, sequence: 1 });
    await trigger(event.keys);
    ids.push(event.id);
  }
  await call('GET', path);
  await call('GET', `/api/event/${ids[0]}/deliveries`);
  const other = await call('POST', '/api/webhook', { url: 'http://localhost:65533/events' });
  await call('POST', `/api/webhook/${String(other['id'])}/replay`, { eventId: ids[0] });
  const from = new Date(harness.now().getTime() - HOUR).toISOString();
  await call('POST', `${path}/replay`, { from });
  await harness.moveBy(HOUR);
  // The second one is refused if events of the first one wait.
  await call('POST', `${path}/replay`, { from }).catch(() => {});
  if (deletes) await call('DELETE', path);
}
