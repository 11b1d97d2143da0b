// If AWS_CALLS names a folder, each test file writes the AWS calls of its functions to it, so that CI can
// compare the calls of all tests with the grants of the deployed functions.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Around, type AwsCall, recordAwsCalls } from './aws-calls.ts';

type Recording = {
  /** The options of the service; without AWS_CALLS only the `inner` option. */
  options: { around?: Around };
  /** Ends the recording and writes its file. */
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

/** The recorded calls of all files of the folder. */
export function readRecordedCalls(folder: string): AwsCall[] {
  return readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as AwsCall[],
  );
}
