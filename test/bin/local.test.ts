// `npm start` as a process with its own port, folder and clock.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../lib/local/free-port.ts';
import { type CommandResult, runCommandIn } from './driver/command.ts';
import { npmStart } from './driver/npm-start.ts';

const { at, environment, start, stop } = npmStart();

/** Starts a service that fails, in this process. */
const failToStart = (settings: Record<string, string> = {}): Promise<CommandResult> =>
  runCommandIn(environment(settings), 'local');

const read = async (url: string, apiKey?: string) => {
  const response = await fetch(url, apiKey === undefined ? {} : { headers: { 'X-Api-Key': apiKey } });
  return (await response.json()) as Record<string, unknown>;
};

/** The webhooks of the demo shop's merchant, without the fields that change as events are delivered. */
async function shopWebhooks(baseUrl: string): Promise<{ id: string; url: string; state: string }[]> {
  const { apiKey } = await read(`${baseUrl}/local/info`);
  const { data } = (await read(`${baseUrl}/api/webhook`, String(apiKey))) as {
    data: { items: { id: string; url: string; state: string }[] };
  };
  return data.items.map(({ id, url, state }) => ({ id, url, state }));
}

/** Creates a merchant without 3-D Secure, so one form completes the payment. Returns its API key. */
async function payAnOrder(baseUrl: string): Promise<string> {
  const merchant = await fetch(`${baseUrl}/local/merchant`, {
    method: 'POST',
    body: '{"threeDSecure":"never"}',
  });
  const { apiKey } = (await merchant.json()) as { apiKey: string };
  const address = 'https://shop.example/';
  const order = {
    amount: 40.5,
    currency: 'TRY',
    orderNumber: 'KEPT-1',
    successUrl: address,
    failUrl: address,
  };
  const created = await fetch(`${baseUrl}/api/payment/hostedpage`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  });
  const { data } = (await created.json()) as { data: { hostedPageUrl: string } };
  expect(created.status).toBe(201);
  const form = await (await fetch(data.hostedPageUrl)).text();
  const formNonce = /name="formNonce" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const card = { ownerName: 'Ali Veli', cardNumber: '5528790000000008', expiryMonth: '12', expiryYear: '40' };
  const body = new URLSearchParams({ ...card, cvv: '123', installment: '1', formNonce });
  const paid = await fetch(data.hostedPageUrl, { method: 'POST', body, redirect: 'manual' });
  expect(paid.status).toBe(303);
  return apiKey;
}

/** The sales at the bank, without the inquiries of past days. */
async function salesAtBank(baseUrl: string): Promise<{ operation: string }[]> {
  const { operations } = await read(`${baseUrl}/local/bank/ledger`);
  return (operations as { operation: string }[]).filter(({ operation }) => operation !== 'inquiry');
}

/** Returns how far the service's clock is ahead of the machine's, as a range in milliseconds. */
async function readAhead(baseUrl: string): Promise<{ least: number; most: number }> {
  const askedMs = Date.now();
  const nowMs = Date.parse(String((await read(`${baseUrl}/local/info`))['now']));
  return { least: nowMs - Date.now(), most: nowMs - askedMs };
}

/** Processes of the DynamoDB engine with this data at.folder, also orphans. */
function enginesOf(dataFolder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((command) => command.includes(dataFolder));
}

// The test reads /proc.
if (process.platform === 'linux')
  describe('npm start', () => {
    it('a card has its family and the demo shop its table from the first answer on', async () => {
      const { baseUrl } = await start();
      const { apiKey } = await read(`${baseUrl}/local/info`);
      const asked = `${baseUrl}/api/installment?amount=100&currency=TRY&bin=55287900`;
      const { data } = await read(asked, String(apiKey));
      expect(data).toMatchObject({ card: { family: 'Paraf' } });
      const table = await read(`${baseUrl}/api/installment/table`, String(apiKey));
      expect((table['data'] as { rows: object[] }).rows.length).toBeGreaterThan(1);
    });

    it('PORT, DATA and CLOCK apply, a restart keeps data and time, and no process remains', async () => {
      const first = await start({ CLOCK: '2027-02-03T09:00:00Z' });
      const info = await read(`${first.baseUrl}/local/info`);
      expect(info).toMatchObject({ baseUrl: first.baseUrl, payUrl: first.baseUrl });
      expect(String(info['now'])).toMatch(/^2027-02-03T09:/);
      expect(first.output()).toContain(String(info['apiKey']));
      expect(first.output()).toMatch(/^\nPayment service on this machine/);
      const webhooks = await shopWebhooks(first.baseUrl);
      expect(webhooks).toHaveLength(1);
      const apiKey = await payAnOrder(first.baseUrl);
      const moved = await fetch(`${first.baseUrl}/local/clock`, { method: 'POST', body: '{"by":"P1M"}' });
      expect(((await moved.json()) as { now: string }).now).toMatch(/^2027-03-03T09:/);
      expect(enginesOf(at.folder).length).toBeGreaterThan(0);
      await stop(first);
      expect(enginesOf(at.folder)).toEqual([]);

      const second = await start();
      const restarted = await read(`${second.baseUrl}/local/info`);
      expect(restarted['apiKey']).toBe(info['apiKey']);
      expect(String(restarted['now'])).toMatch(/^2027-03-03T09:/);
      const { data } = (await read(`${second.baseUrl}/api/payment`, apiKey)) as { data: { items: object[] } };
      expect(data.items).toMatchObject([{ orderNumber: 'KEPT-1', status: 'Successful', amount: 40.5 }]);
      const sales = await salesAtBank(second.baseUrl);
      expect(sales).toMatchObject([{ operation: 'sale', outcome: 'approved', amount: 40.5 }]);
      expect(await shopWebhooks(second.baseUrl)).toEqual(webhooks);
      const test = await fetch(`${second.baseUrl}/shop/events`, { method: 'POST', body: 'language=en' });
      expect(await test.text()).toMatch(/webhook\.test<\/code>[\s\S]*Signature verified/);
      await stop(second);
    });

    it('an argument, a port in use and an invalid PORT, CLOCK or BATCH_CLOSE are reported', async () => {
      const taken = createServer().listen(at.port, 'localhost');
      await once(taken, 'listening');
      const secondService = await start();
      expect(secondService.child.exitCode).toBe(1);
      expect(secondService.output()).toMatch(/Port \d+ is in use/);
      taken.close();
      expect((await failToStart({ CLOCK: '5' })).text).toContain('CLOCK is not an instant');
      const closing = await failToStart({ BATCH_CLOSE: '00:00' });
      expect(closing.text).toContain('BATCH_CLOSE is not a time from 00:01 to 24:00');
      expect((await failToStart({ PORT: 'http' })).text).toContain('PORT is not a port');
      expect(await runCommandIn(environment({}), 'local', '--port', '1')).toEqual({
        code: 1,
        text: expect.stringContaining('PORT=3001 npm start'),
      });
    });

    it('a second service cannot use the folder or the port, and the first loses no data', async () => {
      const first = await start({ CLOCK: '2027-02-03T09:00:00Z' });
      expect(await failToStart()).toMatchObject({ code: 1, text: expect.stringContaining('is in use') });
      const otherPort = await failToStart({ PORT: String(await freePort()) });
      expect(otherPort.code).toBe(1);
      expect(otherPort.text).toContain(`${first.baseUrl} is at work there`);
      const apiKey = await payAnOrder(first.baseUrl);
      await fetch(`${first.baseUrl}/local/clock`, { method: 'POST', body: '{"by":"P1M"}' });
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');

      const restarted = await start({ PORT: String(await freePort()) });
      const baseUrl = /Demo shop +(\S+)\//.exec(restarted.output())?.[1] ?? '';
      expect(String((await read(`${baseUrl}/local/info`))['now'])).toMatch(/^2027-03-03T09:/);
      expect(await salesAtBank(baseUrl)).toHaveLength(1);
      expect(await shopWebhooks(baseUrl)).toMatchObject([
        { url: `${baseUrl}/shop/webhook`, state: 'Active' },
      ]);
      const { data } = (await read(`${baseUrl}/api/payment`, apiKey)) as { data: { items: object[] } };
      expect(data.items).toHaveLength(1);
    });

    it('a killed service starts as far ahead as it was, and lists the rows stored last', async () => {
      const first = await start();
      await fetch(`${first.baseUrl}/local/clock`, { method: 'POST', body: '{"by":"P1M"}' });
      const movedMs = Date.now();
      const apiKey = await payAnOrder(first.baseUrl);
      await sleep(4000);
      const before = await readAhead(first.baseUrl);
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');

      const sinceMovedMs = Date.now() - movedMs;
      const second = await start();
      // A service that starts at the target of the move would lose all of this; a firing timer stops the
      // clock shortly.
      const lostMs = before.least - (await readAhead(second.baseUrl)).most;
      expect(lostMs).toBeLessThan(sinceMovedMs / 2);
      const { data } = (await read(`${second.baseUrl}/api/payment`, apiKey)) as { data: { items: object[] } };
      expect(data.items).toHaveLength(1);
    });

    it('an unusable folder is reported', async () => {
      writeFileSync(join(at.folder, 'clock.jsonl'), 'garbage\n');
      const text = expect.stringContaining(`DATA=${at.folder}`);
      expect(await failToStart()).toMatchObject({ code: 1, text });
    });
  });
