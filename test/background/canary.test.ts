// The canary against the running service, and against a service that fails.
import { afterEach, describe, expect, it } from 'vitest';
import { handler } from '#canary.ts';
import { startHarness } from '../harness/harness.ts';

const { service, merchant, api, logs } = await startHarness();
const run = (id = 'canary-1') => handler({}, { awsRequestId: id });
const addresses = { PAY_URL: process.env['PAY_URL'], BASE_URL: process.env['BASE_URL'] };
afterEach(() => {
  Object.assign(process.env, addresses);
  delete process.env['CANARY_KEY'];
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
    expect(json.data.items).toMatchObject([{ amount: 1, status: 'Successful' }]);
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
