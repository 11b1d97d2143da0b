// `npm run merchant -- purge`: announces the deletion of cards that expired or were last used long ago, and
// deletes them after the notice, and no other cards (PCI DSS 3.2.1).
import { expect, it } from 'vitest';
import { DAY_MS } from '#domain/time/duration.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { type CardView, cardBody } from '../endpoints/card/stored-cards.ts';
import { startHarness } from '../harness/harness.ts';
import { runCommand } from './driver/command.ts';

const harness = await startHarness();
const { api, buyer, createPage, now, service } = harness;

type Found = { id: string; why: string; deletionPlannedAt: string | null };
type Purge = { found: Found[]; announced: number; waiting: number; deleted: number; keptInUse: number };
async function purge(...options: string[]): Promise<Purge> {
  const { code, text } = await runCommand('merchant', 'purge', ...options, '--local', service.baseUrl);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text) as Purge;
}
const moveDays = (days: number) => service.timeline.moveTo(now().getTime() + days * DAY_MS);
/** Whole days from now: the clock runs on during a command. */
const daysUntil = (date: unknown) => Math.round((Date.parse(String(date)) - now().getTime()) / DAY_MS);
const idsOf = ({ found }: Purge) => found.map(({ id }) => id).sort();

/** Creates a new merchant for each test. The cards of the other merchants stay unchanged. */
async function newShop() {
  const { merchantId, apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
  const show = (id: string) => api<CardView>('GET', `/api/card/${id}`, { key });
  return {
    key,
    purge: (...options: string[]) => purge('--merchant', merchantId, ...options),
    async store(more: Record<string, unknown> = {}): Promise<string> {
      const body = cardBody({ expiryMonth: '12', expiryYear: '2049', ...more });
      const answer = await api('POST', '/api/card', { body, key });
      expect(answer.status).toBe(201);
      return String(answer.json.data['id']);
    },
    exists: async (id: string) => (await show(id)).status === 200,
    plannedFor: async (id: string) => (await show(id)).json.data.deletionPlannedAt,
    renew: (id: string) =>
      api('PUT', `/api/card/${id}`, { key, body: { expiryMonth: '12', expiryYear: '2049' } }),
    async makeCustomer(): Promise<string> {
      const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
      return String((await api('POST', '/api/customer', { body, key })).json.data['id']);
    },
    async pay(customerId: string, entry: Record<string, string>) {
      const form = await buyer.open((await createPage({ customerId }, { key })).hostedPageUrl);
      const empty = { ownerName: '', cardNumber: '', expiryMonth: '', expiryYear: '' };
      expect((await buyer.post(form, { ...empty, cvv: '123', ...entry })).status).toBe(303);
    },
  };
}
const EXPIRED = { expiryMonth: '12', expiryYear: '2026' };
const UNUSED = ['--unused-months', '12'];

it('a purge lists long expired cards, announces their deletion, and deletes them on that date', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const early = await shop.store(EXPIRED);
  const theirs = await other.store({ expiryMonth: '01', expiryYear: '2027' });
  const late = await shop.store({ expiryMonth: '02', expiryYear: '2027' });
  const valid = await shop.store();
  // The last day of the eighteenth month after December 2026.
  await service.timeline.moveTo(Date.parse('2028-05-31T12:00:00Z'));
  expect(await purge('--confirm')).toMatchObject({ found: [], announced: 0, deleted: 0 });

  await service.timeline.moveTo(Date.parse('2028-07-15T12:00:00Z'));
  const listed = await purge();
  expect([idsOf(listed), listed.announced, listed.deleted]).toEqual([[early, theirs].sort(), 0, 0]);
  expect(await shop.plannedFor(early)).toBeNull();

  const first = await purge('--confirm');
  expect(first).toMatchObject({ announced: 2, waiting: 0, deleted: 0 });
  const days = first.found.map(({ why, deletionPlannedAt }) => [why, daysUntil(deletionPlannedAt)]);
  expect(days).toEqual([
    ['expired', 30],
    ['expired', 30],
  ]);
  const date = await shop.plannedFor(early);
  expect(first.found.map(({ deletionPlannedAt }) => deletionPlannedAt).sort()).toEqual(
    [date, await other.plannedFor(theirs)].sort(),
  );

  // At this instant the third card has been expired for eighteen months too.
  await service.timeline.moveTo(Date.parse(String(date)) - 60_000);
  expect(await purge('--confirm')).toMatchObject({ announced: 1, waiting: 2, deleted: 0 });
  await service.timeline.moveTo(Date.parse(String(date)) + 1000);
  expect(await purge('--confirm')).toMatchObject({ announced: 0, waiting: 1, deleted: 2 });
  expect([await shop.exists(early), await other.exists(theirs)]).toEqual([false, false]);
  expect([await shop.exists(late), await shop.exists(valid)]).toEqual([true, true]);
  expect([daysUntil(await shop.plannedFor(late)), await shop.plannedFor(valid)]).toEqual([30, null]);
});

it('a card that was not used for long is announced and, after the notice, deleted', async () => {
  const shop = await newShop();
  const id = await shop.store();
  await moveDays(365);
  // A use is recorded once in thirty days, so one more month must have passed.
  expect((await shop.purge('--confirm', ...UNUSED)).found).toEqual([]);
  await moveDays(70);
  expect((await shop.purge('--confirm')).found).toEqual([]);
  const announced = await shop.purge('--confirm', ...UNUSED, '--notice-days', '45');
  expect(announced).toMatchObject({ announced: 1, deleted: 0 });
  expect(announced.found).toMatchObject([{ id, why: 'unused' }]);
  const date = await shop.plannedFor(id);
  expect(daysUntil(date)).toBe(45);
  await moveDays(44);
  // A shorter notice does not bring an announced date forward.
  expect(await shop.purge('--confirm', ...UNUSED)).toMatchObject({ announced: 0, waiting: 1, deleted: 0 });
  expect(await shop.plannedFor(id)).toBe(date);
  await moveDays(1);
  expect((await shop.purge('--confirm', ...UNUSED)).deleted).toBe(1);
  expect(await shop.exists(id)).toBe(false);
});

it('a card that pays on a page after the announcement is kept, and its answer shows that', async () => {
  const shop = await newShop();
  const customerId = await shop.makeCustomer();
  const [used, unused] = [await shop.store({ customerId }), await shop.store({ customerId })];
  await shop.pay(customerId, { savedCard: used });
  await moveDays(435);
  expect((await shop.purge('--confirm', ...UNUSED)).announced).toBe(2);
  await shop.pay(customerId, { savedCard: used });
  expect([await shop.plannedFor(used), await shop.plannedFor(unused)]).toEqual([null, expect.any(String)]);
  await moveDays(31);
  expect((await shop.purge('--confirm', ...UNUSED)).deleted).toBe(1);
  // Its use is recorded: ten months later the card does not count as unused.
  await moveDays(300);
  expect((await shop.purge('--confirm', ...UNUSED)).found).toEqual([]);
  expect([await shop.exists(used), await shop.exists(unused)]).toEqual([true, false]);
});

it('a card that a buyer types in and saves again after the announcement is spared', async () => {
  const shop = await newShop();
  const customerId = await shop.makeCustomer();
  const id = await shop.store({ customerId });
  await moveDays(435);
  expect((await shop.purge('--confirm', ...UNUSED)).announced).toBe(1);
  const { cardNumber, expiryMonth } = cardBody();
  const typed = { ownerName: 'Ayşe Yılmaz', cardNumber, expiryMonth, expiryYear: '2045', saveCard: 'yes' };
  await shop.pay(customerId, typed);
  expect(await shop.plannedFor(id)).toBeNull();
  await moveDays(31);
  expect((await shop.purge('--confirm', ...UNUSED)).found).toEqual([]);
});

it('an expired card that is renewed after the announcement is spared', async () => {
  const shop = await newShop();
  const next = new Date(now().getTime() + 40 * DAY_MS).toISOString();
  const id = await shop.store({ expiryMonth: next.slice(5, 7), expiryYear: next.slice(0, 4) });
  await moveDays(365 * 2);
  expect((await shop.purge('--confirm')).announced).toBe(1);
  expect((await shop.renew(id)).json.data).toMatchObject({ deletionPlannedAt: null });
  expect(await shop.plannedFor(id)).toBeNull();
  await moveDays(31);
  expect((await shop.purge('--confirm')).found).toEqual([]);
  expect(await shop.exists(id)).toBe(true);
});

it('a card is kept while a recurring payment uses it, and counts as used until the plan ends', async () => {
  const shop = await newShop();
  const driver = recurringPaymentDriver(harness, shop.key);
  const [used, late] = [await shop.store(), await shop.store()];
  const { id } = await driver.create({ cardStorageId: used });
  await driver.pause(id);
  await moveDays(435);
  expect(await shop.purge('--confirm', ...UNUSED)).toMatchObject({ announced: 1, keptInUse: 1 });
  const { id: newer } = await driver.create({ cardStorageId: late });
  await driver.pause(newer);
  expect(await shop.plannedFor(late)).toBeNull();
  await moveDays(31);
  expect(await shop.purge('--confirm', ...UNUSED)).toMatchObject({ found: [], deleted: 0, keptInUse: 2 });
  await driver.cancel(id);
  expect((await shop.purge('--confirm', ...UNUSED)).found).toEqual([]);
  await moveDays(435);
  expect(idsOf(await shop.purge('--confirm', ...UNUSED))).toEqual([used]);
});

it('the cards of another merchant are not touched with --merchant', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const [mine, theirs] = [await shop.store(), await other.store()];
  await moveDays(435);
  expect(idsOf(await shop.purge('--confirm', ...UNUSED))).toEqual([mine]);
  expect(await other.plannedFor(theirs)).toBeNull();
  await moveDays(31);
  expect((await shop.purge('--confirm', ...UNUSED)).deleted).toBe(1);
  expect([await shop.exists(mine), await other.exists(theirs)]).toEqual([false, true]);
  const unknown = '01890000-0000-7000-8000-000000000002';
  await expect(purge('--merchant', unknown)).rejects.toThrow(`There is no merchant ${unknown}.`);
});

it.each([
  ['--expired-months', '5', 'a number from 6 to 120'],
  ['--expired-months', '1.5', 'a number from 6 to 120'],
  ['--unused-months', '0', 'a number from 6 to 120'],
  ['--unused-months', 'all', 'a number from 6 to 120'],
  ['--notice-days', '29', 'a number from 30 to 365'],
  ['--notice-days', '-30', 'a number from 30 to 365'],
])('the option %s %s is refused', async (option, value, why) => {
  await expect(purge(`${option}=${value}`)).rejects.toThrow(`${option} is ${why}.`);
});
