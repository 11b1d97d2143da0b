// Runs the commands of bin/. As a process of its own a command takes half a second only to load, so most
// tests load its module into their own process, anew for each command.
import { execFile } from 'node:child_process';
import { format, promisify } from 'node:util';

export type CommandResult = { code: number; text: string };

/** As a user would, in a process of its own. Returns exit code and output, also if the command fails. */
export async function spawnCommand(program: string, ...args: string[]): Promise<CommandResult> {
  const ran = promisify(execFile)(process.execPath, [`bin/${program}.ts`, ...args]);
  const { stdout, stderr, code } = await ran.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout: string; stderr: string; code: number }) => failed,
  );
  return { code, text: stdout + stderr };
}

/** The same in this process. */
export const runCommand = (program: string, ...args: string[]): Promise<CommandResult> =>
  runCommandIn({ ...process.env }, program, ...args);

/** The same with these environment variables and no others. */
export function runCommandIn(
  environment: NodeJS.ProcessEnv,
  program: string,
  ...args: string[]
): Promise<CommandResult> {
  const run = last.then(() => load(environment, program, args));
  last = run.catch(() => {});
  return run;
}

/** Commands run one after the other: arguments, environment and output belong to the process. */
let last: Promise<unknown> = Promise.resolve();
let loads = 0;

/**
 * From vitest.config.ts: what a module reads once, for all tests of its worker. A command may be the first to
 * load that module.
 */
const OF_ALL_TESTS = Object.fromEntries(
  ['AWS_CALL_TIMEOUT_MS', 'AWS_DISABLE_CLOCK_SKEW_CORRECTION'].map((name) => [name, process.env[name]]),
);

async function load(environment: NodeJS.ProcessEnv, program: string, args: string[]): Promise<CommandResult> {
  const lines: string[] = [];
  const { argv, env, exit, exitCode } = process;
  const { log, error } = console;
  const collect = (...parts: unknown[]) => void lines.push(`${format(...parts)}\n`);
  Object.assign(console, { log: collect, error: collect });
  process.argv = [process.execPath, program, ...args];
  process.env = { ...environment, ...OF_ALL_TESTS };
  process.exitCode = 0;
  process.exit = (code) => {
    process.exitCode = code ?? 0;
    throw new Exit();
  };
  loads += 1;
  try {
    // The number makes it another module for the loader.
    await import(new URL(`../../bin/${program}.ts?${loads}`, import.meta.url).href);
  } catch (thrown) {
    if (!(thrown instanceof Exit)) throw thrown;
  } finally {
    Object.assign(console, { log, error });
    Object.assign(process, { argv, env, exit });
  }
  const result = { code: Number(process.exitCode), text: lines.join('') };
  process.exitCode = exitCode;
  return result;
}

class Exit extends Error {}
