// The comparison with peers: what was measured is printed and renews docs/costs.md. Everything is downloaded
// first; measured is on the loopback interface, by turns, so that other load of the machine meets all.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../../harness/cost-table.ts';
import {
  createPage,
  type Figures,
  makeCalls,
  payPage,
  readPayment,
  refundPart,
  startWhole,
  usageOf,
} from '../whole.ts';
import { downloadKillBill, downloadSample } from './downloads.ts';
import {
  createAccount,
  type KillBill,
  purchase,
  readPurchase,
  refundPurchase,
  startKillBill,
} from './kill-bill.ts';
import { measureStartUps } from './start-ups.ts';

const CALLERS = [1, 4, 16];
/** Of each of the four calls: a Java process is interpreted at first. */
const WARMING = 2_000;
const CALLS = 64;

/** Of both: what a call needs is the result of the one before. */
type Peer = {
  pids: number[];
  startMs: number;
  startCpuMs: number;
  create(): Promise<string>;
  pay(created: string): Promise<string>;
  refund(paid: string): Promise<unknown>;
  read(paid: string): Promise<unknown>;
  stop(): Promise<void>;
};

async function startOurs(folder: string): Promise<Peer> {
  const begunMs = performance.now();
  const whole = await startWhole(folder);
  const startMs = performance.now() - begunMs;
  const pids = [whole.process.pid ?? 0];
  return {
    ...{ pids, startMs, startCpuMs: usageOf(pids).processorMs },
    create: () => createPage(whole),
    pay: payPage,
    refund: (paid) => refundPart(whole, paid),
    read: (paid) => readPayment(whole, paid),
    stop: async () => {
      const ended = new Promise((resolve) => whole.process.once('exit', resolve));
      whole.process.kill('SIGINT');
      await ended;
    },
  };
}

async function startTheirs(folder: string): Promise<Peer> {
  const killBill: KillBill & { startMs: number } = await startKillBill(folder);
  const [server = 0] = killBill.pids;
  return {
    ...killBill,
    startCpuMs: usageOf([server]).processorMs,
    create: () => createAccount(killBill),
    pay: (account) => purchase(killBill, account),
    refund: (paid) => refundPurchase(killBill, paid),
    read: (paid) => readPurchase(killBill, paid),
  };
}

type Measured = { call: string; callers: number; figures: Figures; cpuMs: number };

async function measure({ pids, ...peer }: Peer, callers: number, count: number): Promise<Measured[]> {
  const step = async <In, Out>(call: string, inputs: readonly In[], one: (input: In) => Promise<Out>) => {
    const before = usageOf(pids).processorMs;
    const results: Out[] = [];
    const figures = await makeCalls(
      inputs.map((input) => async () => results.push(await one(input))),
      callers,
    );
    const cpuMs = (usageOf(pids).processorMs - before) / inputs.length;
    return { results, measured: { call, callers, figures, cpuMs } };
  };
  const created = await step('create', Array.from({ length: count }), () => peer.create());
  const paid = await step('pay', created.results, (one) => peer.pay(one));
  const refunded = await step('refund', paid.results, (one) => peer.refund(one));
  const read = await step('read', paid.results, (one) => peer.read(one));
  return [created, paid, refunded, read].map(({ measured }) => measured);
}

const shown = ({ figures: { perSecond, p50, p99 }, cpuMs }: Measured) =>
  [perSecond, p50, p99, cpuMs].map((figure) => Math.round(figure));

async function compareWholes(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'));
  chmodSync(folder, 0o755);
  const peers: Peer[] = [];
  try {
    peers.push(await startOurs(join(folder, 'ours')), await startTheirs(folder));
    for (const peer of peers) await measure(peer, 4, WARMING);
    const rows: string[] = [];
    for (const callers of CALLERS) {
      const [ours = [], theirs = []] = [
        await measure(peers[0] as Peer, callers, CALLS),
        await measure(peers[1] as Peer, callers, CALLS),
      ];
      ours.forEach((own, at) => {
        const other = theirs[at];
        if (other === undefined) return;
        const ratio = (own.figures.perSecond / other.figures.perSecond).toFixed(2);
        rows.push(`| ${[own.call, callers, ...shown(own), ...shown(other), ratio].join(' | ')} |`);
        console.log(rows.at(-1));
      });
    }
    const starts = peers.map(({ startMs, startCpuMs, pids }) => {
      const { memoryMb } = usageOf(pids);
      return [startMs / 1000, startCpuMs / 1000].map((one) => one.toFixed(1)).concat(memoryMb.toFixed(0));
    });
    const [own = [], other = []] = starts;
    console.log(`start s, CPU s, memory MB: ours ${own.join(', ')}; Kill Bill ${other.join(', ')}`);
    return rows;
  } finally {
    for (const peer of peers) await peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

downloadSample();
downloadKillBill();
const startUps = await measureStartUps();
const startUpRows = [...startUps].map(([name, ratio]) => `| ${name} | ${ratio.toFixed(2)} |`);
console.log(startUpRows.join('\n'));
publish('Start-up beside peers', ['| Bundle | Start-up |', '|---|--:|', ...startUpRows].join('\n'));
const rows = await compareWholes();
const columns = ['a second', 'p50 ms', 'p99 ms', 'CPU ms'];
const head = ['Call', 'Callers', ...columns, ...columns.map((one) => `Kill Bill: ${one}`), 'Ratio'];
const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
publish('The whole beside Kill Bill', [`| ${head.join(' | ')} |`, `|${rule.join('|')}|`, ...rows].join('\n'));
