// Browsers give a framed page no cookies, and some buyers block them all: none is ever set, sent or read.
import { expect, it } from 'vitest';
import { render } from '#page/html.ts';
import { PAGE_SCRIPT } from '#page/script/scripts.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { CARDS, createBuyer, RIGHT_CODE, WRONG_CODE } from '../../drivers/buyer.ts';
import { type HttpAnswer, type Sent, startHarness } from '../../harness/harness.ts';
import { customersOf } from '../customer/customers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, http, createPage } = harness;
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'always' });

/** Everything that went between the buyer's browser and the pages. */
const traffic: { sent: Sent; answer: HttpAnswer }[] = [];
const buyer = createBuyer(async (sent) => {
  const answer = await http(sent);
  traffic.push({ sent, answer });
  return answer;
});
const ENTRY = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '987' };
const GOOD = { ...ENTRY, cardNumber: CARDS.approved };
const open = async (more: Record<string, unknown> = {}) =>
  await buyer.open((await createPage(more, { key })).hostedPageUrl);

/** A slip, a cancelled challenge, a payment with a saved card, the page again, and what is not there. */
async function liveThroughEveryPage(): Promise<void> {
  const customerId = (await customersOf(harness).create({}, { key })).id;
  const slip = await buyer.post(await open({ customerId }), { ...GOOD, cvv: '' });
  const again = await buyer.post(await buyer.verify(await buyer.post(slip, GOOD), WRONG_CODE), {});
  const waiting = await buyer.post(again, { ...GOOD, saveCard: 'yes' });
  await buyer.open(again.path.replace(/\/3d$/, ''));
  const paid = await buyer.post(await buyer.verify(waiting, RIGHT_CODE), {});
  expect(paid.location).toContain('status=Successful');
  await buyer.open(again.path.replace(/\/3d$/, ''));
  const given = await open();
  await buyer.post(given, GOOD);
  await buyer.post(await buyer.open(given.path), {});
  const plain = await createPage();
  const last = await buyer.post(await buyer.open(plain.hostedPageUrl), GOOD);
  expect(last.location).toContain('status=Successful');
  const { orderNumber, hostedPageUrl } = await createPage({}, { key });
  await createPage({ orderNumber }, { key });
  await buyer.open(hostedPageUrl);
  await buyer.open('/iframe/HST-none');
  const next = await open({ customerId });
  const [, savedCard = ''] = /name="savedCard"[^>]*value="([^"]{36})"/.exec(next.text) ?? [];
  await buyer.post(await buyer.verify(await buyer.post(next, { savedCard }), RIGHT_CODE), {});
  expect((await api('GET', `/api/card/${savedCard}`, { key })).status).toBe(200);
}
await liveThroughEveryPage();
const ours = traffic.filter(({ sent }) => sent.path.startsWith('/iframe/'));

it('a buyer who blocks all cookies pays, saves a card and pays with it, and is never given one', () => {
  const statuses = new Set(ours.map(({ answer }) => answer.status));
  expect([...statuses].sort()).toEqual([200, 303, 404, 410, 422]);
  for (const { sent, answer } of ours) {
    expect(Object.keys(sent.headers).map((name) => name.toLowerCase())).not.toContain('cookie');
    expect(Object.keys(answer.headers)).not.toContain('set-cookie');
    expect(Object.keys(answer.headers)).not.toContain('set-cookie2');
  }
});

it('the script asks for no cookie and for no other storage of the browser', () => {
  const storage = /cookie|localStorage|sessionStorage|indexedDB|caches\b|serviceWorker/i;
  expect(render(PAGE_SCRIPT)).not.toMatch(storage);
  expect(ours.filter(({ answer }) => storage.test(answer.text))).toEqual([]);
});

it('a cookie that a browser sends all the same changes nothing', async () => {
  const { hostedPageUrl } = await createPage();
  const headers = { cookie: 'token=HST-x; language=en; paid=1' };
  const form = await buyer.open(hostedPageUrl, headers);
  expect(form.text).toContain('<html lang="tr"');
  expect((await buyer.submit(form, {}, headers)).location).toContain('status=Successful');
});
