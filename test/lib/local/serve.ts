// Serves an embedded service on a real port, so tests can call it with SDK clients.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { HttpHandler } from '../../../lib/local/http-handler.ts';

type Served = { endpoint: string; close(): Promise<void> };

export async function serve(service: HttpHandler): Promise<Served> {
  const server = createServer((incoming, outgoing) => void respond(service, incoming, outgoing));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

async function respond(
  service: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = '', url = '', headers, socket } = incoming;
  const body = await buffer(incoming);
  const response = await service({ method, url, headers, body, address: socket.remoteAddress ?? '' });
  outgoing.writeHead(response.status, response.headers).end(response.body);
}

/** The options of every SDK client in tests except its endpoint. */
export const awsClientOptions = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};
