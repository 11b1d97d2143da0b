// The scenes of the demo shop, played on the local service: each has its call, its event and the books.
import { describe, expect, it } from 'vitest';
import { SCENES } from '../../../../lib/demo/shop/scenes.ts';
import { demoShop } from '../../../drivers/demo-shop.ts';
import { startHarness } from '../../../harness/harness.ts';

const harness = await startHarness({ events: true });
const { buyer, moveBy } = harness;
const { post, visit: get, buy } = demoShop(harness);

/** Starts the scene and returns the page of its order. */
async function start(scene: string) {
  const { productId = '' } = SCENES.find(({ id }) => id === scene) ?? {};
  const { order, pageUrl, cookie } = await buy({ productId, scene });
  const { text } = order;
  const list = /data-from="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const seen = async () => {
    await moveBy(0);
    const answer = await get(list, cookie);
    const { items, ledger } = JSON.parse(answer.text) as { items: { type: string }[]; ledger: string };
    const books = ledger.split('\n').map((line) => line.split(' · ').slice(1).join(' '));
    return { books, events: items.map(({ type }) => type) };
  };
  return { cookie, text, pageUrl, seen, list };
}
const pay = async (pageUrl: string, entry: Record<string, string> = {}) =>
  await buyer.submit(await buyer.open(pageUrl), entry);

describe('the scenes of the demo shop', () => {
  it('a payment is shown beside its call, its events and the bank’s books', async () => {
    const { text, pageUrl, seen, cookie } = await start('pay');
    expect(text).toContain('POST /api/payment/hostedpage');
    expect(text).toContain('<pre id="ledger">No operation yet.</pre>');
    const { pathname, search } = new URL((await pay(pageUrl)).location ?? '');
    const { books, events } = await seen();
    expect(books).toEqual(['sale approved 00 ₺425.00']);
    expect(events.sort()).toEqual(['hosted_page.paid', 'payment.succeeded']);
    expect((await get(`${pathname}${search}`, cookie)).text).toContain('approved 00 · ₺425.00</pre>');
  });

  it('a silent bank is asked by the service itself, and the card is charged once', async () => {
    const { text, pageUrl, seen, cookie } = await start('silence');
    expect(text).toContain('value="minutes"');
    expect((await pay(pageUrl)).location).toBeUndefined();
    expect(await seen()).toEqual({ books: ['sale approved 00 ₺809.50'], events: [] });
    const moved = await post('/shop/account', { action: 'minutes', stay: 'yes' }, cookie);
    expect([moved.status, moved.headers['location']]).toEqual([204, undefined]);
    const { books, events } = await seen();
    expect(books).toEqual(['sale approved 00 ₺809.50', 'inquiry found 00']);
    expect(events).toContain('payment.succeeded');
  });

  it('a month later the saved card is charged by itself', async () => {
    const { pageUrl, seen, cookie } = await start('month');
    const { pathname, search } = new URL((await pay(pageUrl, { saveCard: 'yes' })).location ?? '');
    const paid = (await get(`${pathname}${search}`, cookie)).text;
    for (const part of ['value="month"', 'POST /api/RecurringPayment']) expect(paid).toContain(part);
    expect((await post('/shop/account', { action: 'month', stay: 'yes' }, cookie)).status).toBe(204);
    const { books, events } = await seen();
    expect(books).toEqual(['sale approved 00 ₺399.00', 'sale approved 00 ₺399.00']);
    expect(events).toContain('recurring_payment.charged');
  });

  it('a scene takes back what an abandoned one asked of the bank', async () => {
    await start('silence');
    const { pageUrl } = await start('pay');
    expect((await pay(pageUrl)).location).toContain('/shop/success');
  });

  it('the books are shown to the session of the order alone', async () => {
    const { list } = await start('pay');
    expect(JSON.parse((await get(list, '')).text)).toEqual({ items: [] });
  });
});

it('each document of the front page can be opened', async () => {
  for (const language of ['tr', 'en']) {
    const { text } = await get(`/?language=${language}`, '');
    const links = [...text.matchAll(/href="(\/(?:docs\/|openapi)[^"#]+)/g)].map(([, path = '']) => path);
    expect(links).toHaveLength(3);
    expect(text).toContain(`/docs/start.${language}#PAYMENT_URL=`);
    for (const path of links) expect((await get(path, '')).status).toBe(200);
  }
});
