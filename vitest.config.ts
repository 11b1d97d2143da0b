import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/ci/longest-first.ts';

/**
 * The files that load AWS CDK. They run in workers of their own, so that the others never load it, and in no
 * more than there are cores: each waits for nothing, loads CDK and synthesises the same stacks again.
 */
const CLOUD = ['lib/cloud', 'lib/openapi', 'lint-cloud', 'rehearsal'].map(
  (one) => `test/${one}/**/*.test.ts`,
);
const BROWSER = ['test/browser/**/*.test.ts'];
/** Read collections and recorded bank traffic that lie beside the repository: for CI only. */
const RECORDED_BROWSER = ['test/recorded/browser/**/*.test.ts'];
const RECORDED = ['test/recorded/*.test.ts'];
/** What needs Python 3: for CI, where it is. */
const PYTHON = ['test/python/**/*.test.ts'];

/** Flows of money that know the port only: they run again at the banks of the other protocols. */
const AT_OTHER_BANKS = [
  'test/endpoints/refund/{crashes,random-history}.test.ts',
  'test/journeys/{capture,hosted-page,lost-answers,one-sale-per-order,recurring-outage,recurring-refunds}.test.ts',
];

/** Only ends a test that hangs: a machine may be slow, and in CI the random tests run in full. */
const LONGEST_MS = process.env['CI'] ? 3_600_000 : 900_000;
/** The same for one wait of a test. */
const PATIENCE_MS = 300_000;

// A worker runs one file after the other in the same process, so that what it has loaded and compiled serves all
// of them. Therefore a file leaves the process as it was; the harness does so for the service that it starts.
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    env: {
      // The commands that tests start compile their modules once.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)),
      // The first client of a process decides this for all later ones (lib/local/time/clock.ts), and which file
      // has the first client of a worker is chance.
      AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'true',
      // Service and clients share one busy process, and tests hold calls back: only a hanging test takes so long.
      AWS_CALL_TIMEOUT_MS: '30000',
    },
    // Twice as many workers as cores, because each waits for its own embedded DynamoDB half of the time.
    maxWorkers: Math.ceil(availableParallelism() * 2),
    setupFiles: ['test/harness/thoroughness.ts', 'test/harness/absent-text.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: LONGEST_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    hookTimeout: LONGEST_MS,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          setupFiles: ['test/harness/kept-environment.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [...CLOUD, ...BROWSER, ...RECORDED, ...RECORDED_BROWSER, ...PYTHON],
        },
      },
      {
        extends: true,
        test: {
          name: 'cloud',
          include: CLOUD,
          maxWorkers: availableParallelism(),
          // After the others: vitest runs projects with different numbers of workers one after the other.
          sequence: { groupOrder: 1 },
        },
      },
      ...['akbank', 'garanti'].map((name) => ({
        extends: true as const,
        test: { name, include: AT_OTHER_BANKS, env: { BANK_PROTOCOL: name } },
      })),
      { extends: true, test: { name: 'recorded', include: RECORDED } },
      { extends: true, test: { name: 'python', include: PYTHON } },
      // One file at a time: a fresh machine unpacks its Chromium at the first use, and two would do so at once.
      { extends: true, test: { name: 'browser', include: BROWSER, isolate: true, maxWorkers: 1 } },
      {
        extends: true,
        test: { name: 'recorded-browser', include: RECORDED_BROWSER, isolate: true, maxWorkers: 1 },
      },
    ],
  },
});
