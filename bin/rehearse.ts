// `npm run rehearse`: deploys the service with the CDK's own command line into an emulator of AWS on this
// machine, goes through a merchant's day over the deployed API, and takes everything away again. Ends with 0
// where all was seen, 1 where something was not, 69 where the emulator cannot be had, 130 after Ctrl-C.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmulatorUnavailable, installEmulator } from '../lib/rehearsal/emulator.ts';
import { rehearse } from '../lib/rehearsal/rehearsal.ts';

/** `EX_UNAVAILABLE` of sysexits.h. */
const UNAVAILABLE = 69;
const INTERRUPTED = 130;
/** Twice and more what it takes on two free cores. */
const LONGEST_MS = 240_000;

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // Whoever insists is not kept waiting; leaving ends what was started, too.
    if (interruption.signal.aborted) process.exit(INTERRUPTED);
    interruption.abort();
  });
}

const folder = mkdtempSync(join(tmpdir(), 'payment-rehearsal-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const deadline = new AbortController();
try {
  await installEmulator(interruption.signal);
  setTimeout(() => deadline.abort(), LONGEST_MS).unref();
  const signal = AbortSignal.any([interruption.signal, deadline.signal]);
  await rehearse({ folder, signal, print: console.log });
} catch (error) {
  process.exitCode = error instanceof EmulatorUnavailable ? UNAVAILABLE : 1;
  if (interruption.signal.aborted) {
    process.exitCode = INTERRUPTED;
    console.error('Interrupted.');
  } else if (deadline.signal.aborted) console.error(`Not over after ${LONGEST_MS / 1000} seconds.`);
  else console.error(error instanceof Error ? error.message : error);
}
