// An agreement that is recorded after days were closed without one (settlements.md 2.1): their commission becomes
// known once, is told as a difference, and no rate that was known changes.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agreementOf } from '../../../lib/operator/pos/agreement.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { DAY, SECOND, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ reconciles: true, events: true });
const { service, merchant, api, now, moveBy } = harness;
const { merchantId } = merchant;
const refunds = refundDriver(harness);
const nextDayAt = calendar(service);

const file = join(tmpdir(), `past-agreement-${process.pid}.csv`);
const record = async (rates: string, options: { from?: string; batchCloseAt?: string } = {}) => {
  writeFileSync(file, `ratePercent,blockedDays\n${rates}\n`);
  return await agreementOf(merchantId, { file, ...options }, now());
};
type Book = { id: string; date: string; state: string; commissionAmount: number | null; netAmount: number };
const books = async () =>
  (await api<{ items: (Book & { differedAt: string | null })[] }>('GET', '/api/settlement')).json.data.items;
const eventsOf = async (id: string) =>
  (await api<{ items: { type: string }[] }>('GET', `/api/event?objectId=${id}`)).json.data.items.map(
    ({ type }) => type,
  );

it('closed days without a rate get it once, also for what went back later, and tell it', async () => {
  await nextDayAt('10:00');
  const sold = await refunds.pay({ amountMinor: 10_000 });
  await nextDayAt('10:00');
  await refunds.partial(sold, 50);
  // Longer than the nights count a day again.
  await moveBy(6 * DAY);
  await nextDayAt('10:00');
  await refunds.pay({ amountMinor: 1_000 });
  await api('GET', '/api/me');
  await moveBy(SECOND);
  const closed = (await books()).slice(1);
  expect(closed.map(({ state, commissionAmount }) => [state, commissionAmount])).toEqual([
    ['Closed', null],
    ['Closed', null],
  ]);
  const [later, first] = closed;
  await expect(record('1,1', { from: '2020-01-01' })).rejects.toThrow(/366 days back/);
  await expect(record('1,1', { from: first?.date ?? '', batchCloseAt: '24:00' })).rejects.toThrow(/tomorrow/);
  const { pricedDays } = (await record('2,1', { from: first?.date ?? '' })) as { pricedDays?: string[] };
  expect(pricedDays).toEqual([later?.date, first?.date]);
  const [open, ...priced] = await books();
  expect(open).toMatchObject({ state: 'Open', commissionAmount: 0.2 });
  expect(priced.map(({ commissionAmount, netAmount }) => [commissionAmount, netAmount])).toEqual([
    [-1, -49],
    [2, 98],
  ]);
  expect(priced.map(({ differedAt }) => typeof differedAt)).toEqual(['string', 'string']);
  await moveBy(0);
  expect(await eventsOf(String(first?.id))).toEqual(['settlement.differs', 'settlement.closed']);
});

it('repeated it changes nothing, and other rates of a day that is over are refused', async () => {
  const before = await books();
  const from = before.at(-1)?.date ?? '';
  expect(await record('2,1', { from })).toMatchObject({ pricedDays: [] });
  await expect(record('3,1', { from })).rejects.toThrow(/another agreement holds/);
  expect(await books()).toEqual(before);
});

it('what another agreement of the same day replaces is still shown, with when', async () => {
  await record('3,1');
  await moveBy(SECOND);
  await record('5,1');
  await moveBy(SECOND);
  const { agreements } = await record('4,1');
  const rateOf = ({ rates }: (typeof agreements)[number]) => rates[0]?.ratePercent;
  expect(agreements.map((one) => [rateOf(one), one.replacedAt !== undefined])).toEqual([
    [4, false],
    [5, true],
    [3, true],
    [2, false],
  ]);
  expect((await books())[0]).toMatchObject({ state: 'Open', commissionAmount: 0.4 });
});
