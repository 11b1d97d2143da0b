// Shops on origins of their own that show a page in a frame.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll } from 'vitest';

export type FramingShop = {
  origin: string;
  /** Shows the address in a frame, below the markup in `more`. */
  show(frame: string, more?: string): void;
};

/** Runs for one test file. The shop calls `hear`, which the test defines, with each message of the frame. */
export function startFramingShops() {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  /** Opens a shop on a separate origin: another port, or with a host name also another site. */
  return async (host = 'localhost'): Promise<FramingShop> => {
    let body = '';
    const server = createServer(({ url }, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(url === '/' ? body : '<!doctype html><title>Shop</title>');
    }).listen(0, host);
    servers.push(server);
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('a TCP address was expected');
    const script = 'onmessage = (event) => hear({ ...event.data, from: event.origin })';
    return {
      origin: `http://${host}:${bound.port}`,
      show: (frame, more = '') => {
        const inside = `<iframe width="480" height="1100" src="${frame}"></iframe>`;
        body = `<!doctype html><title>Shop</title><script>${script}</script>${more}${inside}`;
      },
    };
  };
}
