// A command that stores an instant for functions is refused on a machine whose clock is not AWS's.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../../../lib/local/free-port.ts';
import { requireAwsClock } from '../../../lib/operator/aws/aws-clock.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const server = createServer((request, answer) => {
  answer.sendDate = false;
  if (request.url !== '/silent') answer.setHeader('date', new Date(NOW).toUTCString());
  answer.setHeader('connection', 'close').end();
});
await new Promise<void>((listening) => void server.listen(0, listening));
afterAll(() => void server.close());
const url = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}/${path}`;
const compare = async (aheadMs: number, path = '') =>
  await requireAwsClock(new Date(NOW + aheadMs), url(path));

it.each([10_000, 0, -10_000])('a clock that differs by %i ms is near enough', async (aheadMs) => {
  await compare(aheadMs);
});

it.each([11_000, -90_000])('a clock that differs by %i ms is refused, with the seconds', async (aheadMs) => {
  await expect(compare(aheadMs)).rejects.toThrow(`by ${aheadMs / 1000} s. Set it`);
});

it('an answer without a time is no proof', async () => {
  await expect(compare(0, 'silent')).rejects.toThrow('clock');
});

it('without a network it says which host does not answer', async () => {
  const port = await freePort();
  await expect(requireAwsClock(new Date(NOW), `http://localhost:${port}/`)).rejects.toThrow(
    `AWS's clock: localhost:${port} does not answer (ECONNREFUSED)`,
  );
});
