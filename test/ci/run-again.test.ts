// `.ci/run` repeats a red file once. Tested with a command in the place of vitest that is green or red as it
// is told, and notes how it was called.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = resolve('test/ci/run-again.ts');
const VITEST = `
const { appendFileSync, writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const args = process.argv.slice(2);
const file = args.at(-1);
const isRed = process.env.RED.split(' ').includes(file);
const others = args.filter((one) => !one.startsWith('--outputFile'));
appendFileSync('calls', [process.env.SEED, ...others].join(' ') + '\\n');
const status = isRed ? 'failed' : 'passed';
const assertionResults = [{ status }, { status: 'passed' }];
const testResults = [{ name: resolve(file), status, assertionResults }];
const report = args.find((one) => one.startsWith('--outputFile')).split('=')[1];
writeFileSync(report, JSON.stringify({ testResults }));
process.exitCode = isRed ? 1 : 0;
`;

let folder: string;
const at = (name: string) => join(folder, name);
const textOf = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-again-'));
  writeFileSync(at('vitest.cjs'), VITEST);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A report with three passed tests and one failed test in each red file. */
function reportWith(red: readonly string[]): void {
  const failed = red.map((name) => ({
    name: at(name),
    status: 'failed',
    assertionResults: [{ status: 'failed' }, { status: 'passed' }],
  }));
  const green = { name: at('green.test.ts'), status: 'passed', assertionResults: [{ status: 'passed' }] };
  const numbers = { numPassedTests: 1 + red.length, numFailedTests: red.length };
  writeFileSync(at('report.json'), JSON.stringify({ ...numbers, testResults: [green, ...failed] }));
}

function runAgain(stillRed: readonly string[] = []) {
  const args = [
    SCRIPT,
    'report.json',
    'log',
    'flaky',
    process.execPath,
    'vitest.cjs',
    '--project',
    'node',
    'a.test.ts',
  ];
  const env = { ...process.env, SEED: '7', RED: stillRed.join(' ') };
  const { status } = spawnSync(process.execPath, args, { cwd: folder, env });
  return { status, calls: textOf('calls'), flaky: textOf('flaky'), report: textOf('report.json') };
}

it('a red file that is green alone, with the same seed, counts as green and is named', () => {
  reportWith(['a.test.ts', 'b.test.ts']);
  const { status, calls, flaky, report } = runAgain();
  expect([status, calls]).toEqual([0, '7 --project node a.test.ts\n7 --project node b.test.ts\n']);
  expect(flaky).toBe('FLAKY a.test.ts\nFLAKY b.test.ts\n');
  expect(JSON.parse(report)).toMatchObject({ numPassedTests: 5, numFailedTests: 0 });
  expect(report).not.toContain('"failed"');
});

it('a file that is red twice is red, and its first result stays', () => {
  reportWith(['a.test.ts', 'b.test.ts']);
  const before = textOf('report.json');
  expect(runAgain(['b.test.ts'])).toMatchObject({ status: 1, flaky: '', report: before });
});

it('a fourth red file is red, and nothing runs again', () => {
  reportWith(['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']);
  expect(runAgain()).toMatchObject({ status: 1, calls: '', flaky: '' });
});

it('the red files of all steps count together', () => {
  writeFileSync(at('flaky'), 'FLAKY x.test.ts\nFLAKY y.test.ts\n');
  reportWith(['a.test.ts', 'b.test.ts']);
  expect(runAgain()).toMatchObject({ status: 1, calls: '' });
  reportWith(['a.test.ts']);
  expect(runAgain().status).toBe(0);
});

it('a run without a report, without a red file or with an error outside of tests stays red', () => {
  expect(runAgain().status).toBe(1);
  reportWith([]);
  expect(runAgain().status).toBe(1);
  reportWith(['a.test.ts']);
  writeFileSync(at('log'), '⎯ Unhandled Errors ⎯');
  expect(runAgain()).toMatchObject({ status: 1, calls: '' });
});

it('the tests of `.ci/run` are red only if the repeat is', () => {
  const run = readFileSync('.ci/run', 'utf8');
  expect(run.match(/^tests \w+|^run tests \w+|^judge_tests \S+ \w+/gm)).toEqual([
    'tests browser',
    'run tests node',
    'judge_tests $? node',
    'judge_tests "$browsed" browser',
  ]);
});
