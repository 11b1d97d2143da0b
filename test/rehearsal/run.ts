// `npm run trial -- rehearsal`: deploys the service with the CDK CLI into an AWS emulator on this machine,
// tests the deployed API as a merchant would use it, and destroys the stacks. `rehearsal --all` also
// rehearses an update, a rollback, a second stage and production. Exit codes: 0 if all steps passed, 1 if one
// failed, 69 if the emulator is unavailable, 130 after Ctrl-C.
import '../../lib/help.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PythonUnavailable } from '../lint-cloud/python-environment.ts';
import { type Deadline, openDeadline } from './deadline.ts';
import { installEmulator } from './emulator.ts';
import { rehearse } from './rehearsal.ts';

/** `EX_UNAVAILABLE` of sysexits.h. */
const UNAVAILABLE = 69;
const INTERRUPTED = 130;

/** True for `--all`. Throws for any other argument. */
const readArguments = () => parseArgs({ options: { all: { type: 'boolean', default: false } } }).values.all;

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
let deadline: Deadline | undefined;
try {
  const isAll = readArguments();
  await installEmulator(interruption.signal);
  deadline = openDeadline();
  const signal = AbortSignal.any([interruption.signal, deadline.signal]);
  await rehearse({ folder, signal, deadline, isAll, print: console.log });
} catch (error) {
  process.exitCode = error instanceof PythonUnavailable ? UNAVAILABLE : 1;
  if (interruption.signal.aborted) {
    process.exitCode = INTERRUPTED;
    console.error('Interrupted.');
  } else if (deadline?.signal.aborted) {
    console.error(`Not finished after ${Math.round(deadline.allowedMs() / 1000)} seconds.`);
  } else console.error(error instanceof Error ? error.message : error);
}
