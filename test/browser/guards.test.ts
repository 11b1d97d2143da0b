// The limits against card testing in the browser: the pages of the buyer, and the results of the merchant.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { TEXTS } from '#page/texts.ts';
import { resultOf, returnsWith } from '../drivers/result.ts';
import { CARDS } from '../harness/harness.ts';
import { fillCard } from './driver/form-page.ts';
import { startShopper, stateOf } from './driver/shopper.ts';

const { order, newPage, moveBy, service, api } = await startShopper();
let key: string;
beforeEach(async () => {
  key = (await service.addMerchant({ threeDSecure: 'never' })).apiKey;
});

const saleCount = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;
const pageState = async (token: string) =>
  (await api('GET', `/api/payment/hostedpage/${token}`, { key })).json.data;

/** Sends a card, by default a declined one. Returns the status of the response. */
async function send(page: Page, cardNumber: string = CARDS.insufficientFunds): Promise<number> {
  await fillCard(page, { cardNumber });
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('#pay').click();
  return (await answered).status();
}

async function decline(times: number): Promise<void> {
  const page = await newPage();
  for (let sent = 0; sent < times; sent += 1) {
    if (sent % 5 === 0) await page.goto((await order({}, key)).hostedPageUrl);
    expect(await send(page)).toBe(sent % 5 === 4 ? 200 : 422);
    await page.locator('#notice:focus, .result').first().waitFor();
  }
  await page.context().close();
}

describe('a buyer whose cards are declined', () => {
  it('a page allows five attempts, tells the last two, and then returns to the shop', async () => {
    const { hostedPageUrl, token } = await order({}, key);
    const [page, tab] = [await newPage(), await newPage()];
    await page.goto(hostedPageUrl);
    const left: (string | undefined)[] = [];
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await send(page);
      await page.locator('#notice:focus').waitFor();
      const notice = (await page.locator('#notice').textContent()) ?? '';
      left.push(/You have (\d) attempts? left/.exec(notice)?.[1]);
    }
    expect(left).toEqual([undefined, undefined, '2', '1']);
    await tab.goto(hostedPageUrl);
    // The form asks at its first focus whether it is open, which it is still.
    const asked = tab.waitForResponse((one) => one.request().headers()['accept'] === 'application/json');
    await tab.locator('#ownerName').focus();
    await asked;
    expect(await send(page, CARDS.doNotHonour)).toBe(200);
    await page.waitForURL(returnsWith('Failed'));
    expect(resultOf(page.url()).errorCode).toBe('DO_NOT_HONOUR');

    const before = saleCount();
    expect(await send(tab, CARDS.approved)).toBe(200);
    await tab.waitForURL(returnsWith('Failed'));
    expect(saleCount()).toBe(before);
    expect((await tab.goto(hostedPageUrl))?.status()).toBe(200);
    expect(await stateOf(tab)).toBe('failed');
    expect(await tab.locator('form').count()).toBe(0);
    expect(await tab.locator('#return').getAttribute('href')).toBe(`${hostedPageUrl}/leave`);
    expect(await pageState(token)).toMatchObject({
      state: 'Failed',
      payment: { errorCode: 'DO_NOT_HONOUR' },
    });
    for (const one of [page, tab]) await one.context().close();
  });

  it.each(['tr', 'en'] as const)(
    'a buyer after ten declines in ten minutes waits calmly in %s, the form is sent again and pays',
    async (language) => {
      await decline(10);
      const { hostedPageUrl, token } = await order({ language }, key);
      const page = await newPage();
      await page.clock.install();
      await page.goto(hostedPageUrl);
      const before = saleCount();
      expect(await send(page, CARDS.approved)).toBe(429);
      await page.locator('#notice.calm', { hasText: TEXTS[language].pauseSends(15) }).waitFor();
      const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
      expect(text).not.toMatch(/RATE_LIMITED|ADDRESS|çok fazla|too many|adresiniz|fraud/i);
      expect(text).not.toMatch(/hata|alınamadı|error|fail|did not|deneme/i);
      expect(await page.title()).not.toMatch(/Hata|Error/);
      expect(await page.locator('[aria-invalid], .field-error:visible').count()).toBe(0);
      const label = page.locator('#pay[aria-disabled] #pay-text', { hasText: /15 (sn|s)\b/ });
      await label.waitFor();
      await page.clock.fastForward(5_000);
      await page.locator('#pay-text', { hasText: /10 (sn|s)\b/ }).waitFor();
      // The buyer may still leave, and a press sends nothing.
      expect(await page.locator('.links a').first().isVisible()).toBe(true);
      await page.locator('#pay').click({ force: true });
      expect(saleCount()).toBe(before);
      expect(await pageState(token)).toMatchObject({ state: 'Open', guard: 'ADDRESS', attemptCount: 0 });

      await moveBy(15_000);
      await page.clock.fastForward(10_000);
      await page.waitForURL(returnsWith('Successful'));
      expect(saleCount()).toBe(before + 1);
      await page.context().close();
    },
  );

  it('a buyer with nine declines can still pay', async () => {
    await decline(9);
    const page = await newPage();
    await page.goto((await order({}, key)).hostedPageUrl);
    await send(page, CARDS.approved);
    await page.waitForURL(returnsWith('Successful'));
    await page.context().close();
  });

  it('the text for a stolen card equals the text for another declined card', async () => {
    const page = await newPage();
    const texts = new Set<string | null>();
    for (const cardNumber of [
      CARDS.doNotHonour,
      '4127111111111113',
      '4126111111111114',
      '4121111111111119',
    ]) {
      await page.goto((await order({}, key)).hostedPageUrl);
      await send(page, cardNumber);
      const text = (await page.locator('#notice:focus').textContent()) ?? '';
      texts.add(text.replace(cardNumber.slice(-4), ''));
    }
    expect(texts.size).toBe(1);
    await page.context().close();
  });
});
