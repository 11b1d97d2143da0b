// Starts and stops a browser and a page server with the tests of a file.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, type PageServer, startPageServer } from './chromium.ts';

/** Starts a browser; each page of `newPage` has a new context. */
export function startBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => await browser?.close());
  return {
    newPage: async (options: BrowserContextOptions = {}) => await browser.newPage(options),
    /** Several tabs of one browser. */
    newContext: async (options: BrowserContextOptions = {}) => await browser.newContext(options),
  };
}

export function startBrowserAndPageServer(options: Parameters<typeof startPageServer>[0] = {}) {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer(options);
  });
  afterAll(() => server?.close());
  return { ...startBrowser(), server: () => server };
}
