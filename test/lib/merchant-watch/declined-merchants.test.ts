// The search for merchants whose payments are all declined, against a server that answers like CloudWatch
// Logs.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handler } from '../../../lib/merchant-watch/declined-merchants.ts';

type Row = { merchantId: string; ended: number; ofPages?: number; ofCharges?: number };
let rows: Row[] = [];
let statuses: string[] = [];
let asked: { operation: string; sent: Record<string, unknown> }[] = [];
const lines: string[] = [];

async function receive(request: IncomingMessage): Promise<string> {
  const sent = JSON.parse(await text(request)) as Record<string, unknown>;
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  asked.push({ operation, sent });
  if (operation === 'StartQuery') return JSON.stringify({ queryId: 'Q-1' });
  const fields = rows.map((row) =>
    Object.entries(row).map(([field, value]) => ({ field, value: String(value) })),
  );
  return JSON.stringify({ status: statuses.shift() ?? 'Complete', results: fields });
}
const server = createServer((request, response) => {
  receive(request).then(
    (body) => void response.end(body),
    () => response.destroy(),
  );
});
const SETTINGS = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 's',
  LOG_GROUPS: '/aws/lambda/pay,/aws/lambda/charge',
  QUERY: 'filter ispresent(PagesDeclined)',
  NAMESPACE: 'Payment/sandbox/Merchants',
};
beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, listening));
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  for (const [name, value] of Object.entries({ ...SETTINGS, AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: address }))
    vi.stubEnv(name, value);
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(String(line)));
});
afterAll(() => {
  server.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  rows = [];
  statuses = [];
  asked = [];
  lines.length = 0;
});

it('a merchant all of whose ten payments were declined is found, named and counted', async () => {
  rows = [
    { merchantId: 'all', ended: 10, ofPages: 7, ofCharges: 3 },
    { merchantId: 'charges-only', ended: 40, ofCharges: 40 },
    { merchantId: 'one-paid', ended: 500, ofPages: 499 },
    { merchantId: 'few', ended: 9, ofPages: 9 },
  ];
  expect(await handler()).toEqual({ merchants: ['all', 'charges-only'] });
  expect(lines.filter((line) => line.includes('every payment declined'))).toHaveLength(2);
  const metric = JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  expect(metric).toMatchObject({ MerchantsDeclined: 2 });
  expect(JSON.stringify(metric['_aws'])).toContain('"Namespace":"Payment/sandbox/Merchants"');
});

it('a half hour without such merchants is counted as none, so that the alarm ends', async () => {
  expect(await handler()).toEqual({ merchants: [] });
  expect(lines.at(-1)).toContain('"MerchantsDeclined":0');
});

it('the previous half hour is read in the given log groups, with the given query', async () => {
  await handler();
  const [{ operation, sent } = { operation: '', sent: {} }] = asked;
  expect(operation).toBe('StartQuery');
  expect(sent).toMatchObject({
    logGroupNames: ['/aws/lambda/pay', '/aws/lambda/charge'],
    queryString: 'filter ispresent(PagesDeclined)',
  });
  expect(Number(sent['endTime']) - Number(sent['startTime'])).toBe(1800);
});

it('a query that fails fails the run, and counts nothing', async () => {
  statuses = ['Failed'];
  await expect(handler()).rejects.toThrow('The query ended as Failed.');
  expect(lines).toEqual([]);
});
