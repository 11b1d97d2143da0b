// A program of bin/ as somebody types it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Told = { code: number; text: string };

/** What it says, on either stream, whether it did what it was told or not. */
export async function tell(program: string, ...words: string[]): Promise<Told> {
  const ran = promisify(execFile)(process.execPath, [`bin/${program}.ts`, ...words]);
  const { stdout, stderr, code } = await ran.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout: string; stderr: string; code: number }) => failed,
  );
  return { code, text: stdout + stderr };
}
