// Buyers who press twice, pay in two tabs, go back, or return late: at most one sale, and always a page that
// shows the state.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../drivers/result.ts';
import { CARDS, MINUTE } from '../harness/harness.ts';
import { fillCard } from './driver/form-page.ts';
import {
  answerIssuer,
  goToIssuer,
  issuerOf,
  type Scripts,
  sendCard,
  startShopper,
  stepOf,
} from './driver/shopper.ts';

const { order, newPage, moveBy, service, api, key } = await startShopper();
const keyWithoutThreeD = (await service.addMerchant({ threeDSecure: 'never' })).apiKey;

const saleCount = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;
const pageState = async (token: string, ofKey = key) =>
  (await api('GET', `/api/payment/hostedpage/${token}`, { key: ofKey })).json.data;

/** Opens the page and fills in the form without sending it. */
async function openAndFill(
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
  'a double press (%o)',
  (scripts) => {
    it('a buyer who presses twice pays once and returns to the shop', async () => {
      const before = saleCount();
      const { hostedPageUrl, token } = await order({}, keyWithoutThreeD);
      const page = await openAndFill(hostedPageUrl, CARDS.approved, scripts);
      await page.locator('#pay').dblclick();
      await page.waitForURL(returnsWith('Successful'));
      expect(saleCount()).toBe(before + 1);
      expect(await pageState(token, keyWithoutThreeD)).toMatchObject({ state: 'Paid', attemptCount: 1 });
      await page.context().close();
    });

    it('a buyer whose second press meets a slow bank returns to the shop too', async () => {
      const before = saleCount();
      const { hostedPageUrl } = await order({}, keyWithoutThreeD);
      const page = await openAndFill(hostedPageUrl, CARDS.approved, scripts);
      const { x = 0, y = 0 } = (await page.locator('#pay').boundingBox()) ?? {};
      // A click on a locator would wait for the end of the navigation.
      const press = async () => await page.mouse.click(x + 20, y + 20);
      service.bank.script(['slow:1500']);
      await press();
      await expect.poll(saleCount).toBe(before + 1);
      await press();
      // Without scripts the second press ends the navigation of the first, for which waitForURL would fail.
      const isBack = () => returnsWith('Successful')(new URL(page.url()));
      await expect.poll(isBack).toBe(true);
      expect(saleCount()).toBe(before + 1);
      await page.context().close();
    });

    it('a buyer who presses twice on the way to the bank gets there or can start over', async () => {
      const before = saleCount();
      const { hostedPageUrl, token } = await order();
      const page = await openAndFill(hostedPageUrl, CARDS.approved, scripts);
      await page.locator('#pay').dblclick();
      const nextStep = page.locator('dialog.bank, #challenge button, #start-over button');
      await nextStep.first().waitFor();
      if ((await page.locator('#start-over').count()) > 0) {
        await page.locator('#start-over button').click();
        await sendCard(page, scripts);
      } else if (!scripts.javaScriptEnabled) await goToIssuer(page);
      await answerIssuer(page, scripts);
      await page.waitForURL(returnsWith('Successful'));
      expect(saleCount()).toBe(before + 1);
      expect(await pageState(token)).toMatchObject({ state: 'Paid' });
      await page.context().close();
    });

    it('the back button after paying shows no form but the link to the shop', async () => {
      const page = await newPage(scripts);
      await page.goto((await order()).hostedPageUrl);
      await sendCard(page, scripts);
      await answerIssuer(page, scripts);
      await page.waitForURL('**/shop/success?*');
      const before = saleCount();
      // The bank's pages are reached first. For a page that was the response to a form the browser asks
      // instead.
      const isPaidPageShown = async () => {
        await page.goBack().catch(() => page.waitForTimeout(100));
        return await page.locator('[data-state=paid]').count();
      };
      await expect.poll(isPaidPageShown).toBe(1);
      expect(await page.locator('form').count()).toBe(0);
      await page.locator('#return').click();
      await page.waitForURL('**/shop/success?*');
      expect(saleCount()).toBe(before);
      await page.context().close();
    });
  },
);

describe('two tabs of one page', () => {
  it('two tabs that send different cards at once make one sale, and both return to the shop', async () => {
    const before = saleCount();
    const { hostedPageUrl, token } = await order({}, keyWithoutThreeD);
    const tabs = [
      await openAndFill(hostedPageUrl, CARDS.approved),
      await openAndFill(hostedPageUrl, CARDS.approvedVisa),
    ];
    service.bank.script(['slow:300']);
    await Promise.all(tabs.map(async (tab) => await tab.locator('#pay').click()));
    for (const tab of tabs) {
      await tab.locator('.result, [data-state=paid]').first().waitFor();
      await tab.context().close();
    }
    expect(saleCount()).toBe(before + 1);
    expect(await pageState(token, keyWithoutThreeD)).toMatchObject({ state: 'Paid', attemptCount: 1 });
  });

  it('a tab waits while another one is at the bank, and both return to the shop', async () => {
    const before = saleCount();
    const { hostedPageUrl, token } = await order();
    const [one, other] = [
      await openAndFill(hostedPageUrl),
      await openAndFill(hostedPageUrl, CARDS.approvedVisa),
    ];
    await one.locator('#pay').click();
    await issuerOf(one).locator('#code').waitFor();
    await other.locator('#pay').click();
    await stepOf(other).locator('[data-state=verifying]').waitFor();
    expect(new URL(other.url()).pathname).toBe(`/iframe/${token}`);
    await answerIssuer(one);
    for (const tab of [one, other]) await tab.waitForURL('**/shop/success?*');
    expect(saleCount()).toBe(before + 1);
    expect((await pageState(token))['payment']).toMatchObject({ maskedCardNumber: '552879******0008' });
    for (const tab of [one, other]) await tab.context().close();
  });
});

describe('a page that expires during the challenge', () => {
  const atBank = async () => {
    const page = await newPage();
    const { hostedPageUrl, token } = await order({ expiresInMinutes: 5 });
    await page.goto(hostedPageUrl);
    await sendCard(page);
    await moveBy(10 * MINUTE);
    return { page, token };
  };

  it('a page that expired during the challenge is paid if the buyer confirms in time', async () => {
    const { page, token } = await atBank();
    await answerIssuer(page);
    await page.waitForURL(returnsWith('Successful'));
    expect(await pageState(token)).toMatchObject({ state: 'Paid' });
    await page.context().close();
  });

  it('a page that expired during a cancelled challenge shows that and links to the shop', async () => {
    const before = saleCount();
    const { page, token } = await atBank();
    await answerIssuer(page, { action: 'cancel' });
    await page.locator('[data-state=expired]').waitFor();
    expect(await page.locator('#return').getAttribute('href')).toContain(`${token}/leave`);
    expect(await page.locator('form').count()).toBe(0);
    expect(saleCount()).toBe(before);
    expect(await pageState(token)).toMatchObject({ state: 'Expired' });
    await page.context().close();
  });
});

describe('a browser without scripts that goes back from the bank', () => {
  it('sending the form again after the back button moves no money and shows the state', async () => {
    const before = saleCount();
    const { hostedPageUrl, token } = await order();
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(hostedPageUrl);
    await sendCard(page, { javaScriptEnabled: false });
    // Over the bank's gate, to our page before it.
    const asked = page.waitForRequest(hostedPageUrl);
    let isBack = false;
    void asked.then(() => (isBack = true));
    while (!isBack) await page.goBack().catch(() => undefined);
    // A reload by Playwright confirms the browser's question.
    const isResubmitted = async () => {
      await page.reload().catch(() => undefined);
      return await page.locator('[data-state=verifying]').count();
    };
    await expect.poll(isResubmitted).toBe(1);
    expect(await pageState(token)).toMatchObject({ state: 'Processing', attemptCount: 1 });
    expect(saleCount()).toBe(before);
    await page.locator('#start-over button').click();
    await sendCard(page, { javaScriptEnabled: false });
    await answerIssuer(page, { javaScriptEnabled: false });
    await page.waitForURL('**/shop/success?*');
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });
});
