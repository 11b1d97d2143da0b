// Limits how many inquiries of a reconciliation are at one bank at the same time, so that payments go first.
import { type Limiter, limiter } from '../pool.ts';

/** Makes the call as soon as fewer than `atOnce` calls are at this bank. */
export type Pace = <Result>(bank: string, atOnce: number, call: () => Promise<Result>) => Promise<Result>;

export function openPace(): Pace {
  const banks = new Map<string, Limiter>();
  return async (bank, atOnce, call) => {
    const limited = banks.get(bank) ?? limiter(atOnce);
    banks.set(bank, limited);
    return await limited(call);
  };
}
