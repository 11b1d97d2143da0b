// The merchant command against a deployed sandbox, known only by its stack outputs, and against the local
// service.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SETTINGS } from '#setting.ts';
import { startHarness } from '../harness/harness.ts';
import { bookRows, createBookTable } from '../lib/bank/deployed/deployed-bank.ts';
import { runCommand, runCommandIn, spawnCommand } from './driver/command.ts';

const { api, service } = await startHarness();
await createBookTable();
const folder = mkdtempSync(join(tmpdir(), 'merchant-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outputName = (setting: string) =>
  setting.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
const settings = SETTINGS.map((name) => [outputName(name), process.env[name]] as const);
const bank = { BankUrl: 'https://bank.example/sandbox', BankTableName: process.env['BANK_TABLE_NAME'] };

/**
 * The environment of a command: the AWS endpoints stay, the settings that the outputs must provide are
 * removed.
 */
const fromOutputs: readonly string[] = [...SETTINGS, 'BANK_TABLE_NAME'];
const ownVariables = Object.entries(process.env).filter(([name]) => !fromOutputs.includes(name));
const environment = Object.fromEntries(ownVariables);

/** Runs a command against a service that looks deployed; `more` is added to its outputs. */
async function run(more: Record<string, unknown>, ...given: string[]) {
  const outputs = join(folder, 'outputs.json');
  writeFileSync(outputs, JSON.stringify({ 'payment-sandbox': { ...Object.fromEntries(settings), ...more } }));
  const { code, text } = await runCommandIn(environment, 'merchant', ...given, '--outputs', outputs);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text) as Record<string, string>;
}
const create = (more: Record<string, unknown>, ...options: string[]) =>
  run(more, 'create', '--name', 'Çiçekçi', ...options);

function posFile(text: string): string {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, text);
  return file;
}
const POS = {
  kind: 'nestpay',
  apiUrl: 'https://bank.example/api',
  gateUrl: 'https://bank.example/gate',
  clientId: '1',
  userName: 'api',
  password: 'geheim123',
  storeKey: 'key',
};

it('a sandbox merchant without a virtual POS gets an account at the simulated bank and a key', async () => {
  const { apiKey = '', merchantId, runBeforeFirstCall } = await create(bank);
  expect((await api('GET', '/api/payment', { key: apiKey })).status).toBe(200);
  expect((await bookRows()).filter(({ sk }) => sk === 'merchant')).toHaveLength(1);
  expect([typeof merchantId, runBeforeFirstCall]).toEqual(['string', undefined]);
});

it('a new key cannot store card numbers, and a key with named scopes can do no more than them', async () => {
  const { apiKey = '', merchantId = '' } = await create(bank);
  const statusWith = async (key: string, path: string) => (await api('POST', path, { key, body: {} })).status;
  const statusesWith = async (key = '') => [
    await statusWith(key, '/api/card'),
    await statusWith(key, '/api/customer'),
    (await api('GET', '/api/payment', { key })).status,
  ];
  expect(await statusesWith(apiKey)).toEqual([403, 400, 200]);
  const issue = (scopes: string) => run(bank, 'issue', '--merchant', merchantId, '--scopes', scopes);
  expect(await statusesWith((await issue('cards:raw'))['apiKey'])).toEqual([400, 403, 403]);
  expect(await statusesWith((await issue('read, customers'))['apiKey'])).toEqual([403, 400, 200]);
  expect(await statusesWith((await create(bank, '--scopes', 'read'))['apiKey'])).toEqual([403, 403, 200]);
  const listed = (await run(bank, 'list', '--merchant', merchantId)) as unknown as { scopes: string[] }[];
  expect(listed.map(({ scopes }) => scopes.length)).toEqual([2, 1, 8]);
  for (const scopes of ['', 'all', 'read,refunds', 'READ']) {
    await expect(issue(scopes)).rejects.toThrow('Scopes are some of: payments,');
  }
  expect(await run(bank, 'list', '--merchant', merchantId)).toHaveLength(3);
});

it('a live account, or any account without a simulated bank, requires a virtual POS', async () => {
  await expect(create(bank, '--live')).rejects.toThrow('--pos FILE');
  await expect(create({})).rejects.toThrow('--pos is needed');
});

it('an account with a real virtual POS is live, unless it is declared as a test environment', async () => {
  const real = posFile(JSON.stringify({ ...POS, apiUrl: 'https://pos.bank.example/api' }));
  const pos = ['--pos', real, '--unchecked'];
  const live = await create({}, ...pos);
  expect([live['mode'], live['apiKey']?.slice(0, 9)]).toEqual(['live', 'psk_live_']);
  const test = await create({}, ...pos, '--test');
  expect([test['mode'], test['apiKey']?.slice(0, 9)]).toEqual(['test', 'psk_test_']);
  await expect(create({}, ...pos, '--live', '--test')).rejects.toThrow('either live or test');

  const issue = (merchantId = '', ...more: string[]) => run({}, 'issue', '--merchant', merchantId, ...more);
  expect((await issue(live['merchantId'], '--live'))['apiKey']).toMatch(/^psk_live_/);
  expect((await issue(test['merchantId']))['apiKey']).toMatch(/^psk_test_/);
  await expect(issue(live['merchantId'], '--test')).rejects.toThrow('live keys only');
  await expect(issue(test['merchantId'], '--live')).rejects.toThrow('test keys only');
});

it('a virtual POS at the simulated bank of the sandbox makes a test account', async () => {
  const simulated = { ...POS, apiUrl: `${bank.BankUrl}/api`, gateUrl: `${bank.BankUrl}/est3Dgate` };
  const pos = ['--pos', posFile(JSON.stringify(simulated)), '--unchecked'];
  expect((await create(bank, ...pos))['mode']).toBe('test');
  await expect(create(bank, ...pos, '--live')).rejects.toThrow('A live account needs a real bank');
});

it('the twin command makes a test account for a live one, with its own key and signing secret', async () => {
  const real = posFile(JSON.stringify({ ...POS, apiUrl: 'https://pos.live.example/api' }));
  const { merchantId = '', signingSecret } = await create({}, '--pos', real, '--unchecked');
  const twin = (more: object, ...given: string[]) =>
    run({ ...more }, 'twin', '--merchant', merchantId, ...given);
  await expect(twin({})).rejects.toThrow('--pos is needed');
  await expect(twin({}, '--pos', real, '--unchecked')).rejects.toThrow('needs another bank address');
  const made = await twin({ ...bank, BankUrl: 'https://simulated.example/sandbox' });
  expect([made['mode'], made['apiKey']?.slice(0, 9)]).toEqual(['test', 'psk_test_']);
  expect([merchantId, signingSecret]).not.toContain(made['merchantId']);
  expect(made['signingSecret']).not.toBe(signingSecret);
  const shown = await run({}, 'show', '--merchant', merchantId);
  expect([shown['mode'], shown['testTwin']]).toEqual(['live', made['merchantId']]);
});

const runMerchant = (...args: string[]) => runCommand('merchant', ...args);
const runLocally = (...args: string[]) => runMerchant(...args, '--local', service.baseUrl);

it('invalid settings are rejected before a merchant is created, with exit code 1', async () => {
  const pos = (more: object) => ['--pos', posFile(JSON.stringify({ ...POS, ...more }))];
  const wrong: [wrong: string[], message: string][] = [
    [['--time-zone', 'Mars/Base'], 'time zone'],
    [['--frame-origin', 'shop'], 'frame origin'],
    [['--installment', '37'], 'Installment'],
    [['--live'], '--pos FILE'],
    [['--live', '--test'], 'either live or test'],
    [['--expires', '2999-01-01T00:00:00Z'], 'without end'],
    [['--scopes', 'read'], 'every scope'],
    [pos({ kind: 'other' }), 'virtual POS'],
    [pos({ apiUrl: 'http://bank.example/api' }), 'virtual POS'],
    [pos({ storeKey: '' }), 'virtual POS'],
    [pos({ landingTimeMs: '300000' }), 'landingTimeMs is not a whole number'],
    [pos({ callTimeoutMs: 30_000 }), 'callTimeoutMs below 30000'],
    [pos({ inquiriesAtOnce: 0 }), 'inquiriesAtOnce from 1 to 100'],
    [pos({ inquiriesAtOnce: 101 }), 'inquiriesAtOnce from 1 to 100'],
  ];
  const results = wrong.map(async ([args, message]) => {
    const result = await runLocally('create', '--name', 'Çiçekçi', ...args);
    expect([result.code, result.text]).toEqual([1, expect.stringContaining(message)]);
  });
  await Promise.all(results);
});

it('a virtual POS that is no JSON is rejected without printing its content', async () => {
  const result = await runLocally('create', '--name', 'Çiçekçi', '--pos', posFile('{"password": geheim123'));
  expect([result.code, result.text]).toEqual([1, 'The virtual POS must be a JSON object.\n']);
});

it('keys are issued only for existing merchants and with a future expiry', async () => {
  const { merchantId } = service.merchant;
  for (const command of ['list', 'issue']) {
    expect((await runLocally(command, '--merchant', 'nobody')).text).toContain('There is no merchant nobody');
  }
  const ends = ['2020-01-01T00:00:00Z', '5', '2027-02-29T00:00:00Z'].map(async (end) => {
    expect((await runLocally('issue', '--merchant', merchantId, '--expires', end)).text).toContain(
      'future instant',
    );
  });
  await Promise.all(ends);
  expect(JSON.parse((await runLocally('list', '--merchant', merchantId)).text)).toHaveLength(1);
});

it('an invalid overlap creates no key', async () => {
  const { merchantId } = service.merchant;
  const keys = async () => JSON.parse((await runLocally('list', '--merchant', merchantId)).text);
  const [{ keyId }] = await keys();
  const rotate = ['rotate', '--merchant', merchantId, '--key', keyId, '--overlap-hours'];
  const results = await Promise.all(['abc', '', '99999'].map((hours) => runLocally(...rotate, hours)));
  expect(results.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(await keys()).toHaveLength(1);
});

it('an unknown command is reported before a service is called', async () => {
  const unreachable = ['--local', 'http://127.0.0.1:9'];
  const message = async (...args: string[]) =>
    (await runMerchant(...args, ...unreachable)).text.split('\n')[0];
  expect(await message('creat')).toBe('There is no command creat.');
  expect(await message('list', '--merchant', service.merchant.merchantId)).toContain(
    'No local service answers',
  );
});

it.each([
  [['show', '--live'], 'npm run merchant -- show takes no --live.'],
  [['show', '--no-live'], 'npm run merchant -- show takes no --no-live.'],
  [['pos', 'add', '--merchant', 'x', '--moved'], 'npm run merchant -- pos add takes no --moved.'],
  [['show', 'x'], 'npm run merchant -- show takes no further word: x'],
  [['show'], '--merchant is needed.'],
  [['show', '--merchnat', 'x'], 'There is no option --merchnat.'],
  [['show', '--merchant'], '--merchant needs a value.'],
  [['create', '--name', 'x', '--test=yes'], '--test takes no value.'],
])('%j is refused before a service is called, with what the command takes', async (words, message) => {
  const { code, text } = await runMerchant(...words, '--local', 'http://127.0.0.1:9');
  expect([code, text.split('\n')[0]]).toEqual([1, message]);
  expect(text).toContain(`\n\nUsage: npm run merchant -- ${words[0]}`);
});

it('a command is found behind its options too', async () => {
  const { merchantId } = service.merchant;
  const { code, text } = await runLocally('--merchant', merchantId, 'pos', 'list');
  expect([code, text]).toEqual([0, expect.stringContaining('virtualPos')]);
});

it('invalid arguments print the usage and no stack trace', async () => {
  for (const args of [['--nonsense'], ['list', '--local'], ['list', '--outputs', posFile('null')]]) {
    const { code, text } = await spawnCommand('merchant', ...args);
    expect([code, text]).toEqual([1, expect.stringContaining('Usage: npm run merchant')]);
    expect(text).not.toMatch(/^ {4}at /m);
  }
});
