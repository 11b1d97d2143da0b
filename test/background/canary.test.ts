// The canary against the running service, and against a service that fails.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { handler } from '#canary.ts';
import { startHarness } from '../harness/harness.ts';
import { everyRow } from '../store/every-row.ts';

const { service, merchant, api, logs, moveBy } = await startHarness({ events: true });
const run = (id = 'canary-1') => handler({}, { awsRequestId: id });
/** A merchant whose buyers pass 3-D Secure, as that of a deployed canary. */
async function ownMerchant() {
  const own = await service.addMerchant({ threeDSecure: 'always' });
  process.env['CANARY_KEY'] = own.apiKey;
  return own;
}
/** Events are recorded and sent as time passes. */
async function runWhileTimePasses(id: string): Promise<void> {
  let isOver = false;
  const ended = run(id).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await moveBy(1_000);
    await pause(50);
  }
  expect(await ended).toEqual({ seen: 'paid' });
}
const addresses = { PAY_URL: process.env['PAY_URL'], BASE_URL: process.env['BASE_URL'] };
afterEach(() => {
  Object.assign(process.env, addresses);
  delete process.env['CANARY_KEY'];
  delete process.env['CANARY_MERCHANT'];
});

describe('the canary', () => {
  it('the canary opens the form and asks the authorizer, and pays nothing, if it has no key', async () => {
    const before = service.bank.ledger().length;
    expect(await run()).toEqual({ seen: 'opened' });
    expect(service.bank.ledger().length).toBe(before);
    expect(logs.some((line) => line.includes('"canary"') && line.includes('"outcome":"opened"'))).toBe(true);
  });

  it('the canary pays a page with a test merchant’s key, and bank and merchant see it', async () => {
    process.env['CANARY_KEY'] = merchant.apiKey;
    expect(await run('canary-2')).toEqual({ seen: 'paid' });
    const { json } = await api<{ items: object[] }>('GET', '/api/payment?orderNumber=canary-2');
    expect(json.data.items).toMatchObject([{ amount: 1, refundedAmount: 1 }]);
  });

  it('the canary passes 3-D Secure, gives the money back, and sees its event delivered', async () => {
    const { apiKey: key } = await ownMerchant();
    await runWhileTimePasses('canary-4');
    const { json } = await api<{ items: { url: string; state: string }[] }>('GET', '/api/webhook', { key });
    expect(json.data.items).toMatchObject([{ url: `${service.baseUrl}/fim/receiver`, state: 'Active' }]);
    const paid = await api<{ items: object[] }>('GET', '/api/payment?orderNumber=canary-4', { key });
    expect(paid.json.data.items).toMatchObject([{ status: 'Cancelled', threeDSecure: true }]);
    await runWhileTimePasses('canary-5');
    const seen = await api<{ items: object[] }>('GET', '/api/event?type=payment.succeeded&limit=1', { key });
    const [{ id } = { id: '' }] = seen.json.data.items as { id: string }[];
    const sent = await api<{ items: object[] }>('GET', `/api/event/${id}/deliveries`, { key });
    expect(sent.json.data.items).toMatchObject([{ state: 'Delivered' }]);
    expect((await api<{ items: object[] }>('GET', '/api/webhook', { key })).json.data.items).toHaveLength(1);
  });

  it('the canary fails if its payment cannot be given back', async () => {
    process.env['CANARY_KEY'] = merchant.apiKey;
    service.bank.script(['approve', 'lost-before']);
    await expect(run('canary-6')).rejects.toThrow('The payment was not given back: ');
  });

  it('what the canary pays is measured nowhere, and its rows expire', async () => {
    const { merchantId } = await ownMerchant();
    process.env['CANARY_MERCHANT'] = merchantId;
    const before = logs.length;
    await runWhileTimePasses('canary-7');
    await runWhileTimePasses('canary-8');
    const measured = logs.slice(before).filter((line) => line.includes('"_aws"'));
    expect(measured.filter((line) => line.includes(merchantId) || line.includes('"BankLatency"'))).toEqual(
      [],
    );
    const rows = (await everyRow()).filter((row) => JSON.stringify(row).includes(merchantId));
    const kept = rows.filter((row) => row['expiresAtSeconds'] === undefined);
    const kinds = kept.map(({ pk, sk }) => `${pk.split('#')[0]} ${sk.split('#')[0]}`);
    expect(rows.length).toBeGreaterThan(8);
    // The account itself, its feed, and its counters, one row a day.
    expect([...new Set(kinds)].sort()).toEqual([
      'KEY KEY',
      'M 2026-11-20',
      'M COUNT',
      'M FEED',
      'M MERCHANT',
      `MERCHANTS ${merchantId}`,
    ]);
  });

  it('the canary fails if the bank declines, the form is gone, or API or page are not reached', async () => {
    process.env['CANARY_KEY'] = merchant.apiKey;
    service.bank.script(['decline:51']);
    await expect(run('canary-3')).rejects.toThrow('The page was not paid: ');
    process.env['PAY_URL'] = `${service.baseUrl}/nowhere`;
    await expect(run()).rejects.toThrow('The form answered 404.');
    process.env['PAY_URL'] = 'http://localhost:1';
    await expect(run()).rejects.toThrow();
    Object.assign(process.env, { ...addresses, BASE_URL: `${service.baseUrl}/nowhere` });
    await expect(run()).rejects.toThrow('The API answered 404.');
  });

  it('the canary fails if its key may not create pages', async () => {
    process.env['CANARY_KEY'] = 'psk_test_unknown';
    await expect(run()).rejects.toThrow('No page was created: 401.');
  });
});
