// A browser and a stage that begin and end with a test file. Where there is no Chromium nothing is started.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { HAS_BROWSER, launchBrowser, openStage, type Stage } from './chromium.ts';

/** Each page has a context of its own. */
export function startBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    if (HAS_BROWSER) browser = await launchBrowser();
  });
  afterAll(async () => await browser?.close());
  return { newPage: async (options: BrowserContextOptions = {}) => await browser.newPage(options) };
}

export function startStage(options: Parameters<typeof openStage>[0] = {}) {
  let stage: Stage;
  beforeAll(async () => {
    if (HAS_BROWSER) stage = await openStage(options);
  });
  afterAll(() => stage?.close());
  return { ...startBrowser(), stage: () => stage };
}
