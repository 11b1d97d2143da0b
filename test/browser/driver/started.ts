// A browser and a server of pages, started before the tests of a file and stopped after them.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, openStage, type Stage } from './chromium.ts';

/** Each page has a context of its own. */
export function startBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => await browser?.close());
  return { newPage: async (options: BrowserContextOptions = {}) => await browser.newPage(options) };
}

export function startStage(options: Parameters<typeof openStage>[0] = {}) {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(options);
  });
  afterAll(() => stage?.close());
  return { ...startBrowser(), stage: () => stage };
}
