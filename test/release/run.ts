// `npm run trial -- release`: runs the last release and this version in turn on one table. `release REF`
// names another commit than the last release. Exit codes: 0 if each version continues the data of the other,
// 1 if not, 69 if the commit is not in the history, or is this one.
import '../../lib/help.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkReleases } from './check.ts';
import { commitOf, lastRelease, ReleaseUnavailable } from './unpack.ts';

/** `EX_UNAVAILABLE` of sysexits.h. */
const UNAVAILABLE = 69;
/** Only ends what hangs: in CI much else runs beside it. */
const LONGEST_MS = 900_000;

const folder = mkdtempSync(join(tmpdir(), 'payment-release-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
try {
  const [ref = lastRelease()] = parseArgs({ allowPositionals: true }).positionals;
  setTimeout(() => {
    console.log(`Not finished after ${LONGEST_MS / 1000} seconds.`);
    process.exit(1);
  }, LONGEST_MS).unref();
  await checkReleases({ folder, commit: commitOf(ref), print: console.log });
} catch (error) {
  process.exitCode = error instanceof ReleaseUnavailable ? UNAVAILABLE : 1;
  console.log(error instanceof Error ? error.message : error);
}
