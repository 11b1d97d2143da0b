// The port of a stopped service stays with its process until the next service takes it.
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../lib/local/free-port.ts';
import { listen } from '../../../lib/local/http-server.ts';
import { releasePort, reservePort } from '../../../lib/local/reserved-port.ts';

it('a reserved port cannot be taken, closes connections, and is free when it is released', async () => {
  const port = await freePort();
  await reservePort(port);
  await expect(listen(port)).rejects.toThrow('EADDRINUSE');
  const isClosed = await new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.on('error', () => resolve(true)).on('close', () => resolve(true));
  });
  expect(isClosed).toBe(true);
  await releasePort();
  const server = await listen(port);
  expect(server.port).toBe(port);
  await server.close();
});
