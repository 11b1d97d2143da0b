// The local house's DynamoDB: an embedded engine as a child process, or whatever the user's environment
// names. The child never outlives this process, however that ends.
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
  /** Where the tables are kept; without it they live in memory. */
  folder?: string;
  /** Any free one unless given. */
  port?: number;
};

const readyWithinMs = 10_000;

/**
 * The shell becomes the engine by `exec`, so its pid is the engine's. Before, it leaves behind a watcher that
 * waits for the end of a pipe which only this process holds open: the kernel closes it even after SIGKILL.
 */
const watched = '{ read _ <&3; kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

export async function startDynamodb(options: DynamodbOptions = {}): Promise<LocalDynamodb> {
  const given = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  if (given !== undefined && given !== '') return { endpoint: given, stop: async () => {} };

  const binary = findEngine();
  // Between finding a free port and the engine's taking it, somebody else may: then another one is tried.
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    const port = options.port ?? (await freePort());
    const engine = spawnEngine(binary, ['--host', '127.0.0.1', '--port', String(port), ...storage(options)]);
    try {
      await untilReady(port, engine);
      return { endpoint: `http://127.0.0.1:${port}`, stop: engine.stop };
    } catch (error) {
      await engine.stop();
      if (attemptsLeft === 1) throw error;
    }
  }
}

type Engine = { hasEnded(): boolean; complaint(): string; stop(): Promise<void> };

function spawnEngine(binary: string, settings: string[]): Engine {
  // A group of its own: Ctrl-C in the terminal must reach us first, while the tables are still there.
  const posix = process.platform !== 'win32';
  const child = posix
    ? spawn('/bin/sh', ['-c', watched, 'sh', binary, ...settings], {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      })
    : spawn(binary, settings, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });

  let complaint = '';
  let over = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      // Lets the watcher go; otherwise it would wait for us and then kill a pid that may be someone else's.
      for (const stream of child.stdio) stream?.destroy();
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      complaint += error.message;
      end();
    });
  });
  letProcessEnd(child);
  const killNow = () => void child.kill('SIGKILL');
  process.on('exit', killNow);
  const stop = async () => {
    process.off('exit', killNow);
    child.ref();
    child.kill('SIGTERM');
    await ended;
  };
  return { hasEnded: () => over, complaint: () => complaint.trim(), stop };
}

/** A script that merely forgot to call stop() still ends; the engine ends with it. */
function letProcessEnd(child: ChildProcess): void {
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

async function untilReady(port: number, engine: Engine): Promise<void> {
  const giveUpAt = performance.now() + readyWithinMs;
  while (performance.now() < giveUpAt) {
    const answers = await answersOn(port);
    // Asked afterwards: what answers may be the very program that kept our engine from taking the port.
    if (engine.hasEnded()) throw new Error(`The embedded DynamoDB ended at its start: ${engine.complaint()}`);
    if (answers) return;
    await sleep(3);
  }
  throw new Error(`The embedded DynamoDB did not answer within ${readyWithinMs} ms: ${engine.complaint()}`);
}

function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get({ host: '127.0.0.1', port, agent: false, timeout: 1000 }, (answer) => {
      answer.resume();
      resolve(true);
    });
    asking.once('timeout', () => asking.destroy());
    asking.once('error', () => resolve(false));
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
        `There is no embedded DynamoDB for ${platform} here. Any one of these gives you one:`,
        `  npm install --no-save @dynoxide/${platform}   if that package exists for your machine`,
        '  docker run -p 8000:8000 amazon/dynamodb-local, AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000',
        '  AWS_ENDPOINT_URL_DYNAMODB=<address>   any other DynamoDB endpoint',
      ].join('\n'),
    );
  }
}
