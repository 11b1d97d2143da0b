import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeStore } from '../../../lib/listen/kept-place.ts';
import { type ListenOptions, listen } from '../../../lib/listen/listen.ts';
import { startFakeFeed } from './fake-feed.ts';
import { listenLocally } from './local-server.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ALL = '2026-01-01T00:00:00.000Z';

async function prepare() {
  const feed = await startFakeFeed();
  const file = join(mkdtempSync(join(tmpdir(), 'listen-')), 'place.json');
  const service = { url: feed.url, apiKey: 'psk_test_key' };
  const store = placeStore(file, service);
  const lines: string[] = [];
  /** Listens until a printed line matches. */
  const until = async (last: RegExp, options: Partial<ListenOptions> = {}) => {
    const stopping = new AbortController();
    const print = (line: string) => {
      lines.push(line);
      if (last.test(line)) stopping.abort();
    };
    const place = store.load() ?? { done: [], secret: SECRET };
    const common = { service, store, place, types: ['*'], print, pollMs: 1, pausesMs: [1, 1] };
    await listen({ ...common, ...options, stopped: stopping.signal });
  };
  return { feed, file, lines, until };
}

/** A receiver that answers with the next status of the list, then 200. */
async function startReceiver(statuses: number[] = []) {
  const got: { id: string; body: string; isSigned: boolean }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      const { headers } = request;
      const id = String(headers['webhook-id']);
      const key = Buffer.from(SECRET.slice(6), 'base64');
      const signed = createHmac('sha256', key).update(`${id}.${headers['webhook-timestamp']}.${body}`);
      const isSigned = headers['webhook-signature'] === `v1,${signed.digest('base64')}`;
      got.push({ id, body, isSigned });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  return { url: await listenLocally(server), got };
}

it('listen prints a line for each event, in the order of the feed, over all its pages', async () => {
  const { feed, lines, until } = await prepare();
  const events = Array.from({ length: 250 }, () => feed.happen('payment.succeeded'));
  await until(/#250$/, { since: ALL });
  expect(lines.map((line) => Number(line.split('#')[1]))).toEqual(events.map(({ sequence }) => sequence));
  expect(lines[0]).toMatch(/^2026-11-20 09:00:00 {2}payment\.succeeded +Payment p1 #1$/);
});

it('listen continues after a restart with the next event and shows none twice', async () => {
  const { feed, lines, until } = await prepare();
  for (let at = 0; at < 5; at += 1) feed.happen('payment.succeeded');
  await until(/#2$/, { since: ALL });
  await until(/#4$/);
  feed.happen('payment.failed');
  await until(/#6$/);
  expect(lines.map((line) => line.split('#')[1])).toEqual(['1', '2', '3', '4', '5', '6']);
});

it('listen begins with new events, or at a given instant', async () => {
  const { feed, lines, until } = await prepare();
  for (let at = 0; at < 120; at += 1) feed.happen('payment.succeeded');
  await until(/^Ready/);
  feed.happen('payment.failed');
  await until(/#121$/);
  expect(lines).toHaveLength(2);
  const other = await prepare();
  for (let minute = 0; minute < 5; minute += 1) other.feed.happen('payment.succeeded', minute);
  await other.until(/#5$/, { since: '2026-11-20T09:03:00.000Z' });
  expect(other.lines.map((line) => line.split('#')[1])).toEqual(['4', '5']);
});

it('listen shows only the types that were asked for, by group or one by one', async () => {
  const { feed, lines, until } = await prepare();
  for (const type of ['refund.completed', 'payment.failed', 'refundx.no', 'card.created', 'refund.failed']) {
    feed.happen(type);
  }
  await until(/refund\.failed/, { since: ALL, types: ['refund.*', 'card.created'] });
  expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
    'refund.completed',
    'card.created',
    'refund.failed',
  ]);
});

it('listen forwards each event unchanged and signed, retries, and reports a refusal', async () => {
  const { feed, lines, until } = await prepare();
  const events = [
    feed.happen('payment.succeeded'),
    feed.happen('payment.failed'),
    feed.happen('refund.failed'),
  ];
  const { url, got } = await startReceiver([500, 302, 200, 200, 400, 400, 400]);
  await until(/#3/, { since: ALL, forwardTo: `${url}/hook` });
  expect(got.map(({ id }) => id)).toEqual(['evt_1', 'evt_1', 'evt_1', 'evt_2', 'evt_3', 'evt_3', 'evt_3']);
  expect(got.every(({ isSigned }) => isSigned)).toBe(true);
  expect(got.map(({ body }) => JSON.parse(body))[3]).toEqual(events[1]);
  expect(lines[0]).toMatch(/#1 {2}-> 200, \d+ ms$/);
  expect(lines[2]).toMatch(/#3 {2}NOT DELIVERED -> 400, \d+ ms$/);
});

it('listen that was stopped while a receiver was away sends the event at the next start', async () => {
  const { feed, until } = await prepare();
  feed.happen('payment.succeeded');
  const { url, got } = await startReceiver();
  await until(/NOT DELIVERED/, { since: ALL, forwardTo: 'http://127.0.0.1:9', pausesMs: [] });
  await until(/-> 200/, { since: ALL, forwardTo: url });
  expect(got.map(({ id }) => id)).toEqual(['evt_1']);
});

it('listen waits for a service that is away, and prints that once', async () => {
  const { feed, lines, until } = await prepare();
  feed.state.refusal = { status: 503, errorCode: 'SERVICE_UNAVAILABLE' };
  feed.happen('payment.succeeded');
  await until(/answers 503/, { since: ALL });
  feed.state.refusal = undefined;
  await until(/#1$/, { since: ALL });
  expect(lines).toEqual([expect.stringContaining('trying again'), expect.stringContaining('#1')]);
});

it('listen ends with the reason if the key may not read events', async () => {
  const { feed, until } = await prepare();
  feed.state.refusal = { status: 403, errorCode: 'SCOPE_MISSING' };
  await expect(until(/never/)).rejects.toThrow('SCOPE_MISSING');
});

it('listen drops a stored place that the service does not know, and continues with new events', async () => {
  const { feed, lines, until } = await prepare();
  feed.happen('payment.succeeded');
  await until(/^Ready/);
  feed.forget();
  await until(/^Ready/);
  feed.happen('payment.failed');
  await until(/#2$/);
  expect(lines[1]).toContain('does not know the kept place');
});

it('the file of places is for its owner only and has no API key', async () => {
  const { feed, file, until } = await prepare();
  feed.happen('payment.succeeded');
  await until(/#1$/, { since: ALL });
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('psk_test_key');
});
