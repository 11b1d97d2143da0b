// Measures in a real browser how long the installments of a card take from the input of its eighth digit to
// the frame that shows them: script, request, service, table and page on one machine.
import type { Browser } from 'playwright-core';
import { importList, readListFile } from '../../../lib/operator/bins/bin-lists.ts';
import type { Harness } from '../../harness/harness.ts';
import { quantile } from '../start-up.ts';

const PAGES = 8;
/** A page may ask 30 times a minute. */
const CARDS_OF_A_PAGE = 25;
const FIRST_EIGHT = ['46034500', '97920300', '55287900', '54066700'];

const WATCH = `(() => {
  globalThis.shownAt = 0;
  const number = document.getElementById('cardNumber');
  number.addEventListener('input', () => { globalThis.typedAt = performance.now(); }, true);
  new MutationObserver(() => requestAnimationFrame(() => {
    globalThis.shownAt = performance.now();
  })).observe(document.querySelector('.fields'), { childList: true });
})()`;
/** The policy of the page allows no function that is made of a text. */
const SHOWN_AFTER = `new Promise((done) => {
  const look = () => shownAt > typedAt ? done(shownAt - typedAt) : setTimeout(look, 5);
  look();
})`;

/** Milliseconds of each card. */
export async function offerTimes(browser: Browser, { api, createPage, service, now }: Harness) {
  await importList(readListFile().ranges, now());
  const { apiKey: key } = await service.addMerchant();
  const families = ['Bonus', 'CardFinans', 'Paraf', 'Maximum'];
  const rows = families.flatMap((family) =>
    [2, 3, 6, 9, 12].map((installment) => ({
      family,
      installment,
      ratePercent: installment / 4,
      surchargeBearer: 'buyer',
    })),
  );
  await api('PUT', '/api/installment/table', { key, body: { rows } });
  const times: number[] = [];
  for (let at = 0; at < PAGES; at += 1) {
    const page = await browser.newPage();
    await page.goto((await createPage({ amount: 1499.9 }, { key })).hostedPageUrl);
    await page.evaluate(WATCH);
    for (let card = 0; card < CARDS_OF_A_PAGE; card += 1) {
      const digits = FIRST_EIGHT[card % FIRST_EIGHT.length] ?? '';
      await page.locator('#cardNumber').fill(digits.slice(0, 7));
      await page.keyboard.type(digits.slice(7));
      times.push(await page.evaluate<number>(SHOWN_AFTER));
    }
    await page.close();
  }
  return { cards: times.length, median: quantile(times, 0.5), p95: quantile(times, 0.95) };
}
