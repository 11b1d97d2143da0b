// Finds a port that stays free for a server of this machine over a restart.
import { createServer } from 'node:net';

/** Linux, macOS and Windows use higher ports for outgoing connections. */
const FIRST = 20_000;
const COUNT = 12_000;

/** A port on which nothing listens. Outgoing connections do not use it. */
export async function freePort(): Promise<number> {
  for (let attemptsLeft = 100; attemptsLeft > 0; attemptsLeft -= 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port on this machine');
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
}
