// Starts and stops a browser and a page server with the tests of a file.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, type PageServer, startPageServer } from './chromium.ts';

/**
 * Starts a browser; each page of `newPage` has a new context. Its calls are routed before it is opened: Chromium
 * tells a page that is shown already of a `route` only after that has returned, so that a call passes by.
 */
export function startBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => await browser?.close());
  return {
    newPage: async (options: BrowserContextOptions = {}) => patient(await browser.newPage(options)),
    /** Several tabs of one browser. */
    newContext: async (options: BrowserContextOptions = {}) => patient(await browser.newContext(options)),
  };
}

/** What a busy machine takes for one wait. */
const PATIENCE_MS = 120_000;

function patient<Waiting extends Page | BrowserContext>(waiting: Waiting): Waiting {
  waiting.setDefaultTimeout(PATIENCE_MS);
  return waiting;
}

export function startBrowserAndPageServer(options: Parameters<typeof startPageServer>[0] = {}) {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer(options);
  });
  afterAll(() => server?.close());
  return { ...startBrowser(), server: () => server };
}
