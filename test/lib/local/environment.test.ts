// A process can start the local service again after stopping it; each start is a new, empty service.
import { expect, it } from 'vitest';
import { startLocalService } from '../../../lib/local/environment.ts';

async function addCustomer(baseUrl: string, apiKey: string): Promise<number> {
  const { status } = await fetch(`${baseUrl}/api/customer`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' }),
  });
  return status;
}

it('a stopped service restores the process, and the next one starts at the same URL', async () => {
  const environment = { ...process.env };
  const first = await startLocalService({ port: 0, startAt: new Date('2040-01-01T00:00:00Z') });
  expect(await addCustomer(first.baseUrl, first.merchant.apiKey)).toBe(201);
  await first.stop();
  expect(process.env).toEqual(environment);
  expect(new Date().getFullYear()).toBeLessThan(2040);
  await expect(fetch(first.baseUrl)).rejects.toThrow();

  const second = await startLocalService({ port: 0 });
  expect(second.baseUrl).toBe(first.baseUrl);
  expect(await addCustomer(second.baseUrl, first.merchant.apiKey)).toBe(401);
  expect(await addCustomer(second.baseUrl, second.merchant.apiKey)).toBe(201);
  await second.stop();
  expect(process.env).toEqual(environment);
});

it('a failed start restores the process', async () => {
  const environment = { ...process.env };
  const running = await startLocalService({ port: 0 });
  await expect(startLocalService({ port: 0 })).rejects.toThrow('EADDRINUSE');
  expect(await addCustomer(running.baseUrl, running.merchant.apiKey)).toBe(201);
  await running.stop();
  expect(process.env).toEqual(environment);
});
