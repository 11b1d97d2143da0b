// Runs a command of bin/ as a user would.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type CommandResult = { code: number; text: string };

/** Runs the command and returns exit code and output, also if it fails. */
export async function runCommand(program: string, ...args: string[]): Promise<CommandResult> {
  const ran = promisify(execFile)(process.execPath, [`bin/${program}.ts`, ...args]);
  const { stdout, stderr, code } = await ran.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout: string; stderr: string; code: number }) => failed,
  );
  return { code, text: stdout + stderr };
}
