// The local service of one release, as a process on a data folder that another release has used.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../rehearsal/program.ts';
import { type Control, controlOf, type Json } from './shop.ts';

const START_MS = 60_000;

/** The functions log this as an error when a charge is held. */
const EXPECTED = 'the bank refuses the settings of the merchant';

export type RunningRelease = {
  baseUrl: string;
  control: Control;
  /** The errors that the functions logged. */
  errors(): readonly string[];
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

export type Place = { dataFolder: string; port: number };

export async function startRelease(root: string, { dataFolder, port }: Place): Promise<RunningRelease> {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, CLOCK: __, HOSTS: ___, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(port), DATA: dataFolder };
  const program = await start({ command: process.execPath, args: [join(root, 'bin/local.ts')], env });
  const baseUrl = `http://localhost:${port}`;
  const control = controlOf(baseUrl);
  const late = AbortSignal.timeout(START_MS);
  let hasEnded = false;
  void program.ended.then(() => {
    hasEnded = true;
  });
  while ((await control('GET', '/info').catch((): Json => ({})))['baseUrl'] !== baseUrl) {
    if (hasEnded || late.aborted) {
      await program.stop();
      throw new Error(`The service of ${root} did not start:\n${program.output().slice(-2000)}`);
    }
    await pause(50);
  }
  const isError = (line: string) => line.includes('"level":"error"') && !line.includes(EXPECTED);
  const errors = () => program.output().split('\n').filter(isError);
  return { baseUrl, control, errors, stop: program.stop, kill: program.kill };
}
