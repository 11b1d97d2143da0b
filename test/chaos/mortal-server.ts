// The local service in a separate process that can be killed at any time. It restarts on the same port and
// data.
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../lib/local/free-port.ts';
import { type Place, type RunningRelease, startRelease } from '../release/release.ts';
import type { Control } from '../release/shop.ts';
import { PRESENT } from '../release/unpack.ts';

export type MortalServer = {
  baseUrl: string;
  /** Fails while the service is down. */
  control: Control;
  /** Resolves when the service can be called: at once, or after its restart. */
  ready(): Promise<unknown>;
  /** Sends SIGKILL, and starts the service on the same data. */
  killAndRestart(): Promise<void>;
  /** The errors that the functions have logged, including before restarts. */
  errors(): readonly string[];
  stop(): Promise<void>;
};

/** While the service is down, another program of this machine may use its port for a moment. */
async function restart(place: Place, triesLeft = 3): Promise<RunningRelease> {
  try {
    return await startRelease(PRESENT, place);
  } catch (error) {
    if (triesLeft === 1) throw error;
    await pause(1000);
    return await restart(place, triesLeft - 1);
  }
}

export async function startMortalServer(dataFolder: string): Promise<MortalServer> {
  const place = { dataFolder, port: await freePort() };
  const first = await startRelease(PRESENT, place);
  const { baseUrl, control } = first;
  let running: Promise<RunningRelease> = Promise.resolve(first);
  let life = first;
  const errors: string[] = [];
  return {
    baseUrl,
    control,
    ready: () => running,
    async killAndRestart() {
      const ending = life;
      running = ending.kill().then(() => restart(place));
      // If the restart fails, no caller may be waiting for it; the `await` below reports the failure.
      running.catch(() => {});
      errors.push(...ending.errors());
      life = await running;
    },
    errors: () => [...errors, ...life.errors()],
    stop: () => life.stop(),
  };
}
