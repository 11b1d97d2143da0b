// `npm run merchant -- purge`: deletes cards that expired long ago, of all merchants, and no others (PCI DSS
// 3.2.1).
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { cardBody } from '../endpoints/card/stored-cards.ts';
import { startHarness } from '../harness/harness.ts';
import { runCommand } from './command.ts';

const harness = await startHarness();
const { api, service, merchant } = harness;
const other = await service.addMerchant();
const driver = recurringPaymentDriver(harness);

type Purge = { found: { id: string }[]; deleted: number; keptInUse: number };
async function purge(...options: string[]): Promise<Purge> {
  const { code, text } = await runCommand('merchant', 'purge', ...options, '--local', service.baseUrl);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text) as Purge;
}

async function store(month: string, year: string, key: string): Promise<string> {
  const body = cardBody({ expiryMonth: month, expiryYear: year, cardAlias: `${month} ${year}` });
  const answer = await api('POST', '/api/card', { body, key });
  expect(answer.status).toBe(201);
  return String(answer.json.data['id']);
}
const exists = async (id: string, key = merchant.apiKey) =>
  (await api('GET', `/api/card/${id}`, { key })).status === 200;

it('a purge lists cards that expired long enough ago, and deletes them only if it is confirmed', async () => {
  const early = await store('12', '2026', merchant.apiKey);
  const theirs = await store('01', '2027', other.apiKey);
  const late = await store('02', '2027', merchant.apiKey);
  const valid = await store('12', '2040', merchant.apiKey);
  const { id: used } = (
    await api('POST', '/api/card', { body: cardBody({ expiryMonth: '12', expiryYear: '2026' }) })
  ).json.data as { id: string };
  const { id: recurring } = await driver.create({ cardStorageId: used, startDate: '2026-12-15T09:00:00Z' });
  await driver.pause(recurring);

  // The last day of the eighteenth month after December 2026.
  await service.timeline.moveTo(Date.parse('2028-05-31T12:00:00Z'));
  expect(await purge()).toMatchObject({ found: [], deleted: 0 });
  await service.timeline.moveTo(Date.parse('2028-07-15T12:00:00Z'));
  const idsOf = ({ found }: Purge) => found.map(({ id }) => id).sort();
  const listed = await purge();
  expect([idsOf(listed), listed.deleted]).toEqual([[early, theirs].sort(), 0]);
  expect(await exists(early)).toBe(true);

  const done = await purge('--confirm');
  expect([idsOf(done), done.deleted, done.keptInUse]).toEqual([[early, theirs].sort(), 2, 1]);
  expect([await exists(early), await exists(theirs, other.apiKey)]).toEqual([false, false]);
  expect([await exists(late), await exists(valid), await exists(used)]).toEqual([true, true, true]);
  expect((await purge('--confirm')).found).toEqual([]);
  expect(idsOf(await purge('--expired-months', '17'))).toEqual([late]);
});

it.each(['0', '5', '1.5', 'all'])('--expired-months %s is refused', async (months) => {
  await expect(purge('--expired-months', months)).rejects.toThrow(
    '--expired-months is a number from 6 to 120',
  );
});
