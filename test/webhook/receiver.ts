// A merchant's server on this machine that answers as a test defines, and keeps the received calls.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export type Received = { headers: IncomingHttpHeaders; body: string; path: string };
type Behaviour = (answer: ServerResponse, received: Received) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (answer) =>
    void answer.writeHead(status, headers).end(body);
export const hang: Behaviour = () => {};
export const close: Behaviour = (answer) => void answer.socket?.destroy();

/** Starts a receiver until the test file ends. */
export async function startReceiver(behaviour: Behaviour = answerWith(200)) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const state = { behaviour };
  const server = createServer((request, answer) => {
    void text(request).then(
      (body) => {
        const one = { headers: request.headers, body, path: request.url ?? '' };
        received.push(one);
        state.behaviour(answer, one);
      },
      () => {},
    );
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Ends the calls that wait for an answer. */
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = () => {
    drop();
    server.close();
  };
  afterAll(stop);
  return {
    received,
    url: `http://localhost:${port}/events`,
    port,
    answers: (next: Behaviour) => {
      state.behaviour = next;
    },
    drop,
    stop,
  };
}
