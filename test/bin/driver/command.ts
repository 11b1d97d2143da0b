// Runs commands. As a separate process a command takes half a second only to load, so most tests load its
// module into their own process, again for each command. The service of the test runs on in that
// process: a command has separate environment, output and exit code.
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { format, promisify } from 'node:util';

/** `merchant` is bin/merchant.ts; a command elsewhere is given by its path. */
const fileOf = (program: string) => (program.includes('/') ? program : `bin/${program}.ts`);

export type CommandResult = { code: number; text: string };

/** Runs a command as a user does, in a separate process. Returns exit code and output, also if it fails. */
export async function spawnCommand(program: string, ...args: string[]): Promise<CommandResult> {
  const ran = promisify(execFile)(process.execPath, [fileOf(program), ...args]);
  const { stdout, stderr, code } = await ran.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout: string; stderr: string; code: number }) => failed,
  );
  return { code, text: stdout + stderr };
}

/** Runs a command in this process. */
export const runCommand = (program: string, ...args: string[]): Promise<CommandResult> =>
  runCommandIn({ ...process.env }, program, ...args);

/** Runs a command in this process with these environment variables and no others. */
export function runCommandIn(
  environment: NodeJS.ProcessEnv,
  program: string,
  ...args: string[]
): Promise<CommandResult> {
  const run = last.then(() => load(environment, program, args));
  last = run.catch(() => {});
  return run;
}

/** The last command: commands run one after the other, because their arguments belong to the process. */
let last: Promise<unknown> = Promise.resolve();
let loads = 0;

/**
 * Variables of vitest.config.ts that a module reads once for all tests of its worker. A command may be the
 * first to load that module.
 */
const OF_ALL_TESTS = Object.fromEntries(
  ['AWS_CALL_TIMEOUT_MS', 'AWS_DISABLE_CLOCK_SKEW_CORRECTION'].map((name) => [name, process.env[name]]),
);

type Running = { env: NodeJS.ProcessEnv; lines: string[]; code: number };
const running = new AsyncLocalStorage<Running>();

async function load(environment: NodeJS.ProcessEnv, program: string, args: string[]): Promise<CommandResult> {
  const command: Running = { env: { ...environment, ...OF_ALL_TESTS }, lines: [], code: 0 };
  const restore = divideProcess();
  process.argv = [process.execPath, program, ...args];
  process.exitCode = 0;
  loads += 1;
  try {
    // The number makes the loader treat the file as another module.
    const address = new URL(`../../../${fileOf(program)}?${loads}`, import.meta.url).href;
    await running.run(command, () => import(address));
    command.code = Number(process.exitCode);
  } catch (thrown) {
    if (!(thrown instanceof Exit)) throw thrown;
  } finally {
    restore();
  }
  return { code: command.code, text: command.lines.join('') };
}

/** Gives the command, and all work that it starts, a separate environment and output. */
function divideProcess(): () => void {
  const { argv, env, exit, exitCode } = process;
  const { log, error } = console;
  const writesTo =
    (original: typeof log) =>
    (...parts: unknown[]) => {
      const command = running.getStore();
      if (command) command.lines.push(`${format(...parts)}\n`);
      else original(...parts);
    };
  Object.assign(console, { log: writesTo(log), error: writesTo(error) });
  process.env = envOf(() => running.getStore()?.env ?? env);
  process.exit = (code) => {
    const command = running.getStore();
    if (!command) return exit(code);
    command.code = Number(code ?? 0);
    throw new Exit();
  };
  return () => {
    Object.assign(console, { log, error });
    Object.assign(process, { argv, env, exit, exitCode });
  };
}

/** Returns the environment of the code that reads it. */
const envOf = (current: () => NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => Reflect.get(current(), name) as unknown,
      set: (_, name, value) => Reflect.set(current(), name, value),
      has: (_, name) => Reflect.has(current(), name),
      deleteProperty: (_, name) => Reflect.deleteProperty(current(), name),
      ownKeys: () => Reflect.ownKeys(current()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
    },
  );

class Exit extends Error {}
