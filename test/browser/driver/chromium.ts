// A real Chromium, and a server on this machine that serves pages with their real headers.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pageHeaders } from '#page/headers.ts';
import { type Html, render } from '#page/html.ts';
import { NONCE } from '../../page/every-page.ts';

async function findChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const path = await sparticuz.executablePath();
  return spawnSync(path, ['--version']).status === 0 ? path : undefined;
}
const CHROMIUM = await findChromium();
/** The folder of fonts.conf. Without it Chromium would show no text at all. */
const FONT = new URL('../../../node_modules/@expo-google-fonts/roboto', import.meta.url);

export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('The browser tests bring a Chromium for Linux on x64 only.');
  if (!existsSync(FONT)) throw new Error('The font of the browser tests is not installed: npm ci');
  const env = { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) };
  const args = ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text'];
  return chromium.launch({ executablePath: CHROMIUM, args, env });
}

/** One of our pages, or the text of another page, which is served without our headers. */
export type ServedPage = Html | string;

export type PageServer = {
  address: string;
  /** The page at each path. Tests change it. */
  pages: Map<string, ServedPage>;
  /** The bodies of all posts, in order. */
  posts: URLSearchParams[];
  gets: string[];
  close: () => void;
};

/**
 * Serves `pages`. The response to a post is the page at `/after-post`, after `postMs`; the script of a form
 * gets the instruction to reload its page, and finds that page there.
 */
export async function startPageServer({ withPolicy = true, postMs = 0 } = {}): Promise<PageServer> {
  const pageServer = {
    pages: new Map<string, ServedPage>(),
    posts: [] as URLSearchParams[],
    gets: [] as string[],
  };
  const answerFor = async (request: IncomingMessage): Promise<ServedPage | undefined> => {
    const path = request.url ?? '/';
    if (request.method !== 'POST') {
      // The form asks once, in the background, whether it is still open.
      if (isScript(request)) return pageServer.pages.get(path) ?? '{"step":"form"}';
      pageServer.gets.push(path);
      return pageServer.pages.get(path);
    }
    pageServer.posts.push(new URLSearchParams(await text(request)));
    await new Promise((resolve) => setTimeout(resolve, postMs));
    const after = pageServer.pages.get('/after-post');
    if (!isScript(request) || after === undefined) return after;
    pageServer.pages.set(path, after);
    return '{"step":"page"}';
  };
  const frame = { formActionOrigins: [], frameAncestors: [], frameSources: [] };
  const view = { cspNonce: NONCE, ...frame, language: 'tr' } as const;
  const headers = Object.entries(pageHeaders(view));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/logo.png') {
      response.writeHead(200, { 'Content-Type': 'image/png' });
      response.end(LOGO);
      return;
    }
    const page = await answerFor(request);
    const isOurs = typeof page !== 'string';
    const type = isScript(request) ? 'application/json' : 'text/html; charset=utf-8';
    for (const [name, value] of isOurs ? headers : [['Content-Type', type] as const])
      if (withPolicy || name !== 'Content-Security-Policy') response.setHeader(name, value);
    response.statusCode = page === undefined ? 404 : 200;
    response.end(isOurs ? page && render(page) : page);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('a TCP address was expected');
  return { ...pageServer, address: `http://127.0.0.1:${bound.port}`, close: () => server.close() };
}

/** The logo of the pages with a shop's branding. */
const LOGO = readFileSync(new URL('../../../lib/demo/shop/logo.png', import.meta.url));

const isScript = ({ headers }: IncomingMessage): boolean => headers.accept === 'application/json';

/** Collects faults of a page: errors, blocked inline code, dialogs, requests to another host. */
export function collectFaults(page: Page, pageServer: PageServer): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('dialog', async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(pageServer.address) || request.url().startsWith('data:');
    if (!isOurs) faults.push(`request: ${request.url()}`);
  });
  return faults;
}
