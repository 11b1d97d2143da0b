// Measures the whole service as `npm start` runs it: payments on a hosted page and partial refunds a second
// with 1, 4 and 16 callers, p50 and p99, and the processor time of service and engine for each; renews the
// table in docs/costs.md. `npm run bench:throughput -- 10000` instead makes so many payments, and compares
// the last hundred with the first.
import '../../lib/help.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { freePort } from '../../lib/local/free-port.ts';
import { CARDS } from '../drivers/buyer.ts';
import { payAsBuyer } from '../drivers/remote-buyer.ts';
import { publish } from '../harness/cost-table.ts';
import { quantile } from './start-up.ts';

const CALLERS = [1, 4, 16];
const WARMING = 100;
const MEASURED = 320;
const HUNDRED = 100;
const MOST_GROWTH = 1.2;

type Service = { process: ChildProcess; url: string; key: string };

async function startService(folder: string): Promise<Service> {
  const env = { ...process.env, PORT: String(await freePort()), DATA: folder };
  const child = spawn(process.execPath, ['bin/local.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const settings = join(folder, 'shop.env');
  while (!existsSync(settings)) {
    if (child.exitCode !== null) throw new Error('The service did not start.');
    await pause(50);
  }
  const { PAYMENT_URL: url = '', PAYMENT_API_KEY: key = '' } = parseEnv(readFileSync(settings, 'utf8'));
  return { process: child, url, key };
}

/** Milliseconds of processor time of the service and its engine so far (Linux, ticks of 10 ms). */
function processorMs({ process: { pid } }: Service): number {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ticks = ids.map((id) => {
    const [, parent, ...rest] = statOf(id);
    return id === String(pid) || parent === String(pid) ? Number(rest[9]) + Number(rest[10]) : 0;
  });
  return 10 * ticks.reduce((sum, one) => sum + one, 0);
}

/** From the state of the process on; empty if it has ended. */
function statOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

async function api<Answer>({ url, key }: Service, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Answer }).data;
}

let orders = 0;
/** Returns the reference of the payment. */
async function pay(service: Service): Promise<string> {
  orders += 1;
  const page = await api<{ hostedPageUrl: string }>(service, '/api/payment/hostedpage', {
    ...{ amount: 149.9, currency: 'TRY', orderNumber: `ORDER-${orders}` },
    ...{ successUrl: `${service.url}/shop/success`, failUrl: `${service.url}/shop/fail` },
  });
  const returned = await payAsBuyer(page.hostedPageUrl, CARDS.approved);
  const [, claims = ''] = (new URL(returned).searchParams.get('result') ?? '').split('.');
  const result = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
  if (result['status'] !== 'Successful') throw new Error(`The page was not paid: ${returned}`);
  return result['paymentReferenceNumber'] ?? '';
}

const refund = (service: Service, transactionId: string) =>
  api(service, '/api/Refund/partial', { transactionId, amount: 1, reason: 'Kırık' });

type Figures = { perSecond: number; p50: number; p99: number; processor: number };

async function measure(
  service: Service,
  calls: readonly (() => Promise<unknown>)[],
  callers: number,
): Promise<Figures> {
  const left = [...calls];
  const times: number[] = [];
  const [startMs, processor] = [performance.now(), processorMs(service)];
  const caller = async () => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) {
      const beganMs = performance.now();
      await call();
      times.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return {
    perSecond: (1000 * calls.length) / (performance.now() - startMs),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    processor: (processorMs(service) - processor) / calls.length,
  };
}

const many = <One>(count: number, one: () => One) => Array.from({ length: count }, () => one);

async function measureCallers(service: Service): Promise<void> {
  const rows: string[] = [];
  await measure(
    service,
    many(WARMING, () => pay(service)),
    4,
  );
  for (const callers of CALLERS) {
    const references: string[] = [];
    const paid = await measure(
      service,
      many(MEASURED, async () => references.push(await pay(service))),
      callers,
    );
    const refunded = await measure(
      service,
      references.map((one) => () => refund(service, one)),
      callers,
    );
    const cells = [paid, refunded].flatMap(({ perSecond, p50, p99, processor }) =>
      [perSecond, p50, p99, processor].map((figure) => Math.round(figure)),
    );
    rows.push(`| ${[callers, ...cells].join(' | ')} |`);
    console.log(rows.at(-1));
  }
  const head = ['Callers', 'Payments a second', 'p50 ms', 'p99 ms', 'CPU ms'];
  const all = [...head, 'Refunds a second', 'p50 ms', 'p99 ms', 'CPU ms'];
  publish(
    'The whole on one machine',
    [`| ${all.join(' | ')} |`, `|${all.map(() => '--:').join('|')}|`, ...rows].join('\n'),
  );
}

/** Compares processor time, on which other load of the machine has little influence. */
async function measureGrowth(service: Service, payments: number): Promise<void> {
  await measure(
    service,
    many(WARMING, () => pay(service)),
    4,
  );
  const hundreds: Figures[] = [];
  for (let made = 0; made < payments; made += HUNDRED) {
    const figures = await measure(
      service,
      many(HUNDRED, () => pay(service)),
      4,
    );
    hundreds.push(figures);
    if (made % 1000 === 0) console.log(made, figures);
  }
  const [first, last] = [hundreds.at(0)?.processor ?? Number.NaN, hundreds.at(-1)?.processor ?? Number.NaN];
  console.log(`CPU of a payment: first hundred ${first} ms, last hundred ${last} ms`);
  if (!(last <= MOST_GROWTH * first)) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'throughput-'));
const service = await startService(folder);
try {
  const [payments] = process.argv.slice(2).map(Number);
  await (payments === undefined ? measureCallers(service) : measureGrowth(service, payments));
} finally {
  const ended = new Promise((resolve) => service.process.once('exit', resolve));
  service.process.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
