// The first paint of the form beside that of a form of 400 bytes (docs/screenshots.md).
import { expect, it } from 'vitest';
import { MOST, paintRatio } from '../bench/pay/first-paint.ts';
import { launchBrowser } from './driver/chromium.ts';

it('the form is painted within 1.15 times the time of a form of 400 bytes on a slow network', async () => {
  const browser = await launchBrowser();
  expect(await paintRatio(browser, 15)).toBeLessThanOrEqual(MOST);
  await browser.close();
});
