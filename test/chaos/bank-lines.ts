// The lines from the service to its second and third bank, each under an address of its own: what breaks there
// leaves the other banks in reach. A cut line refuses connections, and breaks those that are under way.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type BankLine = {
  port: number;
  isCut: boolean;
  cut(): Promise<void>;
  mend(): Promise<void>;
};

/** Leads to the port of the service, which has the banks too. */
export async function openBankLine(servicePort: number): Promise<BankLine> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((incoming) => {
      const outgoing = connect(servicePort, 'localhost');
      for (const socket of [incoming, outgoing]) keep(socket);
      incoming.on('close', () => outgoing.destroy());
      outgoing.on('close', () => incoming.destroy());
      incoming.pipe(outgoing).pipe(incoming);
    });
    server.unref();
    server.listen(port, 'localhost');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const line: BankLine = {
    port,
    isCut: false,
    async cut() {
      if (line.isCut) return;
      line.isCut = true;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      if (!line.isCut) return;
      server = await listen(port);
      line.isCut = false;
    },
  };
  return line;
}
