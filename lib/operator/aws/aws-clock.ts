// Compares this machine's clock with that of AWS, by which functions judge instants that a command stores.
import { table } from '#store/table/table.ts';
import { SettingError } from '../merchant-settings.ts';
import { NoAnswer } from './aws-refusal.ts';

const MOST_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** Throws if the clocks differ by more than ten seconds, or AWS tells no time. `now`: this machine's time. */
export async function requireAwsClock(now: Date, url?: string): Promise<void> {
  const address = url ?? `https://dynamodb.${await table.config.region()}.amazonaws.com/`;
  const asked = fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { headers } = await asked.catch((error: unknown) => {
    throw new NoAnswer("AWS's clock", new URL(address).host, error);
  });
  const differenceMs = now.getTime() - Date.parse(headers.get('date') ?? '');
  // Also if the difference is no number.
  if (Math.abs(differenceMs) <= MOST_MS) return;
  const seconds = Math.round(differenceMs / 1000);
  throw new SettingError(`The clock of this machine differs from AWS's by ${seconds} s. Set it, and repeat.`);
}
