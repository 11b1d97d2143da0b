// Plants one bug after the other in a copy of the repository and runs the nearest tests, one of which must
// fail. `npm run trial -- bugs refund` plants those whose name or file contains "refund"; with `--killers` it
// records a bug that each test file notices (killers/killers.ts).
import '../../lib/help.ts';
import { EVERY_BUG } from './every-bug.ts';
import { copyRepository } from './killers/copy.ts';
import { recordKillers } from './killers/killers.ts';
import type { PlantedBug } from './planted-bug.ts';

/** The longest run of the nearest tests of a bug in milliseconds. */
const LONGEST_RUN_MS = 600_000;

type Verdict = 'killed' | 'SURVIVED' | 'NOT RUN';

const words = process.argv.slice(2).filter((word) => word !== '--killers');
const chosen = EVERY_BUG.filter(({ name, file }) =>
  words.every((word) => name.includes(word) || file.includes(word)),
);
if (chosen.length === 0) {
  console.error('No planted bug has these words in its name or file.');
  process.exit(2);
}
const copy = copyRepository();
if (process.argv.includes('--killers')) process.exit(await recordKillers(copy, chosen));
const runTests = (tests: readonly string[]) => copy.runTests(tests, { longestMs: LONGEST_RUN_MS });

const healthy = await runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
const broken = typeof healthy === 'object' ? copy.failuresOf(healthy) : ['The tests did not run.'];
if (broken.length > 0) {
  console.error('The tests must pass before a bug is planted.', broken);
  process.exit(1);
}
const results: Verdict[] = [];
for (const [at, bug] of chosen.entries()) {
  const result = await copy.withBug(bug, () => tryBug(bug));
  results.push(result.kind);
  console.log(`${at + 1}/${chosen.length} ${result.kind}  ${bug.file}: ${bug.name}${result.by}`);
}
const killed = results.filter((kind) => kind === 'killed').length;
console.log(`${killed} of ${chosen.length} planted bugs were noticed.`);
process.exitCode = killed === chosen.length ? 0 : 1;

async function tryBug(bug: PlantedBug): Promise<{ kind: Verdict; by: string }> {
  const report = await runTests(bug.tests);
  if (report === 'endless') return { kind: 'killed', by: ' (the tests did not end)' };
  if (report === undefined || report.numTotalTests === 0) return { kind: 'NOT RUN', by: '' };
  const [first] = copy.failuresOf(report);
  return first === undefined ? { kind: 'SURVIVED', by: '' } : { kind: 'killed', by: ` (${first})` };
}
