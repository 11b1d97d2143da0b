// The command line against a deployed sandbox: what `cdk deploy --outputs-file` wrote is all it needs.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { SETTINGS } from '#setting.ts';
import { startHarness } from '../harness.ts';
import { bookRows, createBookTable } from '../lib/bank/deployed/deployed-bank.ts';

const { api } = await startHarness();
await createBookTable();
const folder = mkdtempSync(join(tmpdir(), 'merchant-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outputName = (setting: string) =>
  setting.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
const service = SETTINGS.map((name) => [outputName(name), process.env[name]] as const);
const bank = { BankUrl: 'https://bank.example/sandbox', BankTableName: process.env['BANK_TABLE_NAME'] };

/** Everything AWS is reached by stays; what the outputs are to tell does not. */
const surroundings = Object.entries(process.env).filter(([name]) => {
  return !(SETTINGS as readonly string[]).includes(name) && name !== 'BANK_TABLE_NAME';
});

async function create(more: Record<string, unknown>, ...options: string[]) {
  const outputs = join(folder, 'outputs.json');
  writeFileSync(outputs, JSON.stringify({ 'payment-sandbox': { ...Object.fromEntries(service), ...more } }));
  const words = ['bin/merchant.ts', 'create', '--name', 'Çiçekçi', '--outputs', outputs, ...options];
  const env = Object.fromEntries(surroundings);
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  return JSON.parse(stdout) as Record<string, string>;
}

it('a sandbox merchant without a virtual POS gets an account at its bank, and a key that works', async () => {
  const { apiKey = '', merchantId, runBeforeFirstCall } = await create(bank);
  expect((await api('GET', '/api/payment', { key: apiKey })).status).toBe(200);
  expect((await bookRows()).filter(({ sk }) => sk === 'merchant')).toHaveLength(1);
  expect([typeof merchantId, runBeforeFirstCall]).toEqual(['string', undefined]);
});

it('a live key is never made for a bank without money, nor any where there is no bank', async () => {
  await expect(create(bank, '--live')).rejects.toThrow('--pos FILE');
  await expect(create({})).rejects.toThrow('--pos is needed');
});

it('where merchants are throttled one by one, the line that lets this one in is printed', async () => {
  const { merchantId, runBeforeFirstCall = '' } = await create({ ...bank, MerchantPlanId: 'plan1' });
  expect(runBeforeFirstCall).toContain('create-usage-plan-key --usage-plan-id plan1 ');
  expect(runBeforeFirstCall).toContain(` --value ${merchantId} `);
});
