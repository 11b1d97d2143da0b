// A service whose alarms ring as a test wants: twice, late, not at all, or by its own hand.
import type { ChargeEvent } from '#schedule/schedule.ts';
import type { Fate } from '../../lib/local/aws/scheduler/firing.ts';
import { openFaults } from '../harness/faults.ts';
import { HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { type RecurringData, recurringDesk } from './recurring-payment-driver.ts';

export async function openChargeDesk() {
  let fate: Fate = 'deliver';
  const rung = new Map<string, ChargeEvent>();
  const faults = openFaults();
  const harness = await startHarness({
    startAt: new Date('2026-11-20T09:00:00Z'),
    around: faults.around,
    triggerFate: ({ Target }) => {
      const alarm = JSON.parse(Target.Input ?? '{}') as ChargeEvent;
      rung.set(alarm.recurringPaymentId, alarm);
      return fate;
    },
  });
  const { service, merchant, now } = harness;
  const desk = recurringDesk(harness);

  /** Created at a full minute, due an hour later. */
  async function dueInAnHour(more: Record<string, unknown> = {}) {
    const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
    return { dueMs, record: await desk.create({ startDate: new Date(dueMs).toISOString(), ...more }) };
  }
  const to = async (instantMs: number) => await service.timeline.moveTo(instantMs);
  return {
    ...harness,
    desk,
    faults,
    dueInAnHour,
    to,
    /** Moves on while this happens to every alarm that falls due. */
    async toWith(fateOfAlarms: Fate, instantMs: number): Promise<void> {
      fate = fateOfAlarms;
      await to(instantMs);
      fate = 'deliver';
    },
    alarmOf: ({ id }: RecurringData, periodNumber = 1, attemptNumber = 1): ChargeEvent => ({
      merchantId: merchant.merchantId,
      recurringPaymentId: id,
      periodNumber,
      attemptNumber,
    }),
    /** The last alarm that fell due, as it was set, whatever became of it. */
    rungOf({ id }: RecurringData): ChargeEvent {
      const alarm = rung.get(id);
      if (alarm === undefined) throw new Error('No alarm has fallen due.');
      return alarm;
    },
    ring: async (alarm: ChargeEvent) =>
      ((await service.lambdas.invoke('charge', alarm)) as { end: string }).end,
    soldTimes: ({ id }: RecurringData) => desk.sales(id).length,
    async ends({ id }: RecurringData): Promise<void> {
      await desk.cancel(id);
      await desk.books(id);
    },
  };
}
