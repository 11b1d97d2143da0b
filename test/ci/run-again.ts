// `node test/ci/run-again.ts REPORT LOG FLAKY COMMAND...` repeats the red files of a vitest run, at most
// three in all runs, each once, alone and with the same environment, so with the same seed. It exits with 0
// if all are green then: their results replace the red ones in the report, and the file FLAKY gets their
// names. What it cannot judge by files (no report, an error outside of tests) stays red.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

type TestResult = { name: string; status: string; assertionResults: { status: string }[] };
type Report = { numPassedTests: number; numFailedTests: number; testResults: TestResult[] };

const MOST_FILES = 3;
const [reportFile = '', logFile = '', flakyFile = '', command = '', ...rest] = process.argv.slice(2);

/** The command may name the files that it runs. */
const others = rest.filter((word) => !word.endsWith('.test.ts'));

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const reportIn = (file: string) => JSON.parse(textOf(file) || '{"testResults":[]}') as Report;
const nameOf = (file: string) => relative(process.cwd(), file);

function runAlone(file: string): TestResult | undefined {
  const again = `${reportFile}.again`;
  writeFileSync(again, '');
  const args = [...others, `--outputFile.json=${again}`, nameOf(file)];
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  return status === 0 ? reportIn(again).testResults.find(({ name }) => name === file) : undefined;
}

function runAgain(): boolean {
  const report = reportIn(reportFile);
  const red = report.testResults.filter(({ status }) => status === 'failed');
  const flakyBefore = textOf(flakyFile).split('\n').filter(Boolean).length;
  if (red.length === 0 || red.length + flakyBefore > MOST_FILES) return false;
  if (/Unhandled (?:Errors|Rejection)/.test(textOf(logFile))) return false;
  const green = new Map<string, TestResult>();
  for (const { name } of red) {
    const result = runAlone(name);
    if (result === undefined) return false;
    green.set(name, result);
  }
  const testResults = report.testResults.map((one) => green.get(one.name) ?? one);
  const count = (status: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter((one) => one.status === status)
      .length;
  const [numPassedTests, numFailedTests] = [count('passed'), count('failed')];
  writeFileSync(reportFile, JSON.stringify({ ...report, testResults, numPassedTests, numFailedTests }));
  appendFileSync(flakyFile, [...green.keys()].map((name) => `FLAKY ${nameOf(name)}\n`).join(''));
  return true;
}

process.exitCode = runAgain() ? 0 : 1;
