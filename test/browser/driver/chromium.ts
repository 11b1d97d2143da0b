// A real Chromium and a loopback server with the real headers, for what only a browser can tell.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
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

export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('The browser tests bring a Chromium for Linux on x64 only.');
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** A page of ours, or the text of somebody else's, which comes without our headers. */
export type Shown = Html | string;

export type Stage = {
  address: string;
  /** What is shown at each path; changed by a test at will. */
  pages: Map<string, Shown>;
  /** The bodies of all posts, in order. */
  posts: URLSearchParams[];
  gets: string[];
  close: () => void;
};

/** Serves `pages`; a post is answered late by what is shown under `/after-post`, as a bank would be. */
export async function openStage({ withPolicy = true, postMs = 0 } = {}): Promise<Stage> {
  const stage = { pages: new Map<string, Shown>(), posts: [] as URLSearchParams[], gets: [] as string[] };
  const answerFor = async (request: IncomingMessage): Promise<Shown | undefined> => {
    const path = request.url ?? '/';
    if (request.method !== 'POST') {
      stage.gets.push(path);
      return stage.pages.get(path);
    }
    stage.posts.push(new URLSearchParams(await text(request)));
    await new Promise((resolve) => setTimeout(resolve, postMs));
    return stage.pages.get('/after-post');
  };
  const view = { cspNonce: NONCE, formActionOrigins: [], frameAncestors: [], language: 'tr' } as const;
  const headers = Object.entries(pageHeaders(view));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const page = await answerFor(request);
    const isOurs = typeof page !== 'string';
    for (const [name, value] of isOurs ? headers : [['Content-Type', 'text/html; charset=utf-8'] as const])
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
  return { ...stage, address: `http://127.0.0.1:${bound.port}`, close: () => server.close() };
}

/** Collects what a page must never do: errors, refused inline code, dialogs, requests to another host. */
export function watch(page: Page, stage: Stage): string[] {
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
    const isOurs = request.url().startsWith(stage.address) || request.url().startsWith('data:');
    if (!isOurs) faults.push(`request: ${request.url()}`);
  });
  return faults;
}
