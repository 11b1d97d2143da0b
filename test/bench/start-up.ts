// Measures how long a function takes to load in a new process, together with the floor. It measures
// processor time, on which other load of the machine has little influence. Linux adds up the time of a
// running thread at its ticks, milliseconds apart; a question for that of the process makes it do so at once.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle } from '../../lib/cloud/function/bundle.ts';

const SCRIPT = `process.cpuUsage();
const before = process.threadCpuUsage();
require(process.argv[1]);
process.cpuUsage();
const { user, system } = process.threadCpuUsage(before);
console.log((user + system) / 1000);`;
const ENV = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

/** Milliseconds by entry: the median of `rounds` processes each. */
export const startUpMs = (bundles: readonly Bundle[], rounds: number): ReadonlyMap<string, number> =>
  new Map([...startUpTimes(bundles, rounds)].map(([entry, times]) => [entry, quantile(times, 0.5)]));

/** Milliseconds by entry, of `rounds` processes each, which take turns. */
function startUpTimes(bundles: readonly Bundle[], rounds: number): ReadonlyMap<string, number[]> {
  const directory = mkdtempSync(join(tmpdir(), 'start-up-'));
  try {
    const files = bundles.map(({ entry, code }, index): [string, string] => {
      const file = join(directory, `${index}.js`);
      writeFileSync(file, code);
      return [entry, file];
    });
    return loadTimes(files, rounds);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The same of files, by their names. */
export function loadTimes(
  files: readonly [name: string, file: string][],
  rounds: number,
): ReadonlyMap<string, number[]> {
  const times = new Map(files.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, file] of files) {
      times.get(name)?.push(Number(execFileSync(process.execPath, ['-e', SCRIPT, file], { env: ENV })));
    }
  }
  return times;
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
