// `npm run listen`: follows the events of a merchant in the terminal, and forwards them to a receiver under
// development. Ctrl-C stops it; the next start continues at the same place in the feed.
import { randomBytes } from 'node:crypto';
import { ISTANBUL } from '#domain/time/business-day.ts';
import { readDatetime } from '#domain/time/instant.ts';
import { makeWebhookSecret } from '#webhook/sign.ts';
import type { Service } from '../listen/feed.ts';
import { placeStore } from '../listen/kept-place.ts';
import { listen } from '../listen/listen.ts';
import { callLocalService, UsageError } from '../operator/service-choice.ts';
import { command, type Program } from './command.ts';

function readUrl(name: '--url' | '--forward-to', text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/$/, '');
  throw new UsageError(`${name} is an address that begins with http:// or https://.`);
}

function readSince(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const reading = readDatetime(text, ISTANBUL);
  if (reading.kind === 'instant') return new Date(reading.atMs).toISOString();
  throw new UsageError('--since must be an instant: 2026-11-20T00:00:00Z');
}

function readTypes(text: string): string[] {
  const types = text.split(',');
  if (types.every((one) => /^(?:\*|[a-z_]+\.(?:\*|[a-z_]+))$/.test(one))) return types;
  throw new UsageError('--types is a list of types: refund.*,payment.succeeded');
}

async function serviceAt(address: string): Promise<Service> {
  const url = readUrl('--url', address);
  const apiKey = process.env['API_KEY'];
  if (apiKey) return { url, apiKey };
  if (!/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(url)) {
    throw new UsageError('A deployed service needs a key: API_KEY=psk_... npm run listen -- --url ...');
  }
  return { url, apiKey: (await callLocalService({ local: url }, 'info'))['apiKey'] ?? '' };
}

export const LISTEN: Program = {
  name: 'listen',
  does: 'Shows the events of a merchant as they happen, and forwards them to a receiver under development.',
  isOfService: false,
  commands: {
    '': command({
      does: 'Ctrl-C stops it; the next start goes on at the same place in the feed.',
      takes: ['forward-to', 'types', 'since', 'url', 'place'],
      reads: ['API', 'FILE'],
      writes: ['FILE'],
      recorded: 'never',
      run: async (values) => {
        const [types, since] = [readTypes(values.types), readSince(values.since)];
        const forwardTo = values['forward-to'] && readUrl('--forward-to', values['forward-to']);
        const service = await serviceAt(values.url);
        const store = placeStore(values.place, service);
        const place = store.load() ?? { done: [], secret: makeWebhookSecret(randomBytes) };
        const stopping = new AbortController();
        const stop = () => stopping.abort();
        process.once('SIGINT', stop);
        process.once('SIGTERM', stop);
        const print = (line: string) => console.log(line);
        print(`Listening to the events of ${service.url}. Ctrl-C stops; the next start goes on from there.`);
        if (forwardTo) print(`Forwarding to ${forwardTo}, signed with the secret ${place.secret}`);
        await listen({ service, store, place, types, since, forwardTo, print, stopped: stopping.signal });
      },
    }),
  },
};
