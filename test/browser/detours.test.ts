// Buyers who press twice, pay in two tabs, go back, or come back late: one sale at most, and always a page
// that says how things stand.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS, MINUTE } from '../harness/harness.ts';
import { fillCard } from './driver/form-stage.ts';
import { answerIssuer, type Scripts, sendCard, startShopper } from './driver/shopper.ts';

const { order, newPage, moveBy, service, api, key } = await startShopper();
const unasked = (await service.addMerchant({ threeDSecure: 'never' })).apiKey;

const salesUntilNow = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;
const shown = async (token: string, ofKey = key) =>
  (await api('GET', `/api/payment/hostedpage/${token}`, { key: ofKey })).json.data;

/** The form of the page, filled in and not sent. */
async function fillIn(
  url: string,
  cardNumber: string = CARDS.approved,
  scripts: Scripts = {},
): Promise<Page> {
  const page = await newPage(scripts);
  await page.goto(url);
  await fillCard(page, { cardNumber });
  return page;
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'a buyer who presses twice (%o)',
  (scripts) => {
    it('pays once, and is led to the shop', async () => {
      const before = salesUntilNow();
      const { hostedPageUrl, token } = await order({}, unasked);
      const page = await fillIn(hostedPageUrl, CARDS.approved, scripts);
      await page.locator('#pay').dblclick();
      await page.waitForURL('**/shop/success?*status=Successful*', { timeout: 15_000 });
      expect(salesUntilNow()).toBe(before + 1);
      expect(await shown(token, unasked)).toMatchObject({ state: 'Paid', attemptCount: 1 });
      await page.context().close();
    });

    it('on the way to the bank comes there, or may begin again', async () => {
      const before = salesUntilNow();
      const { hostedPageUrl, token } = await order();
      const page = await fillIn(hostedPageUrl, CARDS.approved, scripts);
      await page.locator('#pay').dblclick();
      const onTheWay = page.locator('#code, #challenge button, #start-over button');
      await onTheWay.first().waitFor();
      if ((await page.locator('#start-over').count()) > 0) {
        await page.locator('#start-over button').click();
        await sendCard(page, scripts);
      } else if (!scripts.javaScriptEnabled) await page.locator('#challenge button').click();
      await answerIssuer(page, scripts);
      await page.waitForURL('**/shop/success?*status=Successful*');
      expect(salesUntilNow()).toBe(before + 1);
      expect(await shown(token)).toMatchObject({ state: 'Paid' });
      await page.context().close();
    });

    it('on the browser’s back button after paying finds no form, but the way to the shop', async () => {
      const page = await newPage(scripts);
      await page.goto((await order()).hostedPageUrl);
      await sendCard(page, scripts);
      await answerIssuer(page, scripts);
      await page.waitForURL('**/shop/success?*');
      const before = salesUntilNow();
      // Pages of the bank come first; where they were answers to forms the browser shows a question instead.
      const isBack = async () => {
        await page.goBack().catch(() => page.waitForTimeout(100));
        return await page.locator('[data-state=paid]').count();
      };
      await expect.poll(isBack, { timeout: 10_000 }).toBe(1);
      expect(await page.locator('form').count()).toBe(0);
      await page.locator('#return').click();
      await page.waitForURL('**/shop/success?*');
      expect(salesUntilNow()).toBe(before);
      await page.context().close();
    });
  },
);

describe('two tabs of one page', () => {
  it('with a card each, sent at once, make one sale, and both come to the shop', async () => {
    const before = salesUntilNow();
    const { hostedPageUrl, token } = await order({}, unasked);
    const tabs = [
      await fillIn(hostedPageUrl, CARDS.approved),
      await fillIn(hostedPageUrl, CARDS.approvedVisa),
    ];
    service.bank.script(['slow:300']);
    await Promise.all(tabs.map(async (tab) => await tab.locator('#pay').click()));
    for (const tab of tabs) {
      await tab.locator('dd.bad, [data-state=paid]').first().waitFor();
      await tab.context().close();
    }
    expect(salesUntilNow()).toBe(before + 1);
    expect(await shown(token, unasked)).toMatchObject({ state: 'Paid', attemptCount: 1 });
  });

  it('one of them at the bank: the other waits, and shows by itself that it is paid', async () => {
    const before = salesUntilNow();
    const { hostedPageUrl, token } = await order();
    const [one, other] = [await fillIn(hostedPageUrl), await fillIn(hostedPageUrl, CARDS.approvedVisa)];
    await one.locator('#pay').click();
    await one.locator('#code').waitFor();
    await other.locator('#pay').click();
    await other.locator('[data-state=verifying]').waitFor();
    expect(new URL(other.url()).pathname).toBe(`/iframe/${token}`);
    await answerIssuer(one);
    await one.waitForURL('**/shop/success?*');
    await other.locator('[data-state=paid]').waitFor();
    expect(salesUntilNow()).toBe(before + 1);
    expect((await shown(token))['payment']).toMatchObject({ maskedCardNumber: '552879******0008' });
    for (const tab of [one, other]) await tab.context().close();
  });
});

describe('a page that ends while its buyer is at the bank', () => {
  const atBank = async () => {
    const page = await newPage();
    const { hostedPageUrl, token } = await order({ expiresInMinutes: 5 });
    await page.goto(hostedPageUrl);
    await sendCard(page);
    await moveBy(10 * MINUTE);
    return { page, token };
  };

  it('is paid by who confirms in time', async () => {
    const { page, token } = await atBank();
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*status=Successful*');
    expect(await shown(token)).toMatchObject({ state: 'Paid' });
    await page.context().close();
  });

  it('is over for who gives up, and says so with a way back', async () => {
    const before = salesUntilNow();
    const { page, token } = await atBank();
    await answerIssuer(page, { action: 'cancel' });
    await page.locator('[data-state=expired]').waitFor();
    expect(await page.locator('#return').getAttribute('href')).toContain('/shop/fail');
    expect(await page.locator('form').count()).toBe(0);
    expect(salesUntilNow()).toBe(before);
    expect(await shown(token)).toMatchObject({ state: 'Expired' });
    await page.context().close();
  });
});

describe('a browser without scripts that goes back from the bank', () => {
  it('asks about sending again, which moves nothing and leads to where things stand', async () => {
    const before = salesUntilNow();
    const { hostedPageUrl, token } = await order();
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(hostedPageUrl);
    await sendCard(page, { javaScriptEnabled: false });
    await page.goBack().catch(() => undefined);
    // A driver's reload says yes to the browser's question.
    const isAgreed = async () => {
      await page.reload().catch(() => undefined);
      return await page.locator('[data-state=verifying]').count();
    };
    await expect.poll(isAgreed, { timeout: 10_000 }).toBe(1);
    expect(await shown(token)).toMatchObject({ state: 'Processing', attemptCount: 1 });
    expect(salesUntilNow()).toBe(before);
    await page.locator('#start-over button').click();
    await sendCard(page, { javaScriptEnabled: false });
    await answerIssuer(page, { javaScriptEnabled: false });
    await page.waitForURL('**/shop/success?*');
    expect(salesUntilNow()).toBe(before + 1);
    await page.context().close();
  });
});
