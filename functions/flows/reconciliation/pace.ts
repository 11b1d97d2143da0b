// Limits how many inquiries of a reconciliation are at one bank at the same time, so that payments go first.

/**
 * Makes the call as soon as fewer than `atOnce` calls are at this bank, whose merchants may have agreed to
 * different numbers.
 */
export type Pace = <Result>(bank: string, atOnce: number, call: () => Promise<Result>) => Promise<Result>;

export function openPace(): Pace {
  const banks = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (bank, atOnce, call) => {
    const line = banks.get(bank) ?? { running: 0, waiting: [] };
    banks.set(bank, line);
    if (line.running >= atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.running += 1;
    try {
      return await call();
    } finally {
      const next = line.waiting.shift();
      // A waiting call takes over the place.
      if (next) next();
      else line.running -= 1;
    }
  };
}
