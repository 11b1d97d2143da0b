// A receiver that knows which events it must get: it notes each that comes before an earlier one of its
// object was taken or after a later one, each that is told otherwise, and what came never or once more.
import type { Event } from '#domain/event/event.ts';
import { wants } from '#domain/webhook/webhook.ts';
import { answerWith, close, startReceiver } from './receiver.ts';

type Told = Pick<Event, 'id' | 'type' | 'objectId' | 'sequence'>;

/** `events`: of each object, in order. */
export async function startWatchedReceiver(events: readonly (readonly Told[])[], eventTypes: string[]) {
  const expected = events.map((own) => own.filter(({ type }) => wants({ eventTypes }, type)));
  const all = expected.flat();
  const seen = new Set<string>();
  const taken = new Set<string>();
  const again: string[] = [];
  const wrong: string[] = [];
  let answer: number | 'close' = 200;
  const receiver = await startReceiver();
  receiver.answers((response, received) => {
    const got = JSON.parse(received.body) as Told;
    const own = expected.find((some) => some.some(({ objectId }) => objectId === got.objectId)) ?? [];
    const at = own.findIndex(({ sequence, type }) => sequence === got.sequence && type === got.type);
    const ids = [own[at]?.id, got.id, received.headers['webhook-id']];
    if (at === -1 || new Set(ids).size > 1) wrong.push(`${got.type} ${got.sequence}: ${ids.join(' ')}`);
    for (const earlier of own.slice(0, Math.max(0, at))) {
      if (!taken.has(earlier.id)) wrong.push(`${got.type} ${got.sequence} before ${earlier.sequence}`);
    }
    for (const later of own.slice(at + 1)) {
      if (seen.has(later.id)) wrong.push(`${got.type} ${got.sequence} after ${later.sequence}`);
    }
    seen.add(got.id);
    if (taken.has(got.id)) again.push(`${got.type} ${got.sequence}`);
    if (answer === 'close') return close(response, received);
    if (answer === 200) taken.add(got.id);
    answerWith(answer, answer === 302 ? { location: receiver.url } : {})(response, received);
  });
  return {
    url: receiver.url,
    stop: receiver.stop,
    answers: (next: number | 'close') => {
      answer = next;
    },
    wrong: () => wrong,
    /** What came once more although it was taken. */
    again: () => again,
    missed: () => all.filter(({ id }) => !taken.has(id)).map(({ type, sequence }) => `${type} ${sequence}`),
  };
}
