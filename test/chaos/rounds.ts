// Runs rounds until their number or the time is reached, and prints the figures of each and their sum.
import { type Figures, type RoundOptions, runRound } from './round.ts';

type ChaosOptions = RoundOptions & {
  rounds: number;
  /** No round begins after this time. */
  minutes: number;
  print(line: string): void;
};

/** Returns the sum of the figures and the number of violations. */
export async function runRounds(options: ChaosOptions): Promise<{ violations: number }> {
  const { seed, rounds, minutes, print, ...round } = options;
  const endsAt = performance.now() + minutes * 60_000;
  const total: Partial<Figures> = {};
  let violations = 0;
  let ran = 0;
  for (let at = 0; at < rounds && performance.now() < endsAt; at += 1) {
    // The seed of a round, with which it can be repeated.
    const own = seed + at;
    const startedAt = performance.now();
    const result = await runRound({ ...round, seed: own });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(`seed ${own}: ${describe(result.figures)}; ${result.violations.length} violations, ${seconds} s`);
    for (const violation of result.violations) print(`VIOLATION, seed ${own}: ${violation}`);
    if (result.kept) print(`The data of seed ${own} is kept in ${result.kept}.`);
    for (const [name, count] of Object.entries(result.figures)) {
      total[name as keyof Figures] = (total[name as keyof Figures] ?? 0) + count;
    }
    violations += result.violations.length;
    ran += 1;
  }
  print(`${ran} rounds: ${describe(total)}; ${violations} violations`);
  return { violations };
}

const NAMES: Partial<Record<keyof Figures, string>> = {
  requests: 'HTTP requests',
  ofFamily: 'paid at the bank of their family',
  passedOn: 'paid past a dead bank',
  recurringPayments: 'recurring payments',
  periods: 'periods charged',
  ledgerRows: 'ledger rows',
  unheard: 'answers never heard',
};

const describe = (figures: Partial<Figures>): string =>
  Object.entries(figures)
    .map(([name, count]) => `${count} ${NAMES[name as keyof Figures] ?? name}`)
    .join(', ');
