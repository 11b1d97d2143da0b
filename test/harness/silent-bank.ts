// A service whose bank can stop answering the sweep: lost answers then stay unknown until manual review.
import { openFaults } from './faults.ts';
import { HOUR, MINUTE, startHarness } from './harness.ts';

export async function startWithSilentBank() {
  const faults = openFaults();
  const bank = { isSilent: false };
  const harness = await startHarness({
    around: async (invocation, run) => {
      if (bank.isSilent && invocation.functionName === 'sweep') faults.arm('sweep', 'bank', 'outage');
      return await faults.around(invocation, run);
    },
  });
  /** Lets time pass until all unknown outcomes wait for manual review; the sweep is paused in between. */
  const waitForReviews = async () => {
    await harness.moveBy(10 * MINUTE);
    await harness.service.timeline.setRunning(false);
    await harness.moveBy(40 * HOUR);
    await harness.service.timeline.setRunning(true);
    await harness.moveBy(10 * MINUTE);
  };
  return { harness, bank, faults, waitForReviews };
}
