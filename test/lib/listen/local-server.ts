// HTTP servers of a test on loopback, closed when its file ends.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** Returns the URL of the server. */
export async function listenLocally(server: Server): Promise<string> {
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
