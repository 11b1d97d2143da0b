// Where AWS_CALLS names a folder, each test file leaves there what its functions asked AWS for, so that CI
// can hold all that the tests make happen against what the deployed functions are granted.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Around, type AwsCall, recordAwsCalls } from './aws-calls.ts';

/** For the options of the service; nothing stands around its functions where nobody asked for a record. */
export function recordedAround(inner: Around | undefined): { around?: Around } {
  const folder = process.env['AWS_CALLS'];
  if (!folder) return inner ? { around: inner } : {};
  const recorder = recordAwsCalls();
  afterAll(() => {
    recorder.stop();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(recorder.calls()));
  });
  return { around: recorder.around(inner) };
}

/** Everything that was left in the folder. */
export function readRecordedCalls(folder: string): AwsCall[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as AwsCall[]);
}
