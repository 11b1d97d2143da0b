// `npm run rehearse`: deploys the service with the CDK CLI into an AWS emulator on this machine, tests the
// deployed API as a merchant would use it, and destroys the stacks. Exit codes: 0 if all steps passed, 1 if
// one failed, 69 if the emulator is unavailable, 130 after Ctrl-C.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmulatorUnavailable, installEmulator } from '../lib/rehearsal/emulator.ts';
import { rehearse } from '../lib/rehearsal/rehearsal.ts';

/** `EX_UNAVAILABLE` of sysexits.h. */
const UNAVAILABLE = 69;
const INTERRUPTED = 130;
/** More than twice the usual time on two free cores. */
const TIMEOUT_MS = 240_000;

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // A second signal exits at once; exit handlers stop all started processes.
    if (interruption.signal.aborted) process.exit(INTERRUPTED);
    interruption.abort();
  });
}

const folder = mkdtempSync(join(tmpdir(), 'payment-rehearsal-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const deadline = new AbortController();
try {
  await installEmulator(interruption.signal);
  setTimeout(() => deadline.abort(), TIMEOUT_MS).unref();
  const signal = AbortSignal.any([interruption.signal, deadline.signal]);
  await rehearse({ folder, signal, print: console.log });
} catch (error) {
  process.exitCode = error instanceof EmulatorUnavailable ? UNAVAILABLE : 1;
  if (interruption.signal.aborted) {
    process.exitCode = INTERRUPTED;
    console.error('Interrupted.');
  } else if (deadline.signal.aborted) console.error(`Not finished after ${TIMEOUT_MS / 1000} seconds.`);
  else console.error(error instanceof Error ? error.message : error);
}
