// A receiver with a list of the events that it must get: it notes events out of the order of their object,
// events with another id, events that it never accepted, and events that it got again after accepting them.
import type { Event } from '#domain/event/event.ts';
import { wants } from '#domain/webhook/webhook.ts';
import { answerWith, close, startReceiver } from './receiver.ts';

type Sent = Pick<Event, 'id' | 'type' | 'objectId' | 'sequence'>;

/** `events` are the events of each object, in order. */
export async function startWatchedReceiver(events: readonly (readonly Sent[])[], eventTypes: string[]) {
  const expected = events.map((own) => own.filter((event) => wants({ id: '', eventTypes }, event)));
  const all = expected.flat();
  const seen = new Set<string>();
  const accepted = new Set<string>();
  const again: string[] = [];
  const wrong: string[] = [];
  let answer: number | 'close' = 200;
  const receiver = await startReceiver();
  receiver.answers((response, received) => {
    const got = JSON.parse(received.body) as Sent;
    const own = expected.find((some) => some.some(({ objectId }) => objectId === got.objectId)) ?? [];
    const at = own.findIndex(({ sequence, type }) => sequence === got.sequence && type === got.type);
    const ids = [own[at]?.id, got.id, received.headers['webhook-id']];
    if (at === -1 || new Set(ids).size > 1) wrong.push(`${got.type} ${got.sequence}: ${ids.join(' ')}`);
    for (const earlier of own.slice(0, Math.max(0, at))) {
      if (!accepted.has(earlier.id)) wrong.push(`${got.type} ${got.sequence} before ${earlier.sequence}`);
    }
    for (const later of own.slice(at + 1)) {
      if (seen.has(later.id)) wrong.push(`${got.type} ${got.sequence} after ${later.sequence}`);
    }
    seen.add(got.id);
    if (accepted.has(got.id)) again.push(`${got.type} ${got.sequence}`);
    if (answer === 'close') return close(response, received);
    if (answer === 200) accepted.add(got.id);
    answerWith(answer, answer === 302 ? { location: receiver.url } : {})(response, received);
  });
  return {
    url: receiver.url,
    stop: receiver.stop,
    answers: (next: number | 'close') => {
      answer = next;
    },
    wrong: () => wrong,
    /** The events that were sent again although they were accepted. */
    again: () => again,
    missed: () =>
      all.filter(({ id }) => !accepted.has(id)).map(({ type, sequence }) => `${type} ${sequence}`),
  };
}
