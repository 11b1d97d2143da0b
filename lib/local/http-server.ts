// The HTTP server of the local service. Each embedded service is mounted at a prefix; the longest match wins.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AllowedHosts, allowHosts, REFUSAL } from './allowed-hosts.ts';
import type { HttpHandler, HttpResponse } from './http-handler.ts';

type Mount = { prefix: string; service: HttpHandler };
type LocalHttpServer = {
  port: number;
  mount(mount: Mount): void;
  /** A second call has no effect. */
  close(): Promise<void>;
};

/** Paths for programs and pages of this machine: requests from pages of other sites are refused. */
const FOR_PROGRAMS = /^\/(aws|local)(\/|$)/;

/**
 * API Gateway's limit. The server reads one byte more of a larger body, so that the gateway recognises it.
 */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * Listens on this machine only, unless LISTEN names another address, as in a container; answers only under
 * its names and `hosts`. Throws EADDRINUSE if the port is in use.
 */
export async function listen(port: number, hosts: readonly string[] = []): Promise<LocalHttpServer> {
  const mounts: Mount[] = [];
  const allowed = allowHosts(hosts);
  const server = createServer((incoming, outgoing) => {
    respond(mounts, allowed, incoming, outgoing).catch((error: unknown) => {
      console.error('the local server failed:', error);
      outgoing.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, process.env['LISTEN'] || 'localhost', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    mount(mount) {
      mounts.push(mount);
      mounts.sort((one, other) => other.prefix.length - one.prefix.length);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  mounts: readonly Mount[],
  allowed: AllowedHosts,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers, socket } = incoming;
  const [path = '/'] = url.split('?');
  const mount = mounts.find(
    ({ prefix }) => path === prefix || path.startsWith(`${prefix}/`) || prefix === '',
  );
  const body = await readBody(incoming);
  const isAllowed =
    allowed.allows(headers.host) && (!FOR_PROGRAMS.test(path) || allowed.allowsOrigin(headers.origin));
  if (!isAllowed) {
    const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
    outgoing.writeHead(403, plain).end(REFUSAL);
    return;
  }
  if (mount === undefined) {
    outgoing.writeHead(404).end();
    return;
  }
  const pathBelow = url.slice(mount.prefix.length) || '/';
  const address = socket.remoteAddress ?? '';
  const response = await mount.service({ method, url: pathBelow, headers, body, address });
  send(outgoing, response);
}

function send(outgoing: ServerResponse, { status, headers = {}, body, destroy }: HttpResponse): void {
  if (destroy) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, headers).end(body);
}

/** Reads bodies of any size to the end: a client that is still sending does not read a response. */
async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES + 1);
}
