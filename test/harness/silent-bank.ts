// A service whose bank can fall silent towards the sweep: what was lost then stays unknown, until a person
// must look.
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
