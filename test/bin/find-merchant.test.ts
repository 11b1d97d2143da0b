// `npm run merchant -- find`: finds a merchant by name, or by the text of a leaked key.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { changeMerchant, issueKey, revokeKey } from '../../lib/operator/onboarding.ts';
import { startHarness } from '../harness/harness.ts';
import { everyRow, tracesIn } from '../harness/traces.ts';
import { type CommandResult, runCommand } from './driver/command.ts';

const { service, merchant, now, logs } = await startHarness();
const folder = mkdtempSync(join(tmpdir(), 'find-merchant-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const find = (...given: string[]): Promise<CommandResult> =>
  runCommand('merchant', 'find', ...given, '--local', service.baseUrl);
const found = async (...given: string[]) =>
  JSON.parse((await find(...given)).text) as Record<string, unknown>[];
function fileOf(text: string): string {
  const file = join(folder, 'leak.txt');
  writeFileSync(file, text);
  return file;
}

it('a merchant is found by a part of its name, in any Turkish case, also after it was renamed', async () => {
  const { merchantId } = await service.addMerchant({ name: 'Iğdır Kayısı' });
  await service.addMerchant({ name: 'Iğdır Elması', mode: 'live' });
  expect(await found('--name', 'ığdır kay')).toMatchObject([
    { merchantId, name: 'Iğdır Kayısı', mode: 'test' },
  ]);
  expect(await found('--name', 'IĞDIR')).toHaveLength(2);
  await changeMerchant(merchantId, { name: 'Kars Kaşarı' });
  expect(await found('--name', 'iğdır')).toEqual([]);
  expect(await found('--name', 'KARS')).toMatchObject([{ merchantId }]);
});

it('the owners of keys are found in any text, also of keys that were revoked', async () => {
  const { merchantId } = await service.addMerchant({ name: 'Sızıntı' });
  const { keyId, apiKey } = await issueKey(merchantId, now());
  await revokeKey(merchantId, keyId, now());
  const unknown = `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;
  const text = `PAYMENT_KEY=${apiKey}\n{"key":"${merchant.apiKey}"} ${unknown} ${apiKey}`;
  const owners = await found('--api-key', fileOf(text));
  expect(owners).toMatchObject([
    { keyId, merchantId, name: 'Sızıntı', revokedAt: expect.any(String) },
    { merchantId: merchant.merchantId, revokedAt: null },
  ]);
});

it('the text of a key is neither printed, nor recorded, nor logged', async () => {
  const secrets = [{ name: 'key', value: merchant.apiKey }];
  const { code, text } = await find('--api-key', fileOf(merchant.apiKey));
  expect([code, tracesIn(text, secrets)]).toEqual([0, []]);
  // A key that is passed itself instead of in a file is not repeated either.
  const mistaken = await find('--api-key', merchant.apiKey);
  expect([mistaken.code, tracesIn(mistaken.text, secrets)]).toEqual([1, []]);
  expect(mistaken.text).toContain('--api-key is a file');
  const rows = (await everyRow()).join('\n');
  expect(tracesIn(rows + logs.join('\n'), secrets)).toEqual([]);
});

it.each([
  [[], 'One of --name and --api-key is needed'],
  [['--name', 'x', '--api-key', 'y'], 'One of --name and --api-key is needed'],
])('a search with %j finds nothing and names the missing option', async (given, message) => {
  const { code, text } = await find(...given);
  expect([code, text]).toEqual([1, expect.stringContaining(message)]);
});

it('a text without a valid key is refused', async () => {
  const { code, text } = await find('--api-key', fileOf('psk_live_x'));
  expect([code, text]).toEqual([1, expect.stringContaining('contains no API key')]);
});
