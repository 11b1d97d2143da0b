// Runs a shop on a packed client and kills it at random instants, while the first answer to each of its calls
// is lost: then the books of the service and those of the bank must have each order once.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { Harness } from '../../harness/harness.ts';

export type Program = { command: string; args: readonly string[]; env?: Record<string, string> };
type State = { order: number; cursor?: string; events: string[] };
type Figures = {
  kills: number;
  /** Kills while a call waited for its answer. */
  inFlight: number;
  /** Answers that were lost after the service gave them. */
  lost: number;
  orders: number;
  events: number;
};

/** Longer than a call whose first answer is lost, so that kills meet every part of an order. */
const LONGEST_MS = 1_000;
const HEADERS = ['x-api-key', 'idempotency-key', 'content-type', 'accept-language'];

/** Throws if anything was done twice or not at all. */
export async function killShop(harness: Harness, program: Program, kills: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'killed-shop-'));
  const file = join(folder, 'state.json');
  writeFileSync(file, JSON.stringify({ order: 0, events: [] } satisfies State));
  const state = () => JSON.parse(readFileSync(file, 'utf8')) as State;
  const line = await openLine(harness);
  const { kid = '', signingSecret, merchantId, apiKey } = harness.merchant;
  const env = {
    ...process.env,
    ...program.env,
    SHOP: JSON.stringify({
      baseUrl: line.url,
      apiKey,
      payUrl: harness.service.baseUrl,
      merchantId,
      secrets: { [kid]: signingSecret },
    }),
    STATE: file,
  };
  const figures = { kills: 0, inFlight: 0 };
  const run = async (orders: number, isKilled: boolean) => {
    const shop = spawn(program.command, program.args, {
      env: { ...env, ORDERS: String(orders) },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    const said = text(shop.stderr);
    const ended = new Promise<string | number | null>((resolve) => {
      shop.once('exit', (code, signal) => resolve(signal ?? code));
    });
    if (isKilled) {
      await Promise.race([line.nextCall(), ended]);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS));
      const isInFlight = line.isBusy();
      if (shop.kill('SIGKILL')) Object.assign(figures, tally(figures, isInFlight));
    }
    const how = await ended;
    if (how !== (isKilled ? 'SIGKILL' : 0)) throw new Error(`The shop ended with ${how}: ${await said}`);
  };
  try {
    while (figures.kills < kills) await run(1e9, true);
    await run(state().order + 1, false);
    const { order: orders, events } = state();
    await requireOnce(harness, orders, events);
    return { ...figures, lost: line.lost(), orders, events: events.length };
  } finally {
    line.close();
    rmSync(folder, { recursive: true });
  }
}

const tally = ({ kills, inFlight }: { kills: number; inFlight: number }, isInFlight: boolean) => ({
  kills: kills + 1,
  inFlight: inFlight + Number(isInFlight),
});

/** Between shop and service: loses every first answer. `/pay` is the buyer, who pays a page once. */
async function openLine({ service, buyer }: Harness) {
  const seen = new Set<string>();
  const paid = new Map<string, Promise<string>>();
  let open = 0;
  let announce = () => {};
  const payOnce = async (url: string) => {
    const { location = '' } = await buyer.submit(await buyer.open(url));
    return location;
  };
  const pay = async (request: IncomingMessage, response: ServerResponse) => {
    const { url } = (await json(request)) as { url: string };
    if (!paid.has(url)) paid.set(url, payOnce(url));
    response.end(JSON.stringify({ location: await paid.get(url) }));
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    open += 1;
    announce();
    const sent = HEADERS.flatMap((name): [string, string][] =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    );
    const answer = await fetch(`${service.baseUrl}${url}`, {
      method,
      headers: sent,
      ...(body !== '' && { body }),
    });
    const content = await answer.text();
    open -= 1;
    const call = `${method} ${url} ${headers['idempotency-key'] ?? ''}`;
    if (!seen.has(call)) {
      seen.add(call);
      response.destroy();
    } else {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(content);
    }
  };
  const server = createServer((request, response) => {
    (request.url === '/pay' ? pay : pass)(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextCall: () =>
      new Promise<void>((resolve) => {
        announce = resolve;
      }),
    isBusy: () => open > 0,
    lost: () => seen.size,
    close: () => void server.close(),
  };
}

type Row = Record<string, unknown>;

async function requireOnce(
  { api, service }: Harness,
  orders: number,
  seen: readonly string[],
): Promise<void> {
  const all = async (path: string, query = '') => {
    const rows: Row[] = [];
    for (let cursor = ''; ; ) {
      const { items, nextCursor } = (
        await api<{ items: Row[]; nextCursor: string | null }>(
          'GET',
          `${path}?limit=100${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        )
      ).json.data;
      rows.push(...items);
      if (nextCursor === null || items.length === 0) return rows;
      cursor = nextCursor;
    }
  };
  const numbers = Array.from({ length: orders }, (_, at) => `KILL-${String(at).padStart(5, '0')}`);
  const names = (rows: readonly Row[], of = (row: Row) => row['orderNumber']) =>
    rows.map(of).map(String).sort();
  const ledger = service.bank.ledger().filter(({ code }) => code === '00');
  const sums = (wanted: string) =>
    ledger.filter(({ operation }) => operation === wanted).map(({ amount }) => amount.toFixed(2));
  const amounts = numbers.map((_, at) => (100 + at / 100).toFixed(2));
  const events = (await all('/api/event', '&order=oldest')).map(({ id }) => String(id));
  const payments = await all('/api/payment');
  const found: [what: string, is: unknown, wanted: unknown][] = [
    ['pages', names(await all('/api/payment/hostedpage')), numbers],
    ['payments', names(payments), numbers],
    ['refunds', names(await all('/api/Refund')), numbers],
    ['refunded', [...new Set(payments.map((row) => row['refundedAmount']))], [1.25]],
    ['sales at the bank', sums('sale').sort(), amounts.sort()],
    ['refunds at the bank', sums('refund'), numbers.map(() => '1.25')],
    ['events, each once and in order', seen, events],
  ];
  for (const [what, is, wanted] of found) {
    if (!isDeepStrictEqual(is, wanted)) {
      throw new Error(`${what}: ${JSON.stringify(is)}, and not ${JSON.stringify(wanted)}`);
    }
  }
}
