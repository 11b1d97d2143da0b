// Plants one bug after the other in a copy of the repository and runs the nearest tests, one of which must
// fail. `npm run test:bugs -- refund` plants those whose name or file contains "refund".
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { EVERY_BUG, plant } from './every-bug.ts';
import type { PlantedBug } from './planted-bug.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['bin', 'docs', 'functions', 'lib', 'test', 'cdk.json', 'package.json', 'tsconfig.json'];
/** The longest run of tests in milliseconds: a bug may make a test wait without end. */
const LONGEST_RUN_MS = 600_000;

type Verdict = 'killed' | 'SURVIVED' | 'NOT RUN';

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

const chosen = EVERY_BUG.filter(({ name, file }) =>
  process.argv.slice(2).every((word) => name.includes(word) || file.includes(word)),
);
if (chosen.length === 0) {
  console.error('No planted bug has these words in its name or file.');
  process.exit(2);
}
const copy = mkdtempSync(join(tmpdir(), 'planted-bugs-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
for (const name of [...COPIED, 'vitest.config.ts'])
  cpSync(join(ROOT, name), join(copy, name), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

const healthy = await runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
const broken = typeof healthy === 'object' ? failuresOf(healthy) : ['The tests did not run.'];
if (broken.length > 0) {
  console.error('The tests must pass before a bug is planted.', broken);
  process.exit(1);
}
const results: Verdict[] = [];
for (const [at, bug] of chosen.entries()) {
  const result = await tryBug(bug);
  results.push(result.kind);
  console.log(`${at + 1}/${chosen.length} ${result.kind}  ${bug.file}: ${bug.name}${result.by}`);
}
const killed = results.filter((kind) => kind === 'killed').length;
console.log(`${killed} of ${chosen.length} planted bugs were noticed.`);
process.exitCode = killed === chosen.length ? 0 : 1;

async function tryBug(bug: PlantedBug): Promise<{ kind: Verdict; by: string }> {
  const path = join(copy, 'functions', bug.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, plant(bug, source));
  try {
    const report = await runTests(bug.tests);
    if (report === 'endless') return { kind: 'killed', by: ' (the tests did not end)' };
    if (report === undefined || report.numTotalTests === 0) return { kind: 'NOT RUN', by: '' };
    const [first] = failuresOf(report);
    return first === undefined ? { kind: 'SURVIVED', by: '' } : { kind: 'killed', by: ` (${first})` };
  } finally {
    writeFileSync(path, source);
  }
}

/** Returns undefined if vitest itself failed. */
async function runTests(tests: readonly string[]): Promise<TestReport | 'endless' | undefined> {
  const outputFile = join(copy, 'report.json');
  rmSync(outputFile, { force: true });
  const files = tests.map((name) => `test/${name}.test.ts`);
  const options = ['--project', 'node', '--reporter', 'json', '--outputFile', outputFile];
  const child = spawn(
    process.execPath,
    [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...files],
    { cwd: copy, stdio: 'ignore', detached: true },
  );
  let isEndless = false;
  const timer = setTimeout(() => {
    isEndless = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, LONGEST_RUN_MS);
  await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  if (isEndless) return 'endless';
  try {
    return Report.parse(JSON.parse(readFileSync(outputFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns failed tests, and files that failed after their tests. An unloadable file has no tests. */
function failuresOf({ testResults }: TestReport): string[] {
  const files = testResults.filter(({ assertionResults }) => assertionResults.length > 0);
  const failed = files.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  const after = files.filter(({ status, message }) => status === 'failed' && message !== '');
  return [...failed, ...after.map(({ name }) => `the comparison at the end of ${relative(copy, name)}`)];
}
