// Years of charges: a long plan with declines, many recurring payments through twelve months, and charges
// that are spread over a merchant's window.

import { describe, expect, it } from 'vitest';
import { planOrderId } from '#domain/recurring-payment/attempt-name.ts';
import { spreadMs } from '#domain/recurring-payment/spread.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, SECOND, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const harness = await startHarness({ startAt: new Date('2026-01-01T00:00:00Z') });
const { service, now } = harness;
const driver = recurringPaymentDriver(harness);
const to = (instantMs: number) => service.timeline.moveTo(instantMs);

const iso = (instantMs: number) => new Date(instantMs).toISOString();
const tomorrow = () => Math.ceil(now().getTime() / DAY) * DAY + DAY + 9 * HOUR;

/** Four years have a leap day. */
const MONTHS = rounds(120, 48);

it(`a monthly plan of ${MONTHS} months with declines keeps every due date`, async () => {
  const startMs = tomorrow();
  const body = await driver.body({ startDate: iso(startMs), maxPaymentCount: MONTHS });
  const preview = (await driver.preview(body)).json.data;
  const { id } = await driver.create(body);
  // Every third charge fails once or twice before it succeeds.
  const script = Array.from({ length: 60 }, (_, at) => [
    'approve',
    'approve',
    ...(at % 2 === 0 ? ['decline:51', 'approve'] : ['decline:05', 'decline:61', 'approve']),
  ]).flat();
  service.bank.script(script);
  await to(startMs + (MONTHS / 12) * 366 * DAY);
  service.bank.script([]);
  const attempts = await driver.attempts(id);
  const paid = attempts.filter(({ status }) => status === 'Succeeded');
  expect(paid.map(({ dueDate }) => dueDate)).toEqual(preview.charges.map(({ dueAt }) => dueAt));
  // Of each six charges, one fails once and one twice.
  expect(attempts).toHaveLength(MONTHS + MONTHS / 6 + (2 * MONTHS) / 6);
  expect(await driver.show(id)).toMatchObject({ status: 'Completed', totalCollectedAmount: 100 * MONTHS });
  await driver.checkBooks(id);
});

describe('many recurring payments that are due together', () => {
  it('each of them is charged on twelve days in twelve months', async () => {
    const ownerIds = { customerId: await driver.customer(), cardStorageId: await driver.card() };
    const startMs = tomorrow();
    const body = await driver.body({ ...ownerIds, startDate: iso(startMs) });
    const ids = [];
    for (let at = 0; at < rounds(20, 4); at += 1) ids.push((await driver.post(body)).json.data.id);
    await to(startMs + 360 * DAY);
    const ledger = service.bank.ledger();
    for (const id of ids) {
      const prefix = `${planOrderId(id)}P`;
      const sold = ledger
        .filter(({ orderId }) => orderId.startsWith(prefix))
        .map(({ at }) => at.slice(0, 10));
      expect(new Set(sold).size).toBe(12);
      expect(sold).toHaveLength(12);
    }
    for (const id of ids) await driver.cancel(id);
  });

  it('the charges are spread over the merchant’s window, and the due dates do not change', async () => {
    const { apiKey } = await service.addMerchant({ spreadWindowMinutes: 60 });
    const other = recurringPaymentDriver(harness, apiKey);
    const ownerIds = { customerId: await other.customer(), cardStorageId: await other.card() };
    const startMs = tomorrow();
    const body = await other.body({ ...ownerIds, startDate: iso(startMs), maxPaymentCount: 2 });
    const ids = [];
    for (let at = 0; at < rounds(24, 8); at += 1) ids.push((await other.post(body)).json.data.id);
    expect((await other.show(ids[0] ?? '')).nextPaymentDate).toBe(iso(startMs));
    await to(startMs + 40 * DAY);
    for (const id of ids) {
      const [first, second] = await other.attempts(id);
      const delays = [first, second].map(
        (one) => Date.parse(one?.attemptedAt ?? '') - Date.parse(one?.dueDate ?? ''),
      );
      expect(first?.dueDate).toBe(iso(startMs));
      // The delay within the window follows from the id: a schedule has whole seconds.
      const delay = Math.ceil(spreadMs(id, HOUR) / SECOND) * SECOND;
      expect(delays).toEqual([delay, delay]);
      await other.checkBooks(id);
    }
  });
});
