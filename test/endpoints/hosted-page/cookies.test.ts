// Browsers withhold cookies from framed pages, and some buyers block them: the hosted page never sets, sends
// or reads one.
import { expect, it } from 'vitest';
import { formScript, outcomeScript, render } from '#page/html.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { CARDS, createBuyer, RIGHT_CODE, WRONG_CODE } from '../../drivers/buyer.ts';
import { statusIn } from '../../drivers/result.ts';
import { type HttpAnswer, type Sent, startHarness } from '../../harness/harness.ts';
import { customersOf } from '../customer/customers.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, http, createPage } = harness;
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'newCards' });

/** Every exchange between the buyer's browser and the pages. */
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

/**
 * Visits a form error, a failed challenge, a payment that saves the card, a reload, payments without and with
 * a stored card, a replaced page and an unknown one.
 */
async function visitEveryPage(): Promise<void> {
  const customerId = (await customersOf(harness).create({}, { key })).id;
  const slip = await buyer.post(await open({ customerId }), { ...GOOD, cvv: '' });
  const again = await buyer.post(await buyer.verify(await buyer.post(slip, GOOD), WRONG_CODE), {});
  const waiting = await buyer.post(again, { ...GOOD, saveCard: 'yes' });
  await buyer.open(again.path.replace(/\/3d$/, ''));
  const paid = await buyer.post(await buyer.verify(waiting, RIGHT_CODE), {});
  expect(statusIn(paid.location)).toBe('Successful');
  await buyer.open(again.path.replace(/\/3d$/, ''));
  const given = await open();
  await buyer.post(given, GOOD);
  await buyer.post(await buyer.open(given.path), {});
  const plain = await createPage();
  const last = await buyer.post(await buyer.open(plain.hostedPageUrl), GOOD);
  expect(statusIn(last.location)).toBe('Successful');
  const { orderNumber, hostedPageUrl } = await createPage({}, { key });
  await createPage({ orderNumber }, { key });
  await buyer.open(hostedPageUrl);
  await buyer.open('/iframe/HST-none');
  const next = await open({ customerId });
  const [, savedCard = ''] = /name="savedCard"[^>]*value="([^"]{36})"/.exec(next.text) ?? [];
  await buyer.post(next, { savedCard, cvv: '123' });
  expect((await api('GET', `/api/card/${savedCard}`, { key })).status).toBe(200);
}
await visitEveryPage();
const exchanges = traffic.filter(({ sent }) => sent.path.startsWith('/iframe/'));

it('a buyer who blocks all cookies can pay, save a card and pay with it, and gets no cookie', () => {
  const statuses = new Set(exchanges.map(({ answer }) => answer.status));
  expect([...statuses].sort()).toEqual([200, 303, 404, 410, 422]);
  for (const { sent, answer } of exchanges) {
    expect(Object.keys(sent.headers).map((name) => name.toLowerCase())).not.toContain('cookie');
    expect(Object.keys(answer.headers)).not.toContain('set-cookie');
    expect(Object.keys(answer.headers)).not.toContain('set-cookie2');
  }
});

it('the page script uses neither cookies nor any other storage of the browser', () => {
  const storage = /cookie|localStorage|sessionStorage|indexedDB|caches\b|serviceWorker/i;
  expect(render(formScript()) + render(outcomeScript())).not.toMatch(storage);
  expect(exchanges.filter(({ answer }) => storage.test(answer.text))).toEqual([]);
});

it('a cookie that a browser sends changes nothing', async () => {
  const { hostedPageUrl } = await createPage();
  const headers = { cookie: 'token=HST-x; language=en; paid=1' };
  const form = await buyer.open(hostedPageUrl, headers);
  expect(form.text).toContain('<html lang="tr"');
  expect(statusIn((await buyer.submit(form, {}, headers)).location)).toBe('Successful');
});
