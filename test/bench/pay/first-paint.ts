// Compares the first paint of the payment form with that of a form of 400 bytes. One server, which does
// nothing else, serves both in turn, with the same headers and compressed in advance, to a processor at a
// quarter of its speed. So only the page is compared, without the service and its table.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { paymentForm } from '#page/form/payment-form.ts';
import { pageHeaders } from '#page/headers.ts';
import { render } from '#page/html.ts';
import { formView, NONCE } from '../../page/every-page.ts';
import { quantile } from '../start-up.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

const SMALL_FORM = `<!doctype html><html lang="tr"><meta charset="utf-8"><title>Ödeme</title>
<h1>149,90 ₺</h1><form method="post"><p><label>Kart numarası <input name="cardNumber"></label>
<p><label>Son kullanma <input name="expiry"></label><p><label>CVV <input name="cvv"></label>
<p><label>Ad soyad <input name="ownerName"></label><p><button>149,90 ₺ öde</button></form></html>`;
/** A page of a shop on another site than the forms: the browser then shows the form in another process. */
const SHOP = '<!doctype html><html lang="tr"><title>Mağaza</title><h1>Sepet</h1><a>Ödemeye geç</a></html>';

const PATHS = ['/small', '/form'] as const;
type Path = (typeof PATHS)[number];
/** How many times the other form's time the first paint of the page may take. */
export const MOST = 1.15;
const ROUNDS = 30;
const NETWORKS = {
  'slow mobile network': { latency: 400, bytesPerSecond: 50_000, isBound: true },
  'no network': { latency: 0, bytesPerSecond: -1, isBound: false },
};
type Network = (typeof NETWORKS)[keyof typeof NETWORKS];
const ARRIVALS = ['in a new tab', 'from a shop', 'one form after the other'] as const;

async function startServer() {
  const forms = { '/small': SMALL_FORM, '/form': render(paymentForm(formView('tr'))) };
  const bodies = { '/small': gzipSync(forms['/small']), '/form': gzipSync(forms['/form']) };
  const frame = { formActionOrigins: [], frameAncestors: [], frameSources: [] };
  const ours = pageHeaders({ cspNonce: NONCE, ...frame, language: 'tr' });
  const headers = { ...ours, 'Content-Encoding': 'gzip' };
  const server = createServer((request, response) => {
    if (request.url === '/shop') return void response.setHeader('Content-Type', 'text/html').end(SHOP);
    response.writeHead(200, headers);
    response.end(bodies[request.url === '/small' ? '/small' : '/form']);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return { server, port: typeof bound === 'object' ? bound?.port : '' };
}

/** A tab on a processor of a quarter of the speed. */
async function openTab(browser: Browser, { latency, bytesPerSecond }: Network): Promise<Page> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
  return page;
}

const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === 'first-paint') resolve(startTime);
}).observe({ type: 'paint', buffered: true }))`;

async function firstPaintMs(page: Page, address: string, shop: string | undefined): Promise<number> {
  if (shop === undefined) await page.goto(address);
  else {
    await page.goto(shop);
    await page.evaluate(`document.querySelector("a").href = ${JSON.stringify(address)}`);
    await Promise.all([page.waitForURL(address, { waitUntil: 'commit' }), page.click('a')]);
  }
  return await page.evaluate<number>(FIRST_PAINT);
}

async function paintTimes(
  browser: Browser,
  network: Network,
  arrival: string,
  port: unknown,
  rounds = ROUNDS,
) {
  const shop = arrival === 'from a shop' ? `http://localhost:${port}/shop` : undefined;
  const times: Record<Path, number[]> = { '/small': [], '/form': [] };
  let tab: Page | undefined;
  for (let round = 0; round < rounds; round += 1)
    for (const path of round % 2 === 0 ? PATHS : PATHS.toReversed()) {
      if (arrival === 'in a new tab') await tab?.close();
      if (tab === undefined || tab.isClosed()) tab = await openTab(browser, network);
      times[path].push(await firstPaintMs(tab, `http://127.0.0.1:${port}${path}`, shop));
    }
  await tab?.close();
  return times;
}

/** Time of the main thread for each form at full speed, which other processes do not lengthen. */
async function mainThreadMs(browser: Browser, origin: string): Promise<{ small: number; form: number }> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent: Record<Path, number[]> = { '/small': [], '/form': [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const path of PATHS) {
      await page.goto(origin + path);
      await page.evaluate(FIRST_PAINT);
      const { metrics } = await session.send('Performance.getMetrics');
      const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
      // The first round starts the process.
      if (round > 0) spent[path].push(seconds * 1000);
    }
  await page.close();
  return { small: quantile(spent['/small'], 0.5), form: quantile(spent['/form'], 0.5) };
}

const ratioAt = (times: Record<Path, number[]>, at: number) =>
  quantile(times['/form'], at) / quantile(times['/small'], at);

/** The ratio of the shortest times in a new tab on the slow network: other processes only lengthen them. */
export async function paintRatio(browser: Browser, rounds: number): Promise<number> {
  const { server, port } = await startServer();
  const times = await paintTimes(browser, NETWORKS['slow mobile network'], 'in a new tab', port, rounds);
  server.close();
  return ratioAt(times, 0);
}

/** Prints each comparison, and a verdict for the network by which the page is held to the bound. */
export async function comparePaint(browser: Browser): Promise<void> {
  const { server, port } = await startServer();
  print(`\nfirst paint and its ratio to a form of 400 bytes: medians of ${ROUNDS} (first deciles)`);
  const bound: number[] = [];
  for (const [name, network] of Object.entries(NETWORKS))
    for (const arrival of ARRIVALS) {
      const times = await paintTimes(browser, network, arrival, port);
      const [paint, decile] = [0.5, 0.1].map((at) => quantile(times['/form'], at).toFixed(0));
      const [ratio, ofDecile] = [ratioAt(times, 0.5), ratioAt(times, 0.1)];
      const line = `${name}, ${arrival}`.padEnd(47);
      print(`${line} ${paint} (${decile}) ms  ${ratio.toFixed(2)} (${ofDecile.toFixed(2)})`);
      if (network.isBound) bound.push(ratio);
    }
  const { small, form } = await mainThreadMs(browser, `http://127.0.0.1:${port}`);
  const times = `${(form / small).toFixed(2)} times ${small.toFixed(1)} ms`;
  print(`main thread at full speed: ${form.toFixed(1)} ms, ${times}`);
  const worst = Math.max(...bound);
  const verdict = worst <= MOST ? 'holds' : 'does not hold';
  print(`by a slow mobile network at most ${worst.toFixed(2)}: ${verdict} the bound of ${MOST}`);
  server.close();
}
