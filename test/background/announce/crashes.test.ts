// The announcing function meets a crash, a lost call or an outage at every single call: the next run records
// each announcement once.
import { expect, it } from 'vitest';
import { eventsOf } from '../../drivers/events.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../../harness/faults.ts';
import { DAY, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
// The clock starts on the first day of a month, on which cards are announced too.
const startAt = new Date('2026-12-01T07:00:00Z');
const harness = await startHarness({ around: faults.around, dueShards: 1, startAt });
const { service, now } = harness;
const run = () => service.lambdas.invoke('announce', {});

it.each(FAULTS_TO_INJECT)('a run that is repeated after "%s" announces everything once', async (fault) => {
  const { merchantId, apiKey } = await service.addMerchant({ upcomingChargeDays: 9 });
  const api = ((method, path, request = {}) =>
    harness.api(method, path, { key: apiKey, ...request })) as typeof harness.api;
  const plans = recurringPaymentDriver({ api, service });
  await atEachCall(callsToFault(fault), 2, async (at) => {
    const cardStorageId = await plans.card(undefined, { expiryMonth: '12', expiryYear: '2026' });
    const startDate = new Date(now().getTime() + 5 * DAY).toISOString();
    const { id } = await plans.create({ cardStorageId, startDate });
    const report = faults.arm('announce', at, fault);
    await run().catch(() => {});
    // A read that the crash has left pending fails one more time.
    await run().catch(() => {});
    expect(await run()).toMatchObject({ failed: 0 });
    const events = [...(await eventsOf(merchantId, id)), ...(await eventsOf(merchantId, cardStorageId))];
    expect(events.map(({ type }) => type)).toEqual(['recurring_payment.upcoming', 'card.expiring']);
    // Each run looks at all plans that are due, so that those of earlier cases would make it longer.
    await plans.cancel(id);
    return report;
  });
});
