// A service whose charge schedules are delivered once, twice, late or not at all, as the test decides. The
// test can also invoke the charge function itself.
import type { DeliveryResult } from '../../lib/local/aws/scheduler/delivery.ts';
import { openFaults } from '../harness/faults.ts';
import { HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { type RecurringData, recurringPaymentDriver } from './recurring-payment-driver.ts';

/** The payload of a charge schedule, under the names it has in EventBridge Scheduler. */
export type ChargePayload = {
  merchantId: string;
  recurringPaymentId: string;
  periodNumber: number;
  attemptNumber: number;
  contextKeys?: { customerId: string; cardStorageId: string; cardFingerprint: string; currency?: string };
};

export async function openChargeDriver() {
  let fate: DeliveryResult = 'deliver';
  const dueEvents = new Map<string, ChargePayload>();
  const faults = openFaults();
  const harness = await startHarness({
    startAt: new Date('2026-11-20T09:00:00Z'),
    around: faults.around,
    triggerDelivery: ({ Target }) => {
      const event = JSON.parse(Target.Input ?? '{}') as ChargePayload;
      dueEvents.set(event.recurringPaymentId, event);
      return fate;
    },
  });
  const { service, merchant, now } = harness;
  const driver = recurringPaymentDriver(harness);

  /** Creates a recurring payment whose first charge is due an hour after the next full minute. */
  async function dueInAnHour(more: Record<string, unknown> = {}) {
    const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
    return { dueMs, record: await driver.create({ startDate: new Date(dueMs).toISOString(), ...more }) };
  }
  const advanceTo = async (instantMs: number) => await service.timeline.moveTo(instantMs);
  return {
    ...harness,
    driver,
    faults,
    dueInAnHour,
    advanceTo,
    /** Moves the clock on; every schedule that falls due on the way is delivered as `deliveries` states. */
    async advanceToWith(deliveries: DeliveryResult, instantMs: number): Promise<void> {
      fate = deliveries;
      await advanceTo(instantMs);
      fate = 'deliver';
    },
    chargeEventOf: ({ id }: RecurringData, periodNumber = 1, attemptNumber = 1): ChargePayload => ({
      merchantId: merchant.merchantId,
      recurringPaymentId: id,
      periodNumber,
      attemptNumber,
    }),
    /** The event of the last schedule that fell due, as it was created, even if it was not delivered. */
    dueEventOf({ id }: RecurringData): ChargePayload {
      const event = dueEvents.get(id);
      if (event === undefined) throw new Error('No charge schedule has fallen due.');
      return event;
    },
    invokeCharge: async (event: ChargePayload) =>
      ((await service.lambdas.invoke('charge', event)) as { end: string }).end,
    saleCount: ({ id }: RecurringData) => driver.sales(id).length,
    async cancelAndCheckBooks({ id }: RecurringData): Promise<void> {
      await driver.cancel(id);
      await driver.checkBooks(id);
    },
  };
}
