// Where AWS_CALLS names a folder, each test file leaves there what its functions asked AWS for, so that CI
// can hold all that the tests make happen against what the deployed functions are granted.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Around, type AwsCall, recordAwsCalls } from './aws-calls.ts';

type Recording = {
  /** For the options of the service; nothing stands around its functions where nobody asked for a record. */
  options: { around?: Around };
  /** Ends the recording and writes it down. */
  save(): void;
};

export function openRecording(inner: Around | undefined): Recording {
  const folder = process.env['AWS_CALLS'];
  if (!folder) return { options: inner ? { around: inner } : {}, save: () => {} };
  const recorder = recordAwsCalls();
  return {
    options: { around: recorder.around(inner) },
    save() {
      recorder.stop();
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(recorder.calls()));
    },
  };
}

/** Everything that was left in the folder. */
export function readRecordedCalls(folder: string): AwsCall[] {
  return readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as AwsCall[],
  );
}
