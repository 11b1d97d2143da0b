// A shop of ten lines with the tag pay-1.js, on an origin of its own and with a strict policy.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll } from 'vitest';
import { integrityOf } from '../../../lib/operator/script-integrity.ts';

const SHOP_SCRIPT = `
window.told = [];
buy.onclick = async () => {
  const url = await (await fetch('/checkout', { method: 'POST' })).text();
  window.outcome = await Payment.open(url, { on: (event) => told.push(event) });
  window.outcomes = (window.outcomes ?? 0) + 1;
};`;
const UNSEEN = 'This text is below the layer. '.repeat(400);

/**
 * Runs for one test file. `checkout` returns the address of a new page. `own`: the shop serves a copy of the
 * script and permits no other source; else the pay host serves it, with the published digest.
 */
export function startTagShops(payUrl: string) {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  return async (checkout: (origin: string) => Promise<string>, from: 'own' | 'pay host' = 'own') => {
    const address = `${payUrl}/iframe/pay-1.js`;
    const copy = await (await fetch(address)).text();
    const tag =
      from === 'own'
        ? '<script src="/pay-1.js"></script>'
        : `<script src="${address}" integrity="${integrityOf(copy)}" crossorigin="anonymous"></script>`;
    const scripts = from === 'own' ? "'self'" : `'self' ${payUrl}`;
    // The second shop lets a test lead the frame elsewhere.
    const frames = from === 'own' ? payUrl : 'http://localhost:*';
    const policy =
      `default-src 'none'; connect-src 'self'; script-src ${scripts}; frame-src ${frames}; ` +
      "style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
    let origin = '';
    const server = createServer(({ url }, response) => {
      response.setHeader('Content-Security-Policy', policy);
      if (url === '/pay-1.js' || url === '/shop.js') {
        response.setHeader('Content-Type', 'text/javascript');
        return response.end(url === '/shop.js' ? SHOP_SCRIPT : copy);
      }
      if (url === '/checkout') return void checkout(origin).then((address) => response.end(address));
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      return response.end(`<!doctype html><html lang="en"><title>Shop</title>
<meta name="viewport" content="width=device-width">
<main><h1>Shop</h1><button id="buy">Buy</button><p>${UNSEEN}</p></main>
${tag}<script src="/shop.js"></script>`);
    }).listen(0, 'localhost');
    servers.push(server);
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('a TCP address was expected');
    origin = `http://localhost:${bound.port}`;
    return origin;
  };
}
