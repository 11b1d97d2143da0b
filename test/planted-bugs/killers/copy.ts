// A copy of the repository, in which bugs are planted one after the other and tests run.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { plant } from '../every-bug.ts';
import type { PlantedBug } from '../planted-bug.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
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

type Run = {
  /** Of the run in milliseconds: a bug may make a test wait without end. */
  longestMs: number;
  /** A setup file of the tests, below `test/`. */
  setupFile?: string;
  env?: Record<string, string>;
};

const vitestIn = (folder: string) => join(folder, 'node_modules/vitest/vitest.mjs');
const nameOf = (folder: string, path: string) =>
  relative(join(folder, 'test'), path).replace(/\.test\.ts$/, '');

/** The copy is removed when this process ends. */
export function copyRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'planted-bugs-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  for (const name of [...COPIED, 'vitest.config.ts'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

  const sourceOf = ({ file }: PlantedBug) => readFileSync(join(folder, 'functions', file), 'utf8');
  async function withBug<Result>(bug: PlantedBug, work: () => Promise<Result>): Promise<Result> {
    const path = join(folder, 'functions', bug.file);
    const source = sourceOf(bug);
    writeFileSync(path, plant(bug, source));
    try {
      return await work();
    } finally {
      writeFileSync(path, source);
    }
  }
  return {
    sourceOf,
    withBug,
    /** The files of the tests in Node, by their paths below `test/`. */
    allTests() {
      const options = ['list', '--project', 'node', '--filesOnly', '--json'];
      const listed = execFileSync(process.execPath, [vitestIn(folder), ...options], { cwd: folder });
      return (JSON.parse(listed.toString('utf8')) as { file: string }[]).map(({ file }) =>
        nameOf(folder, file),
      );
    },
    /** Runs tests by their paths below `test/`. Returns undefined if vitest failed. */
    runTests: (tests: readonly string[], run: Run) => runVitest(folder, tests, run),
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
    /** The path below `test/` of each file that ran. */
    resultsOf: ({ testResults }: TestReport) =>
      testResults.map(({ name, status }) => ({ name: nameOf(folder, name), isRed: status === 'failed' })),
  };
}
export type Copy = ReturnType<typeof copyRepository>;

async function runVitest(
  folder: string,
  tests: readonly string[],
  { longestMs, setupFile, env = {} }: Run,
): Promise<TestReport | 'endless' | undefined> {
  const outputFile = join(folder, 'report.json');
  rmSync(outputFile, { force: true });
  const files = tests.map((name) => `test/${name}.test.ts`);
  // A bug may make a test wait without end.
  const limits = ['--testTimeout', '90000', '--hookTimeout', '90000'];
  const options = ['--project', 'node', '--reporter', 'json', '--outputFile', outputFile, ...limits];
  if (setupFile !== undefined) options.push('--config', writeConfig(folder, setupFile));
  const child = spawn(process.execPath, [vitestIn(folder), 'run', ...options, ...files], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...env },
  });
  const stop = () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
  process.on('exit', stop);
  let isEndless = false;
  const timer = setTimeout(() => {
    isEndless = true;
    stop();
  }, longestMs);
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

function writeConfig(folder: string, setupFile: string): string {
  const path = join(folder, 'vitest.setup.config.ts');
  const added = JSON.stringify({ test: { setupFiles: [`test/${setupFile}`] } });
  const lines = [
    "import { mergeConfig } from 'vitest/config';",
    "import config from './vitest.config.ts';",
    `export default mergeConfig(config, ${added});`,
  ];
  writeFileSync(path, lines.join('\n'));
  return path;
}
