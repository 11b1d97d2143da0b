// The local service's DynamoDB: an embedded engine in a child process, or the endpoint that the environment
// names. The child process never outlives this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

export type LocalDynamodb = { endpoint: string; stop(): Promise<void> };

export type DynamodbOptions = {
  /** The folder of the tables; without it they are in memory. */
  folder?: string;
  /** Default: a free port. */
  port?: number;
};

const readyWithinMs = 60_000;

/**
 * The shell becomes the engine by `exec`, so its pid is the engine's. Before that it starts a watcher that
 * reads from a pipe which only this process holds open. The kernel closes the pipe even after SIGKILL, and
 * the watcher then kills the engine.
 */
const watched = '{ read _ <&3; kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

export async function startDynamodb(options: DynamodbOptions = {}): Promise<LocalDynamodb> {
  const configured = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  if (configured !== undefined && configured !== '') return { endpoint: configured, stop: async () => {} };

  const binary = findEngine();
  // If another program takes the port before the engine does, another port is tried.
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    const port = options.port ?? (await freePort());
    const engine = spawnEngine(binary, ['--host', '127.0.0.1', '--port', String(port), ...storage(options)]);
    try {
      await waitUntilReady(port, engine);
      return { endpoint: `http://127.0.0.1:${port}`, stop: engine.stop };
    } catch (error) {
      await engine.stop();
      if (attemptsLeft === 1) throw error;
    }
  }
}

type Engine = { hasEnded(): boolean; errorOutput(): string; stop(): Promise<void> };

function spawnEngine(binary: string, settings: string[]): Engine {
  // A separate process group: Ctrl-C in the terminal must reach this process first, while the tables exist.
  const posix = process.platform !== 'win32';
  const child = posix
    ? spawn('/bin/sh', ['-c', watched, 'sh', binary, ...settings], {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      })
    : spawn(binary, settings, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });

  let errorOutput = '';
  let hasEnded = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      // Ends the watcher; otherwise it would later kill a pid that may belong to another process.
      for (const stream of child.stdio) stream?.destroy();
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      errorOutput += error.message;
      end();
    });
  });
  unrefChild(child);
  const killNow = () => void child.kill('SIGKILL');
  process.on('exit', killNow);
  const stop = async () => {
    process.off('exit', killNow);
    child.ref();
    child.kill('SIGTERM');
    await ended;
  };
  return { hasEnded: () => hasEnded, errorOutput: () => errorOutput.trim(), stop };
}

/** Lets a script end although it forgot to call stop(); the engine then ends with it. */
function unrefChild(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) {
    if (stream instanceof Socket) stream.unref();
  }
}

function storage({ folder }: DynamodbOptions): string[] {
  if (folder === undefined) return [];
  mkdirSync(folder, { recursive: true });
  return ['--db-path', join(folder, 'dynamodb.sqlite')];
}

async function waitUntilReady(port: number, engine: Engine): Promise<void> {
  const giveUpAt = performance.now() + readyWithinMs;
  while (performance.now() < giveUpAt) {
    const responds = await respondsOn(port);
    // Checked after the request: the response may come from another program that took the port before the
    // engine.
    if (engine.hasEnded())
      throw new Error(`The embedded DynamoDB ended at its start: ${engine.errorOutput()}`);
    if (responds) return;
    await sleep(3);
  }
  throw new Error(`The embedded DynamoDB did not answer within ${readyWithinMs} ms: ${engine.errorOutput()}`);
}

function respondsOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, agent: false, timeout: 1000 }, (response) => {
      response.resume();
      resolve(true);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

function findEngine(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    return join(dirname(manifest), process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch {
    throw new Error(
      [
        `There is no embedded DynamoDB for ${platform}. Use one of these instead:`,
        `  npm install --no-save @dynoxide/${platform}   if that package exists for your machine`,
        '  docker run -p 8000:8000 amazon/dynamodb-local, AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000',
        '  AWS_ENDPOINT_URL_DYNAMODB=<address>   any other DynamoDB endpoint',
      ].join('\n'),
    );
  }
}
