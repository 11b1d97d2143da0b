// A service whose bank can stop answering the sweep: lost answers then stay unknown until manual review.
import { openFaults } from './faults.ts';
import { startHarness } from './harness.ts';

export async function startWithSilentBank() {
  const faults = openFaults();
  const bank = { isSilent: false };
  const harness = await startHarness({
    around: async (invocation, run) => {
      if (bank.isSilent && invocation.functionName === 'sweep') faults.arm('sweep', 'bank', 'outage');
      return await faults.around(invocation, run);
    },
  });
  return { harness, bank };
}
