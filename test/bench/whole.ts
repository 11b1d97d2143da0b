// The whole service as `npm start` runs it, in a process of its own, and the calls of many callers.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { freePort } from '../../lib/local/free-port.ts';
import { CARDS } from '../drivers/buyer.ts';
import { payAsBuyer } from '../drivers/remote-buyer.ts';
import { quantile } from './start-up.ts';

type Whole = { process: ChildProcess; url: string; key: string };

/** `folder`: where its data will be. */
export async function startWhole(folder: string): Promise<Whole> {
  const env = { ...process.env, PORT: String(await freePort()), DATA: folder };
  const child = spawn(process.execPath, ['bin/local.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const settings = join(folder, 'shop.env');
  while (!existsSync(settings)) {
    if (child.exitCode !== null) throw new Error('The service did not start.');
    await pause(20);
  }
  const { PAYMENT_URL: url = '', PAYMENT_API_KEY: key = '' } = parseEnv(readFileSync(settings, 'utf8'));
  return { process: child, url, key };
}

async function call<Data>({ url, key }: Whole, path: string, body?: object): Promise<Data> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, message } = (await answer.json()) as { data: Data; message: string };
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${message}`);
  return data;
}

let orders = 0;
/** Returns the address of the page. */
export async function createPage(whole: Whole): Promise<string> {
  orders += 1;
  const { hostedPageUrl } = await call<{ hostedPageUrl: string }>(whole, '/api/payment/hostedpage', {
    ...{ amount: 149.9, currency: 'TRY', orderNumber: `ORDER-${process.pid}-${orders}` },
    ...{ successUrl: `${whole.url}/shop/success`, failUrl: `${whole.url}/shop/fail` },
  });
  return hostedPageUrl;
}

/** Returns the reference of the payment. */
export async function payPage(page: string): Promise<string> {
  const returned = await payAsBuyer(page, CARDS.approved);
  const [, claims = ''] = (new URL(returned).searchParams.get('result') ?? '').split('.');
  const result = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
  if (result['status'] !== 'Successful') throw new Error(`The page was not paid: ${returned}`);
  return result['paymentReferenceNumber'] ?? '';
}

export const refundPart = (whole: Whole, transactionId: string): Promise<unknown> =>
  call(whole, '/api/Refund/partial', { transactionId, amount: 1, reason: 'Kırık' });

export const readPayment = (whole: Whole, reference: string): Promise<unknown> =>
  call(whole, `/api/payment/${reference}`);

/** Of processes and their children: processor time so far (Linux counts in ticks of 10 ms), and memory. */
export function usageOf(pids: readonly number[]): { processorMs: number; memoryMb: number } {
  const processes = readdirSync('/proc').flatMap((id) => (/^\d+$/.test(id) ? statOf(id) : []));
  const own = processes.filter(({ id, parent }) => pids.includes(id) || pids.includes(parent));
  return {
    processorMs: own.reduce((sum, { ticks }) => sum + ticks * 10, 0),
    memoryMb: own.reduce((sum, { id }) => sum + ownMemoryMb(id), 0),
  };
}

/** None if the process has ended. Ticks include those of children that have ended. */
function statOf(id: string): { id: number; parent: number; ticks: number }[] {
  try {
    const [, parent, ...rest] = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = rest.slice(9, 13).reduce((sum, one) => sum + Number(one), 0);
    return [{ id: Number(id), parent: Number(parent), ticks }];
  } catch {
    return [];
  }
}

/** What it shares with others is divided among them. */
function ownMemoryMb(id: number): number {
  try {
    const [, kb = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kb) / 1024;
  } catch {
    return 0;
  }
}

export type Figures = { perSecond: number; p50: number; p99: number };

/** Makes the calls with so many callers, each of which makes one after the other. */
export async function makeCalls(
  calls: readonly (() => Promise<unknown>)[],
  callers: number,
): Promise<Figures> {
  const left = [...calls];
  const times: number[] = [];
  const startMs = performance.now();
  const caller = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const beganMs = performance.now();
      await one();
      times.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return {
    perSecond: (1000 * calls.length) / (performance.now() - startMs),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}
