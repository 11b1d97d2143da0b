// The local service's DynamoDB: an embedded engine in a child process, or the endpoint that the environment
// names. The child process never outlives this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

const FILES_IN_MEMORY = '/dev/shm';
/** The tables and streams of all tests at once need a tenth of it; a container may have 64 MB. */
const LEAST_MEMORY = 2 ** 31;

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
  const folder = options.folder ?? folderInMemory();
  // If another program takes the port before the engine does, another port is tried.
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    const port = options.port ?? (await freePort());
    const engine = spawnEngine(binary, ['--host', '127.0.0.1', '--port', String(port), ...storage(folder)]);
    try {
      await waitUntilReady(port, engine);
      if (folder !== undefined) indexStream(databaseIn(folder));
      return { endpoint: `http://127.0.0.1:${port}`, stop: engine.stop };
    } catch (error) {
      await engine.stop();
      if (attemptsLeft === 1) throw error;
    } finally {
      // The open files remain until the engine ends, whatever ends it.
      if (folder !== options.folder) rmSync(folder ?? '', { recursive: true, force: true });
    }
  }
}

type Engine = { hasEnded(): boolean; errorOutput(): string; stop(): Promise<void> };

function spawnEngine(binary: string, settings: string[]): Engine {
  // A separate process group: Ctrl-C in the terminal must reach this process first, while the tables exist.
  const child = spawn('/bin/sh', ['-c', watched, 'sh', binary, ...settings], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });

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

const databaseIn = (folder: string) => join(folder, 'dynamodb.sqlite');

function storage(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  mkdirSync(folder, { recursive: true });
  return ['--db-path', databaseIn(folder)];
}

/** A folder in memory, on Linux. The tables that the engine keeps in its own memory can get no index. */
function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(FILES_IN_MEMORY);
    if (bavail * bsize < LEAST_MEMORY) return undefined;
    return mkdtempSync(join(FILES_IN_MEMORY, 'dynamodb-'));
  } catch {
    return undefined;
  }
}

/** At each write the engine looks for the last record of the stream, without this index in all of them. */
function indexStream(file: string): void {
  const database = new DatabaseSync(file);
  const columns = 'table_name, CAST(sequence_number AS INTEGER)';
  database.exec(`CREATE INDEX IF NOT EXISTS in_order ON _stream_records (${columns})`);
  database.close();
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

/** Starts the service in a container that the engine knows. */
const COMPOSE = 'lib/local/compose.yaml';

function findEngine(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    return join(dirname(manifest), 'dynoxide');
  } catch {
    throw new Error(
      [
        `There is no embedded DynamoDB for ${platform}. Use one of these instead:`,
        `  docker compose -f ${COMPOSE} up    the whole service in a container, data kept`,
        '  AWS_ENDPOINT_URL_DYNAMODB=<address>            a DynamoDB of your own, such as DynamoDB Local',
      ].join('\n'),
    );
  }
}
