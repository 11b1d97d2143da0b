// `npm start` gives a shop under development all it needs for its first payment.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { guideCode } from '../docs/shop-code.ts';
import { npmStart } from './driver/npm-start.ts';

const { at, start } = npmStart();

/** Creates a page and leaves it without paying. Returns the address of the shop to which the buyer goes. */
async function leavePage(baseUrl: string, key: string, order: object): Promise<string> {
  const address = 'https://shop.example/basket';
  const created = await fetch(`${baseUrl}/api/payment/hostedpage`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...order, successUrl: address, failUrl: address }),
  });
  const { data } = (await created.json()) as { data: { hostedPageUrl: string } };
  const left = await fetch(`${data.hostedPageUrl}/leave`, { redirect: 'manual' });
  const location = left.headers.get('location');
  if (location === null) throw new Error(`The page was not left: ${left.status}`);
  return location;
}

it('a first return is verified with the settings in shop.env, which only its user may read', async () => {
  const file = join(at.folder, 'shop.env');
  writeFileSync(file, 'of an earlier service\n', { mode: 0o644 });
  const { baseUrl, output } = await start();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const settings = readFileSync(file, 'utf8');
  expect(output()).toContain(settings);
  const order = { orderNumber: 'FIRST-1', amount: 40.5, currency: 'TRY' };
  const url = await leavePage(baseUrl, parseEnv(settings)['PAYMENT_API_KEY'] ?? '', order);
  const shop = join(at.folder, 'shop.mjs');
  const verify = `console.log(verifiedOrder(${JSON.stringify(url)}, ${JSON.stringify(order)}).status)`;
  writeFileSync(shop, `${guideCode('js')}\n${verify}`);
  // A variable that is set already wins over the file's, and the tests of the guides set the same ones.
  const shown = execFileSync(process.execPath, [`--env-file=${file}`, shop], { encoding: 'utf8', env: {} });
  expect(shown).toBe('Cancelled\n');
  const asking = { 'X-Api-Key': parseEnv(settings)['PAYMENT_REFUND_KEY'] ?? '' };
  const codes = ['/api/Refund', '/api/Refund/x/approve', '/api/customer'].map(async (path) => {
    const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers: asking });
    return ((await answer.json()) as { errorCode: string }).errorCode;
  });
  expect(await Promise.all(codes)).toEqual(['INVALID_JSON', 'SCOPE_MISSING', 'SCOPE_MISSING']);
});

it('without a folder the settings of a shop are only printed', async () => {
  const { output } = await start({ DATA: 'memory' });
  expect(output()).toMatch(/^PAYMENT_SIGNING_SECRETS='\{"[\w-]+":"whsec_[^"]+"\}'$/m);
  expect(output()).not.toContain('shop.env');
});
