// Makes events that are accepted, refused for five days and given up, and webhooks that are disabled.
import { type Harness, HOUR, MINUTE } from '../../../harness/harness.ts';
import { answerWith, startReceiver } from '../../../webhook/receiver.ts';
import { webhooksOf } from '../../../webhook/webhooks.ts';

export async function deliverEvents(harness: Harness): Promise<void> {
  const { create, announce } = webhooksOf(harness);
  const { moveBy } = harness;
  const refusing = await startReceiver((answer, { body }) => {
    answer.writeHead(body.includes('"objectId":"refused"') ? 500 : 200).end();
  });
  await create(refusing.url);
  const gone = await startReceiver(answerWith(410));
  await create(gone.url);
  await create('http://localhost:65535/events', { eventTypes: ['refund.*'] });
  await announce({ objectId: 'unheard', sequence: 1, type: 'refund.completed' });
  await announce({ objectId: 'refused', sequence: 1 });
  for (let hours = 0; hours <= 6 * 24; hours += 16) {
    await announce({ objectId: `taken-${hours}`, sequence: 1 });
    await moveBy(16 * HOUR);
  }
  await moveBy(MINUTE);
}
