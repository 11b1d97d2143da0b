// Follows the events of a merchant in the terminal, and forwards them to a receiver under development. Ctrl-C
// stops it; the next start continues at the same place in the feed.
import { randomBytes } from 'node:crypto';
import { ISTANBUL } from '#domain/time/business-day.ts';
import { readDatetime } from '#domain/time/instant.ts';
import { makeWebhookSecret } from '#webhook/sign.ts';
import type { Service } from '../lib/listen/feed.ts';
import { placeStore } from '../lib/listen/kept-place.ts';
import { listen } from '../lib/listen/listen.ts';
import { readCommand } from '../lib/operator/command-line.ts';
import { callLocalService, UsageError } from '../lib/operator/service-choice.ts';

const USAGE = `Usage: npm run listen -- [options]

  --forward-to URL   sends each event to this address, signed as a webhook is
  --types LIST       only these: refund.*,payment.succeeded (default: all)
  --since INSTANT    at the first start, shows what happened since then; else only what happens from now on
  --url URL          the service (default http://localhost:3000). A deployed one needs a key in the
                     environment variable API_KEY; of the local one the demo merchant's is taken.
  --place FILE       where the place in the feed is kept (default .listen.json)
`;

const { values, command } = readCommand(USAGE, {
  'forward-to': { type: 'string' },
  types: { type: 'string', default: '*' },
  since: { type: 'string' },
  url: { type: 'string', default: 'http://localhost:3000' },
  place: { type: 'string', default: '.listen.json' },
});

function readUrl(name: '--url' | '--forward-to', text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/$/, '');
  throw new UsageError(`${name} is an address that begins with http:// or https://.`);
}

function readSince(): string | undefined {
  if (values.since === undefined) return undefined;
  const reading = readDatetime(values.since, ISTANBUL);
  if (reading.kind === 'instant') return new Date(reading.atMs).toISOString();
  throw new UsageError('--since must be an instant: 2026-11-20T00:00:00Z');
}

function readTypes(): string[] {
  const types = values.types.split(',');
  if (types.every((one) => /^(?:\*|[a-z_]+\.(?:\*|[a-z_]+))$/.test(one))) return types;
  throw new UsageError('--types is a list of types: refund.*,payment.succeeded');
}

async function chooseService(): Promise<Service> {
  const url = readUrl('--url', values.url);
  const given = process.env['API_KEY'];
  if (given) return { url, apiKey: given };
  if (!/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(url)) {
    throw new UsageError('A deployed service needs a key: API_KEY=psk_... npm run listen -- --url ...');
  }
  return { url, apiKey: (await callLocalService({ local: url }, 'info'))['apiKey'] ?? '' };
}

async function run(): Promise<void> {
  if (command !== undefined) throw new UsageError(`There is no command ${command}.`);
  const [types, since] = [readTypes(), readSince()];
  const forwardTo = values['forward-to'] && readUrl('--forward-to', values['forward-to']);
  const service = await chooseService();
  const store = placeStore(values.place, service);
  const place = store.load() ?? { done: [], secret: makeWebhookSecret(randomBytes) };
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(`Listening to the events of ${service.url}. Ctrl-C stops; the next start goes on from there.`);
  if (forwardTo) console.log(`Forwarding to ${forwardTo}, signed with the secret ${place.secret}`);
  const print = (line: string) => console.log(line);
  await listen({ service, store, place, types, since, forwardTo, print, stopped: stopping.signal });
}

try {
  await run();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${message}\n\n${USAGE}` : message);
  process.exitCode = 1;
}
