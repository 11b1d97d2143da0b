// A caller of a round: a merchant's program or a buyer's browser. It waits for a service that restarts, and
// repeats an unanswered call with the same key, as merchants should.
import type { Json } from '../release/shop.ts';
import type { Gate } from './gate.ts';
import { type Answer, dataOf, hear, isSuccess, type Journal, type Sent } from './journal.ts';
import type { Merchant } from './merchant.ts';
import type { MortalServer } from './mortal-server.ts';
import type { Random } from './random.ts';

export type Caller = {
  random: Random;
  journal: Journal;
  /** Creates an object: `body` gets a tag that is unique in the round. Returns `data` of a success. */
  create(merchant: Merchant, path: string, body: (tag: string) => Json): Promise<Json | undefined>;
  /** Sends any other write. */
  write(merchant: Merchant, method: string, path: string, body?: Json): Promise<Json | undefined>;
  /** Returns `data`; undefined if there was no answer. */
  read(merchant: Merchant, path: string): Promise<Json | undefined>;
  /** Throws if the connection breaks. */
  browse(address: string, init?: RequestInit): Promise<Response>;
};

export type Place = { server: MortalServer; gate: Gate; journal: Journal };

/** Sends a write once. Returns the answer; undefined if the connection broke. */
export async function sendWrite(
  { server, gate, journal }: Place,
  apiKey: string,
  sent: Sent,
): Promise<Answer | undefined> {
  const { method, path, body, key } = sent;
  await server.ready();
  try {
    const answer = await gate.pass(async () => {
      journal.counts.requests += 1;
      const response = await fetch(`${server.baseUrl}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey, 'Idempotency-Key': key },
        ...(body !== '' && { body }),
      });
      const isReplay = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, text: await response.text(), isReplay };
    });
    hear(journal, sent, answer);
    return answer;
  } catch (error) {
    if (!isBroken(error)) throw error;
    sent.unheard += 1;
    journal.counts.unheard += 1;
    return undefined;
  }
}

/** True if `fetch` failed or the body ended early, because the service was killed. */
export const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);

export function openCaller(place: Place, random: Random, name: string): Caller {
  const { server, gate, journal } = place;
  let writes = 0;

  const send = async (merchant: Merchant, method: string, path: string, body: string, tag: string) => {
    const counts = { originals: 0, unheard: 0 };
    const sent: Sent = { merchant: merchant.name, method, path, body, key: `key-${tag}`, tag, ...counts };
    journal.sent.set(sent.key, sent);
    const once = () => sendWrite(place, merchant.apiKey, sent);
    // A double click: the same request is sent twice at once.
    const answers = random.chance(0.03) ? await Promise.all([once(), once()]) : [await once()];
    let answer = answers.find((one) => one !== undefined && isSuccess(one)) ?? answers[0];
    for (let repeats = 0; answer === undefined && repeats < 3 && random.chance(0.7); repeats += 1) {
      answer = await once();
    }
    return answer && isSuccess(answer) ? dataOf(answer) : undefined;
  };
  const newTag = () => {
    writes += 1;
    return `${name}-${writes}`;
  };

  return {
    random,
    journal,
    create: async (merchant, path, body) => {
      const tag = newTag();
      return await send(merchant, 'POST', path, JSON.stringify(body(tag)), tag);
    },
    write: async (merchant, method, path, body) =>
      await send(merchant, method, path, body === undefined ? '' : JSON.stringify(body), newTag()),
    async read(merchant, path) {
      const response = await this.browse(`${server.baseUrl}${path}`, {
        headers: { 'X-Api-Key': merchant.apiKey },
      });
      const text = await response.text();
      if (response.status !== 200) journal.violations.push(`GET ${path}: ${response.status} ${text}`);
      return (JSON.parse(text) as { data: Json | null }).data ?? {};
    },
    async browse(address, init) {
      await server.ready();
      return await gate.pass(async () => {
        journal.counts.requests += 1;
        const response = await fetch(address, init);
        // The request leaves the gate only after the whole body has arrived.
        const text = await response.text();
        if (response.status >= 500 && response.status !== 503) {
          journal.violations.push(`${address}: ${response.status} ${text.slice(0, 500)}`);
        }
        // A response with one of these statuses must have no body.
        return new Response([204, 205, 304].includes(response.status) ? null : text, response);
      });
    },
  };
}
