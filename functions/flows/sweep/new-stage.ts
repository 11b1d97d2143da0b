// Says that a stage is new, so that no alarm takes what did not run yet for a fault. The sweep says it,
// because it runs each minute from the first one on.
import { isSame } from '#domain/lease.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { loadBeginning, writeBeginning } from '#store/stage.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { currentLease } from '../lease.ts';

/** Longer than everything that an alarm may miss takes to run for the first time, but the nightly backup. */
const NEW_FOR_MS = 2 * HOUR_MS;
/** The period of most alarms, and what the longest one that is not of backups looks back on. */
const PERIOD_MS = 5 * MINUTE_MS;
const LOOKED_BACK_MS = HOUR_MS;

/** Never throws: the sweep is more important. */
export async function measureNewStage(): Promise<void> {
  try {
    const [{ lease, own }, beganMs] = await Promise.all([currentLease(), loadBeginning()]);
    // A Region that has taken over moves money, so its alarms ring at once.
    const hasTakenOver = lease !== undefined && lease.epoch > 1 && isSame(lease, own);
    if (hasTakenOver || Date.now() - (beganMs ?? Date.now()) >= NEW_FOR_MS) return;
    measure({ StageIsNew: 1 }, {});
    if (beganMs !== undefined) return;
    measureTimeBefore();
    await writeBeginning(Date.now());
  } catch (error) {
    log('error', 'age of the stage not read', {}, error);
  }
}

/** An alarm looks back on periods before the first run, in which nothing could happen yet. */
function measureTimeBefore(): void {
  for (let backMs = PERIOD_MS; backMs <= LOOKED_BACK_MS; backMs += PERIOD_MS) {
    measure({ StageIsNew: 1 }, {}, new Date(Date.now() - backMs));
  }
}
