// A copy of the repository, in which bugs are planted one after the other and tests run.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { plant } from './every-bug.ts';
import type { PlantedBug } from './planted-bug.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['bin', 'docs', 'functions', 'lib', 'test', 'cdk.json', 'package.json', 'tsconfig.json'];

const Report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});
type TestReport = z.infer<typeof Report>;

/** The longest run of the nearest tests of a bug: it may make a test wait without end. */
const LONGEST_RUN_MS = 600_000;

const vitestIn = (folder: string) => join(folder, 'node_modules/vitest/vitest.mjs');
/** The copy is removed when this process ends. */
export function copyRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'planted-bugs-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  for (const name of [...COPIED, 'vitest.config.ts'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

  async function withBug<Result>(bug: PlantedBug, work: () => Promise<Result>): Promise<Result> {
    const path = join(folder, 'functions', bug.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, plant(bug, source));
    try {
      return await work();
    } finally {
      writeFileSync(path, source);
    }
  }
  return {
    withBug,
    /** Runs tests by their paths below `test/`. Returns undefined if vitest failed. */
    runTests: (tests: readonly string[]) => runVitest(folder, tests),
    /** Returns failed tests, and files that failed after their tests. An unloadable file has no tests. */
    failuresOf({ testResults }: TestReport): string[] {
      const files = testResults.filter(({ assertionResults }) => assertionResults.length > 0);
      const failed = files.flatMap(({ assertionResults }) =>
        assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      );
      const after = files.filter(({ status, message }) => status === 'failed' && message !== '');
      return [
        ...failed,
        ...after.map(({ name }) => `the comparison at the end of ${relative(folder, name)}`),
      ];
    },
  };
}

async function runVitest(
  folder: string,
  tests: readonly string[],
): Promise<TestReport | 'endless' | undefined> {
  const outputFile = join(folder, 'report.json');
  rmSync(outputFile, { force: true });
  const files = tests.map((name) => `test/${name}.test.ts`);
  // A bug may make a test wait without end.
  const limits = ['--testTimeout', '90000', '--hookTimeout', '90000'];
  const options = ['--project', 'node', '--reporter', 'json', '--outputFile', outputFile, ...limits];
  const child = spawn(process.execPath, [vitestIn(folder), 'run', ...options, ...files], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  });
  const stop = () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
  process.on('exit', stop);
  let isEndless = false;
  const timer = setTimeout(() => {
    isEndless = true;
    stop();
  }, LONGEST_RUN_MS);
  await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  process.off('exit', stop);
  if (isEndless) return 'endless';
  try {
    return Report.parse(JSON.parse(readFileSync(outputFile, 'utf8')));
  } catch {
    return undefined;
  }
}
