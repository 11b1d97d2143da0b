// The local clock runs the announcing function only on mornings with an announcement.
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { DAY, startHarness } from '../../../harness/harness.ts';

const mornings: string[] = [];
const harness = await startHarness({
  events: true,
  announces: true,
  around: async ({ functionName }, run) => {
    if (functionName === 'announce') mornings.push(harness.now().toISOString());
    return await run();
  },
});
const { service, moveBy, now } = harness;

it('years pass without a run of the announcing function while no announcement is due', async () => {
  await moveBy(3 * 365 * DAY);
  expect(mornings).toEqual([]);
});

it('a year of a monthly plan has a run for each announced charge, and for each month', async () => {
  const { apiKey: key } = await service.addMerchant({ upcomingChargeDays: 3 });
  service.rescheduleTimers();
  const startDate = new Date(now().getTime() + 10 * DAY).toISOString();
  await recurringPaymentDriver(harness, key).create({ startDate });
  await moveBy(365 * DAY);
  expect(mornings.filter((one) => !/-0[1-7]T/.test(one))).toHaveLength(12);
  expect(mornings.length).toBeLessThanOrEqual(12 + 13 * 2);
  expect(mornings.every((one) => one.endsWith('T06:00:00.000Z'))).toBe(true);
});
