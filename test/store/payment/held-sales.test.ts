// What the head of a feed holds of a day's sales: it stays short, and a transaction has room for the rows of
// days that have ended (payments.md 8.4).

import { expect, it } from 'vitest';
import { type Event, eventId } from '#domain/event/event.ts';
import type { DayCount } from '#domain/payment/payment-statistics.ts';
import { recordEvents } from '#store/event/feed.ts';
import { addSales, type HeldSales, loadPaymentCounts } from '#store/payment/payment-statistics.ts';
import { tableName } from '#store/table/table.ts';
import { DAY, startHarness } from '../../harness/harness.ts';

const { service, now } = await startHarness();
const FIRST = Date.parse('2026-11-01T09:00:00Z');
const dayOf = (at: number) => new Date(FIRST + at * DAY).toISOString().slice(0, 10);
const sale = (day: string, slot = 'TRY'): DayCount => ({
  day,
  slot,
  add: { SuccessfulCount: 1, SuccessfulMinor: 100 },
});

it('the head names the rows of one ended day only, however many days it has lived', () => {
  let held: HeldSales | undefined;
  for (let at = 0; at < 30; at += 1) {
    const place = { merchantId: 'M', shard: 0, now: new Date(FIRST + at * DAY) };
    held = addSales(held, [sale(dayOf(at)), sale(dayOf(at), '~')], place).sales;
  }
  const names = Object.keys(JSON.parse(held ?? '{}'));
  expect(names.sort()).toEqual(['2026-11-30#TRY', '2026-11-30#~', '=2026-11-29#TRY']);
});

it('forty places of a day become rows at its end, and events of a month of days are recorded', async () => {
  const { merchantId } = await service.addMerchant();
  const slots = ['TRY', ...Array.from({ length: 39 }, (_, at) => `~word-${at}`)];
  const eventOf = (sequence: number): Event => {
    const of = { objectId: 'PAY-1', sequence, type: 'payment.failed' as const };
    const fixed = {
      objectType: 'Payment',
      ordinal: 0,
      mode: 'test',
      createdAt: now().toISOString(),
    } as const;
    return { ...of, ...fixed, id: eventId(of, tableName()), merchantId, data: { object: {}, previous: {} } };
  };
  const record = async (events: readonly Event[], at: Date, salesOf: (event: Event) => DayCount[]) =>
    await recordEvents(events, { merchantId, now: at, beside: () => [], salesOf });
  const today = new Date(FIRST + 30 * DAY);
  await record([eventOf(1)], today, () => slots.map((slot) => sale('2026-12-01', slot)));
  const ended = Array.from({ length: 55 }, (_, at) => eventOf(at + 2));
  await record(ended, new Date(FIRST + 31 * DAY), ({ sequence }) =>
    slots.slice(0, 3).map((slot) => sale(dayOf(sequence % 30), slot)),
  );
  const period = { merchantId, startDate: '2026-11-01', endDate: '2026-12-02' };
  const counts = await loadPaymentCounts(period, Promise.resolve(undefined));
  const total = counts.reduce((sum, one) => sum + (one.counts.SuccessfulCount ?? 0), 0);
  expect(total).toBe(40 + 3 * 55);
});
