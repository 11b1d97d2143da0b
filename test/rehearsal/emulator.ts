// MiniStack, an AWS emulator (CloudFormation, API Gateway, Lambda, DynamoDB, KMS, EventBridge Scheduler, IAM)
// on one port of this machine. The rehearsal installs exactly one version for its own use, and pip compares
// every archive with its digest.
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../lib/local/free-port.ts';
import { installPython, programsOf } from '../lint-cloud/python-environment.ts';
import { KEYS, REGION, requireLoopback } from './loopback.ts';
import { type Environment, run, start } from './program.ts';

/** MiniStack with all its dependencies. */
const MINISTACK = { name: 'ministack', file: new URL('emulator-packages.txt', import.meta.url) };
const PYTHON = join(programsOf(MINISTACK), 'python');
/** Apart from it, because each needs a version of botocore of its own. */
const AWS_CLI = { name: 'aws-cli', file: new URL('cli-packages.txt', import.meta.url) };
const START_MS = 20_000;

export type Emulator = { endpoint: string; log(): string; stop(): Promise<void> };

/** Throws PythonUnavailable. */
export async function installEmulator(signal: AbortSignal): Promise<void> {
  await installPython(MINISTACK, signal);
  await installPython(AWS_CLI, signal);
}

/** Runs lines of a shell in which `aws` is the AWS CLI. Throws with what they printed if one fails. */
export function runShell(
  script: string,
  { env, cwd }: { env: Environment; cwd: string },
  signal: AbortSignal,
) {
  const shell = {
    PATH: `${programsOf(AWS_CLI)}:${process.env['PATH']}`,
    AWS_CONFIG_FILE: join(cwd, 'config'),
  };
  const args = ['--norc', '-euc', `set -o pipefail\n${script}`];
  return run({ command: 'bash', args, env: { ...env, ...shell }, cwd }, signal);
}

/**
 * Starts the emulator with IAM enforced: like on AWS, a function without the necessary permission is denied.
 */
export async function startEmulator(folder: string, signal: AbortSignal): Promise<Emulator> {
  const port = await freePort();
  const endpoint = requireLoopback(`http://127.0.0.1:${port}`);
  const running = await start({
    command: PYTHON,
    args: [fileURLToPath(new URL('drift.py', import.meta.url))],
    env: {
      // Functions run on the same Node version as the rehearsal.
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      TMPDIR: folder,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      NODE_NO_WARNINGS: '1',
      AUTH: 'true',
    },
  });
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(START_MS)]);
  try {
    await waitUntilHealthy(endpoint, bounded);
  } catch (cause) {
    await running.stop();
    throw new Error(`The emulator did not start:\n${running.output().slice(-2_000)}`, { cause });
  }
  return { endpoint, log: running.output, stop: running.stop };
}

/** The log messages of all functions, one per line. */
export function readFunctionLogs(env: Environment, signal: AbortSignal): Promise<string> {
  const script = fileURLToPath(new URL('read-logs.py', import.meta.url));
  return run({ command: PYTHON, args: [script], env }, signal);
}

async function waitUntilHealthy(endpoint: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const answer = await fetch(`${endpoint}/_ministack/health`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100, undefined, { signal });
  }
}
