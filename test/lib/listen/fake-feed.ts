// A small feed in place of the service's: events by position, with the envelope, cursors and errors of the
// API. It can do what the service does not do on demand: disappear, refuse, lose a cursor.
import { createServer } from 'node:http';
import { listenLocally } from './local-server.ts';

const LIMIT = 100;

export async function startFakeFeed() {
  const events: { id: string; type: string; createdAt: string }[] = [];
  const state = { refusal: undefined as { status: number; errorCode: string } | undefined, generation: 1 };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const { refusal, generation } = state;
    if (refusal) return answer(refusal.status, { success: false, errorCode: refusal.errorCode, message: '' });
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const [of, after] = (query.get('cursor') ?? `${generation}:0`).split(':').map(Number);
    if (of !== generation) return answer(400, { success: false, errorCode: 'CURSOR_INVALID', message: '' });
    const items = events.slice(after, Number(after) + LIMIT);
    const nextCursor = `${generation}:${Number(after) + items.length}`;
    return answer(200, { success: true, data: { items, nextCursor } });
  });
  const url = await listenLocally(server);
  let made = 0;
  return {
    url,
    state,
    happen(type: string, minute = made) {
      made += 1;
      const createdAt = new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();
      const event = {
        id: `evt_${made}`,
        type,
        createdAt,
        objectType: 'Payment',
        objectId: 'p1',
        sequence: made,
      };
      events.push(event);
      return event;
    },
    /** Deletes all events, as if the data folder was deleted. */
    forget() {
      events.length = 0;
      state.generation += 1;
    },
  };
}
