// Repeats writes that DynamoDB throttles. The SDK tries single requests three times and cancelled
// transactions once; a new table, or one merchant's busy hour, throttles for seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { invocationEndMs } from '#telemetry/request-context.ts';

/** A function that has waited 20 seconds for a bank still ends before API Gateway gives up. */
const PATIENCE_MS = 6_000;
/** A background function repeats the write as long as it lives, less the time for a bank and its outcome. */
const RESERVE_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

const THROTTLED_REASONS: readonly unknown[] = ['ThrottlingError', 'ProvisionedThroughputExceeded'];
const THROTTLED_ERRORS: readonly string[] = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
];

/** True if DynamoDB throttled the last try of the request; an earlier one may have been executed. */
function isThrottled(error: unknown): boolean {
  if (error instanceof TransactionCanceledException) {
    return error.CancellationReasons?.some(({ Code }) => THROTTLED_REASONS.includes(Code)) === true;
  }
  return error instanceof Error && THROTTLED_ERRORS.includes(error.name);
}

/** Repeats a throttled attempt after growing pauses. Throws the last error when the time is over. */
export async function whileThrottled<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const giveUpAtMs = Math.max(performance.now() + PATIENCE_MS, (invocationEndMs() ?? 0) - RESERVE_MS);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isThrottled(error) || performance.now() >= giveUpAtMs) throw error;
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}
