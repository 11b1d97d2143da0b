// The demo shop's account: a saved card, a subscription, a refund, and calls that another buyer cannot make.
import { expect, it } from 'vitest';
import { TAG_SCRIPT } from '#page/tag-script.ts';
import { aMonthAfter, type ShopPayment, subscribe } from '../../../../lib/demo/shop/account.ts';
import { apiOf } from '../../../../lib/demo/shop/shop-api.ts';
import { integrityOf } from '../../../../lib/operator/script-integrity.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { demoShop } from '../../../drivers/demo-shop.ts';
import { CARDS, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
const { buyer, service } = harness;
const cardPages = cardPageDriver(harness, service.merchant.apiKey);

const { post, visit, buy } = demoShop(harness);
/** Pays with 3-D Secure, which the merchant requires of new cards; returns the way back to the shop. */
async function pay(pageUrl: string, entry: Record<string, string>): Promise<string> {
  const paid = await buyer.submit(await buyer.open(pageUrl), { cardNumber: CARDS.approved, ...entry });
  return paid.location ?? '';
}
const account = async (cookie: string) => (await visit('/shop/account?language=en', cookie)).text;
const idsIn = (page: string, action: string) =>
  [
    ...page.matchAll(new RegExp(`value="${action}">\\s*<input type="hidden" name="id" value="([^"]+)"`, 'g')),
  ].map(([, id = '']) => id);
const sales = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

it('a subscription starts with its paid first month, once, and is charged a month later', async () => {
  const { cookie, pageUrl } = await buy({ productId: 'abonelik' });
  const back = await pay(pageUrl, { saveCard: 'yes' });
  for (let visits = 0; visits < 2; visits += 1) {
    expect((await visit(back, cookie)).text).toContain('Your subscription has started');
  }
  const before = await account(cookie);
  expect(idsIn(before, 'cancel')).toHaveLength(1);
  expect(idsIn(before, 'refund')).toHaveLength(1);
  const sold = sales();
  await post('/shop/account', { action: 'month' }, cookie);
  const after = await account(cookie);
  expect([sales() - sold, idsIn(after, 'refund').length]).toEqual([1, 2]);

  const [card = ''] = idsIn(after, 'forget');
  expect(after).toContain('<strong>Mastercard •••• 0008</strong>');
  expect(after).not.toContain('*0008');
  await post('/shop/account', { action: 'forget', id: card }, cookie);
  expect(await account(cookie)).toContain('The card is used by a live recurring payment.');
  const [subscription = ''] = idsIn(after, 'cancel');
  await post('/shop/account', { action: 'cancel', id: subscription }, cookie);
  await post('/shop/account', { action: 'forget', id: card }, cookie);
  const ended = await account(cookie);
  expect([idsIn(ended, 'cancel'), idsIn(ended, 'forget')]).toEqual([[], []]);
});

it('a return address that is opened again a month later starts no second subscription', async () => {
  const { cookie, pageUrl } = await buy({ productId: 'abonelik' });
  await visit(await pay(pageUrl, { saveCard: 'yes' }), cookie);
  await post('/shop/account', { action: 'month' }, cookie);
  const shop = apiOf({ baseUrl: service.baseUrl, merchant: service.merchant }, 'en');
  type Paid = Pick<ShopPayment, 'orderNumber' | 'paymentReferenceNumber' | 'source'>;
  const { data } = await shop<{ items: Paid[] }>('GET /api/payment?limit=20');
  const first = data?.items.find(({ source }) => source === 'HostedPage');
  const { orderNumber = '', paymentReferenceNumber = '' } = first ?? {};
  const startDate = aMonthAfter(Date.now());
  const order = { orderNumber, productId: 'abonelik', startDate, calls: new Set<string>() };
  expect(await subscribe(shop, order, paymentReferenceNumber, 'en')).toBe('started');
  expect(idsIn(await account(cookie), 'cancel')).toHaveLength(1);
});

it('a card is added, and the card of a subscription changed, on a page of the service', async () => {
  const { cookie, pageUrl } = await buy({ productId: 'abonelik' });
  await visit(await pay(pageUrl, { saveCard: 'yes' }), cookie);
  const [subscription = ''] = idsIn(await account(cookie), 'cancel');
  const changes = [
    { fields: { action: 'addCard' }, cardNumber: CARDS.troy },
    { fields: { action: 'changeCard', id: subscription }, cardNumber: CARDS.irrevocable },
  ];
  for (const { fields, cardNumber } of changes) {
    const hostedPageUrl = (await post('/shop/account', fields, cookie)).headers['location'] ?? '';
    const { location: back } = await cardPages.give(await cardPages.open({ hostedPageUrl }), { cardNumber });
    expect(back).toContain('/shop/account?language=en&result=');
  }
  const after = await account(cookie);
  expect(idsIn(after, 'forget')).toHaveLength(3);
  // A line may end between two facts, and not in a date or a card's digits.
  expect(after).toMatch(
    /Coffee of the month<\/strong>\s*<span>[^<]* · next\u00a0charge\u00a0[^ <]* · ••••\u00a00009</,
  );
});

it('the result of a card page is no order: the shop shows the account', async () => {
  const { cookie } = await buy({ productId: 'kahve' });
  const hostedPageUrl =
    (await post('/shop/account', { action: 'addCard' }, cookie)).headers['location'] ?? '';
  const { location = '' } = await cardPages.give(await cardPages.open({ hostedPageUrl }));
  const back = await visit(location.replace('/account', '/success'), cookie);
  expect([back.status, back.headers['location']]).toEqual([303, '/shop/account?language=en']);
});

it('a first month is not paid without the consent to charge the card again', async () => {
  const { cookie, pageUrl } = await buy({ productId: 'abonelik' });
  const sold = sales();
  const refused = await buyer.submit(await buyer.open(pageUrl), { cardNumber: CARDS.approved });
  expect([refused.status, sales()]).toEqual([422, sold]);
  expect(refused.text).toContain('payments to Kahve Dükkânı are charged to it without asking you again');
  expect(await account(cookie)).toContain('No subscription.');
});

it('a payment in installments is refunded by its buyer, and by no other', async () => {
  const { cookie, pageUrl } = await buy({ productId: 'cezve' });
  await pay(pageUrl, { installment: '3' });
  const [payment = ''] = idsIn(await account(cookie), 'refund');
  expect(await account(cookie)).toContain('3\u00a0installments');
  const other = await buy({ productId: 'kahve' });
  await post('/shop/account', { action: 'refund', id: payment }, other.cookie);
  expect(idsIn(await account(cookie), 'refund')).toEqual([payment]);
  await post('/shop/account', { action: 'refund', id: payment }, cookie);
  const refunded = await account(cookie);
  expect(refunded).toContain('role="status">');
  expect(idsIn(refunded, 'refund')).toEqual([]);
});

it('a call without a session, or with an unknown action, changes nothing', async () => {
  const sold = service.bank.ledger().length;
  for (const fields of [{ action: 'refund', id: 'PAY-1' }, { action: 'toString' }, {}]) {
    const { status, headers } = await post('/shop/account', fields);
    expect([status, headers['location']]).toEqual([303, '/shop/account?language=en']);
  }
  expect(await account('')).toContain('No payment yet.');
  expect(service.bank.ledger()).toHaveLength(sold);
});

it('the order’s page includes the tag by its digest and frames the pay host only, for its buyer', async () => {
  const { order, pageUrl, cookie } = await buy({ productId: 'cay' });
  expect(order.text).toContain(
    `src="/iframe/pay-1.js" integrity="${integrityOf(TAG_SCRIPT)}" crossorigin="anonymous"`,
  );
  expect(order.headers['content-security-policy']).toContain(`frame-src ${service.baseUrl};`);
  const page = await visit(pageUrl);
  expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'self' ${service.baseUrl}`);
  const { headers } = await post('/shop/buy', { productId: 'cay' }, cookie);
  expect((await visit(headers['location'])).headers['location']).toBe('/');
});
