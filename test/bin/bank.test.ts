// `npm run bank` as a process: the three banks on one port, to which the adapters of production speak.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { connectUnmeasured, readAcquirerSettings } from '#acquirer/connect.ts';
import { BANK_PROTOCOLS, type BankProtocol } from '../../lib/bank/account.ts';
import type { LedgerOperation } from '../../lib/bank/books.ts';
import { freePort } from '../../lib/local/free-port.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** `output`: what the process prints. */
async function runBank(variables: Record<string, string> = {}, ...args: string[]) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), ...variables };
  const child = spawn(process.execPath, ['bin/bank.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  while (!output.includes('curl') && child.exitCode === null) await sleep(20);
  const baseUrl = `http://localhost:${port}`;
  const call = async (path: string, body?: object) => {
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}/local${path}`, request);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  return { child, baseUrl, call, output: () => output };
}
type RunningBank = Awaited<ReturnType<typeof runBank>>;

const posOf = async ({ call }: RunningBank, bank: BankProtocol) =>
  connectUnmeasured(readAcquirerSettings((await call('/bank/settings')).json[bank]));

async function ledgerOf({ call }: RunningBank, bank: BankProtocol): Promise<LedgerOperation[]> {
  const { json } = await call(`/bank/ledger?bank=${bank}`);
  return json['operations'] as LedgerOperation[];
}

const orderOf = (bankOrderId: string) => ({
  bankOrderId,
  amountMinor: 14_990,
  currency: 'TRY' as const,
  installment: 1,
  payerAddress: '127.0.0.1',
  card: { ownerName: 'Ayşe Gül', cardNumber: '5528790000000008', expiryMonth: '12', expiryYear: '2040' },
  cvv: '123',
});

it('each bank takes the adapter’s sale into books of its own, and its page shows them', async () => {
  const running = await runBank();
  const { child, baseUrl } = running;
  for (const bank of BANK_PROTOCOLS) {
    const pos = await posOf(running, bank);
    const orderId = `ORDER${bank.toUpperCase()}`;
    expect(await pos.sale(orderOf(orderId))).toMatchObject({ kind: 'approved' });
    expect(await ledgerOf(running, bank)).toMatchObject([
      { operation: 'sale', orderId, amount: 149.9, outcome: 'approved' },
    ]);
  }
  for (const [language, title] of [
    ['tr', 'Deneme bankaları'],
    ['en', 'Sandbox banks'],
  ] as const) {
    const page = await (await fetch(`${baseUrl}/`, { headers: { 'Accept-Language': language } })).text();
    const known = ['ORDERNESTPAY', 'ORDERAKBANK', 'ORDERGARANTI', '5528790000000008', 'lost-after', title];
    for (const one of known) expect(page).toContain(one);
  }
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('a script is for the bank that it names, and can be for one card', async () => {
  const running = await runBank();
  const [nestPay, akbank] = [await posOf(running, 'nestpay'), await posOf(running, 'akbank')];
  await running.call('/bank/script', { bank: 'akbank', outcomes: ['decline:51'] });
  expect(await nestPay.sale(orderOf('A1'))).toMatchObject({ kind: 'approved' });
  expect(await akbank.sale(orderOf('A1'))).toMatchObject({ kind: 'declined', code: '51' });
  const script = { bank: 'nestpay', outcomes: ['lost-after'], cardNumber: '4603450000000000' };
  await running.call('/bank/script', script);
  expect(await nestPay.sale(orderOf('A2'))).toMatchObject({ kind: 'approved' });
  const other = { ...orderOf('A3'), card: { ...orderOf('A3').card, cardNumber: '4603450000000000' } };
  expect(await nestPay.sale(other)).toMatchObject({ kind: 'unknown' });
  expect(await nestPay.inquire('A3')).toMatchObject({ kind: 'found', operations: [{ status: 'approved' }] });
});

it('after the close of its batch a bank voids no more', async () => {
  const running = await runBank();
  const nestPay = await posOf(running, 'nestpay');
  await nestPay.sale(orderOf('B1'));
  expect((await running.call('/clock', { by: 'P2D' })).status).toBe(200);
  expect(await nestPay.voidSale(orderOf('B1'))).toMatchObject({ kind: 'batchClosed' });
  expect(await nestPay.refund(orderOf('B1'))).toMatchObject({ kind: 'approved' });
});

it.each([
  [{ bank: 'other', outcomes: [] }, 'nestpay, akbank, garanti'],
  [{ bank: 'akbank', outcomes: ['explode'] }, 'is no outcome'],
  [{ bank: 'akbank' }, '`outcomes`'],
])('the script %j is refused with what is possible', async (script, told) => {
  const { status, json } = await (await runBank()).call('/bank/script', script);
  expect([status, String(json['error'])]).toEqual([400, expect.stringContaining(told)]);
});

it.each([
  [{ PORT: 'door' }, [], 'PORT is not a port'],
  [{ BATCH_CLOSE: '25:00' }, [], 'BATCH_CLOSE is not a time'],
  [{}, ['4000'], 'settings are variables'],
])('a start with %j %j ends and says why', async (variables, args, told) => {
  const { output, child } = await runBank(variables, ...args);
  expect([child.exitCode, output()]).toEqual([1, expect.stringContaining(told)]);
});
