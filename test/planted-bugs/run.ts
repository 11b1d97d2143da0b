// Plants one bug after the other in a copy of the repository and runs the nearest tests, one of which must
// fail. `npm run trial -- bugs refund` plants those whose name or file contains "refund". A bug that cannot be
// planted any more, because its code has changed, counts as not noticed.
import '../../lib/help.ts';
import { copyRepository } from './copy.ts';
import { EVERY_BUG, lossOf } from './every-bug.ts';
import type { PlantedBug } from './planted-bug.ts';

type Verdict = 'killed' | 'SURVIVED' | 'NOT RUN';

const words = process.argv.slice(2);
const named = EVERY_BUG.filter(({ name, file }) =>
  words.every((word) => name.includes(word) || file.includes(word)),
);
if (named.length === 0) {
  console.error('No planted bug has these words in its name or file.');
  process.exit(2);
}
const lost = named.flatMap((bug) => lossOf(bug) ?? []);
for (const loss of lost) console.log(`LOST  ${loss}`);
const chosen = named.filter((bug) => lossOf(bug) === undefined);
if (chosen.length === 0) process.exit(1);
const copy = copyRepository();

const healthy = await copy.runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
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
console.log(`${killed} of ${named.length} planted bugs were noticed.`);
process.exitCode = killed === named.length ? 0 : 1;

async function tryBug(bug: PlantedBug): Promise<{ kind: Verdict; by: string }> {
  const report = await copy.runTests(bug.tests);
  if (report === 'endless') return { kind: 'killed', by: ' (the tests did not end)' };
  if (report === undefined || report.numTotalTests === 0) return { kind: 'NOT RUN', by: '' };
  const [first] = copy.failuresOf(report);
  return first === undefined ? { kind: 'SURVIVED', by: '' } : { kind: 'killed', by: ` (${first})` };
}
