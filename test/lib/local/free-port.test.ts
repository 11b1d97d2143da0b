// A free port stays with the process that found it, also while nothing listens on it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from '../../../lib/local/free-port.ts';
import { listen } from '../../../lib/local/http-server.ts';

const MODULE = new URL('../../../lib/local/free-port.ts', import.meta.url).href;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The random number that chooses this port. */
const chooses = (port: number): number => (port - 20_000 + 0.5) / 12_000;

/** Returns the port that another process finds if it tries this one first. The process has ended then. */
async function freePortOfAnotherProcess(first: number): Promise<number> {
  const script = `
    const { random } = Math;
    Math.random = () => {
      Math.random = random;
      return ${chooses(first)};
    };
    const { freePort } = await import('${MODULE}');
    console.log(await freePort());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return Number(stdout);
}

it('a port can be listened on, closed, and listened on again', async () => {
  const port = await freePort();
  for (let turn = 0; turn < 2; turn += 1) {
    const server = await listen(port);
    expect(server.port).toBe(port);
    await server.close();
  }
});

it('a port that this process has is not found again, here or by another process', async () => {
  const port = await freePort();
  expect(await freePortOfAnotherProcess(port)).not.toBe(port);
  vi.spyOn(Math, 'random').mockReturnValueOnce(chooses(port));
  expect(await freePort()).not.toBe(port);
});

it('a port of a process that has ended is found again', async () => {
  const port = await freePortOfAnotherProcess(25_000);
  expect(await freePortOfAnotherProcess(port)).toBe(port);
});

it('a port on which another program listens is not found', async () => {
  const server = await listen(await freePortOfAnotherProcess(25_000));
  expect(await freePortOfAnotherProcess(server.port)).not.toBe(server.port);
  await server.close();
});
