// `npm start` as a process, with a port and a folder of its own in each test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { freePort } from '../../../lib/local/free-port.ts';

type Started = { child: ChildProcess; baseUrl: string; output: () => string };

export function npmStart() {
  const at = { folder: '', port: 0 };
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    at.folder = mkdtempSync(join(tmpdir(), 'payment-service-'));
    at.port = await freePort();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(at.folder, { recursive: true, force: true });
  });

  const environment = (settings: Record<string, string>): NodeJS.ProcessEnv => {
    const { AWS_ENDPOINT_URL_DYNAMODB: _, ...env } = process.env;
    return { ...env, PORT: String(at.port), DATA: at.folder, ...settings };
  };

  /** Returns when the service has told its addresses, or has ended. */
  async function start(settings: Record<string, string> = {}): Promise<Started> {
    const env = environment(settings);
    const child = spawn(process.execPath, ['bin/local.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const isAtWork = () => child.exitCode === null && child.signalCode === null;
    while (!output.includes('curl') && isAtWork()) await sleep(20);
    return { child, baseUrl: `http://localhost:${at.port}`, output: () => output };
  }

  async function stop({ child }: Started): Promise<void> {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  return { at, environment, start, stop };
}
