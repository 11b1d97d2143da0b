// Keeps the port of a process while none of its services runs: clients of AWS keep their endpoint, so the
// next service must have the same port, and another process that looks for a free one could take it
// meanwhile.
import { createServer, type Server } from 'node:net';

let reserved: Server | undefined;

/** Connections are closed at once. The process may end all the same. */
export async function reservePort(port: number): Promise<void> {
  const server = createServer((socket) => socket.destroy()).unref();
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve());
    server.listen(port, 'localhost', resolve);
  });
  reserved = server;
}

/** Returns once the port can be listened on. */
export async function releasePort(): Promise<void> {
  const server = reserved;
  reserved = undefined;
  if (server?.listening) await new Promise((resolve) => server.close(resolve));
}
