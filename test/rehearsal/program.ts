// Starts programs for the rehearsal. Each has its own process group, so stopping it also stops its children,
// and none outlives the rehearsal.
import { type ChildProcess, spawn } from 'node:child_process';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Program = {
  command: string;
  args: readonly string[];
  env: Environment;
  cwd?: string;
  /** Written to standard input. */
  input?: string;
};
type RunningProgram = {
  output(): string;
  ended: Promise<number | null>;
  stop(): Promise<void>;
  /** Kills only the program, with SIGKILL: it can write nothing more, and its children keep running. */
  kill(): Promise<void>;
};

/** The number of characters at the end of the output that a failure shows. */
const SHOWN_OUTPUT_CHARACTERS = 2_000;
const TERMINATION_TIMEOUT_MS = 5_000;

const groups = new Set<number>();
process.once('exit', () => {
  for (const group of groups) signalGroup(group, 'SIGKILL');
});

/** Throws if the program cannot be started. */
export async function start({ command, args, env, cwd, input }: Program): Promise<RunningProgram> {
  const child = spawn(command, args, { env, cwd, detached: true, stdio: 'pipe' });
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const group = child.pid ?? 0;
  groups.add(group);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = collect(child);
  child.stdin.on('error', () => {}).end(input);
  return {
    output,
    ended,
    async stop() {
      if (!groups.has(group)) return;
      signalGroup(group, 'SIGTERM');
      const timer = setTimeout(() => signalGroup(group, 'SIGKILL'), TERMINATION_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
      // The program's children may still be running.
      signalGroup(group, 'SIGKILL');
      groups.delete(group);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs the program to its end and returns its output. Throws with the end of the output if it fails. */
export async function run(program: Program, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const running = await start(program);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped = running.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const code = await running.ended;
  signal.removeEventListener('abort', stop);
  await (stopped ?? running.stop());
  signal.throwIfAborted();
  if (code === 0) return running.output();
  const output = running.output().trimEnd().slice(-SHOWN_OUTPUT_CHARACTERS);
  throw new Error(`${[program.command, ...program.args].join(' ')} ended with ${code}:\n${output}`);
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The group has already ended.
  }
}
