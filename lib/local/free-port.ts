// Finds a port for a server of this machine that no other process of ours takes, even while nothing listens
// on it: AWS clients keep their endpoint, so that a server that is started again needs the same port.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Linux, macOS and Windows use higher ports for outgoing connections. */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * Returns a port on which nothing listens and which `freePort` returns to nobody else as long as this process
 * lives. Outgoing connections do not use it.
 */
export async function freePort(): Promise<number> {
  for (let attemptsLeft = 100; attemptsLeft > 0; attemptsLeft -= 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error('no free port on this machine');
}

/**
 * Returns false if a process has claimed the port. A claim is the UDP port of the same number, which servers
 * of TCP do not need, and which the operating system gives back even if the process is killed.
 */
function claim(port: number): Promise<boolean> {
  const claimed = createSocket('udp4').unref();
  return new Promise((resolve) => {
    // Where UDP is forbidden, ports are found without claims.
    claimed.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    claimed.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
}
