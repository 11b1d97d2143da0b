// The buyer's input is never lost: after a decline, a failed verification, a lost connection or an error the
// card is still in the fields, and nowhere else. Each press makes at most one sale.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../../drivers/result.ts';
import { MINUTE } from '../../harness/harness.ts';
import { fillCard, textIn } from '../driver/form-page.ts';
import { answerIssuer, issuerOf, startShopper, stepOf } from '../driver/shopper.ts';

const { order, newPage, service, moveBy } = await startShopper();
const keyWithoutThreeD = (await service.addMerchant({ threeDSecure: 'never' })).apiKey;
const NUMBER = '5528 7900 0000 0008';

const saleCount = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;
const cardIn = async (page: Page) =>
  await Promise.all(['cardNumber', 'expiry', 'cvv', 'ownerName'].map((id) => textIn(page, id)));
const KEPT = [NUMBER, '12/30', '987', 'Ayşe Yılmaz'];

type Catch = (page: Page) => Promise<void>;
/** Opens a filled form, and counts its posts. */
async function openAndFill(key?: string, more = {}, catchCalls?: Catch) {
  const { hostedPageUrl } = await order(more, key);
  const page = await newPage();
  await catchCalls?.(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.goto(hostedPageUrl);
  await fillCard(page, { cvv: '987' });
  return { page, posts, url: hostedPageUrl };
}

/** Finds the card outside of the fields: in markup, address, history or storage. */
const tracesIn = async (page: Page) =>
  await page.evaluate<string[]>(`(() => {
    const all = [document.documentElement.outerHTML, location.href, JSON.stringify(history.state), name,
      document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    return all.filter((text) => /5528 ?7900|"12.30"|"987"/.test(text ?? '')).map((text) => text.slice(0, 80));
  })()`);

describe('a card that was typed', () => {
  it.each([
    ['N7', [NUMBER, '12/30', '', 'Ayşe Yılmaz'], 'The security code (CVV) does not match'],
    ['54', [NUMBER, '', '', 'Ayşe Yılmaz'], 'Your Mastercard •••• 0008 card seems to have expired'],
    ['05', [NUMBER, '12/30', '', 'Ayşe Yılmaz'], 'Your bank did not approve'],
  ])(
    'a typed card stays after decline %s except emptied fields, and nowhere else',
    async (code, left, reason) => {
      const { page } = await openAndFill(keyWithoutThreeD);
      service.bank.script([`decline:${code}`]);
      await page.locator('#pay').click();
      await page.locator('#notice:focus', { hasText: reason }).waitFor();
      expect(await cardIn(page)).toEqual(left);
      expect(await tracesIn(page)).toEqual([]);
      expect(await page.title()).toContain('Error');
      // This is longer than hints wait for the end of a press: an emptied field is not the buyer's error.
      await page.waitForTimeout(300);
      expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
      expect(await page.locator('#status').textContent()).toContain(reason);
      await page.locator('#pay').click();
      await page.locator(left[1] === '' ? '#expiry[aria-invalid=true]' : '#cvv[aria-invalid=true]').waitFor();
      await page.context().close();
    },
  );

  it('a typed card stays after a verification that failed or was left, and pays next time', async () => {
    const before = saleCount();
    const { page } = await openAndFill();
    await page.locator('#pay').click();
    await issuerOf(page).locator('#code').waitFor();
    expect(await tracesIn(page)).toEqual([]);
    await answerIssuer(page, { code: '000000' });
    await page.locator('#notice:not(.calm):focus', { hasText: '3\u2011D\u00a0Secure' }).waitFor();
    expect(await cardIn(page)).toEqual(KEPT);
    await page.locator('#pay').click();
    await stepOf(page).locator('#give-up button').click();
    await page.locator('#notice.calm:focus', { hasText: 'You cancelled the verification' }).waitFor();
    expect(await cardIn(page)).toEqual(KEPT);
    expect(await tracesIn(page)).toEqual([]);
    await page.locator('#pay').click();
    await answerIssuer(page);
    await page.waitForURL(returnsWith('Successful'));
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });

  it('a typed card stays after an error that the server finds, which is shown at its field', async () => {
    const { page } = await openAndFill(keyWithoutThreeD);
    await page.locator('#expiry').fill('13/30');
    await page.locator('#pay').click();
    await page.locator('#pay').click();
    await page.locator('#notice', { hasText: 'Please correct' }).waitFor();
    expect(await page.locator('#expiry:focus[aria-invalid=true]').count()).toBe(1);
    expect(await cardIn(page)).toEqual([NUMBER, '13/30', '987', 'Ayşe Yılmaz']);
    await page.context().close();
  });

  it('a typed card stays while the page reports no connection, and pays once afterwards', async () => {
    const before = saleCount();
    const { page } = await openAndFill(keyWithoutThreeD);
    await page.context().setOffline(true);
    await page.locator('#pay').click();
    await page.locator('#notice', { hasText: 'No connection' }).waitFor();
    expect(await page.locator('#pay').getAttribute('aria-disabled')).toBe('true');
    await page.context().setOffline(false);
    await page.locator('#notice:focus', { hasText: 'Your payment was not sent' }).waitFor();
    expect(await cardIn(page)).toEqual(KEPT);
    await page.locator('#pay').click();
    await page.waitForURL(returnsWith('Successful'));
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });
});

describe('an answer that is lost after the bank has', () => {
  const loseAnswer: Catch = async (page) => {
    await page.route(/\/iframe\//, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      await route.fetch();
      return await route.abort('connectionreset');
    });
  };

  it('an approval whose answer is lost is found: one sale, one post, and a return to the shop', async () => {
    const before = saleCount();
    const { page, posts } = await openAndFill(keyWithoutThreeD, {}, loseAnswer);
    await page.locator('#pay').dblclick();
    await page.waitForURL(returnsWith('Successful'));
    expect([saleCount() - before, posts.length]).toEqual([1, 1]);
    await page.context().close();
  });

  it('a decline whose answer is lost is shown, and the next press counts as the next attempt', async () => {
    const before = saleCount();
    const { page } = await openAndFill(keyWithoutThreeD, {}, loseAnswer);
    service.bank.script(['decline:51']);
    await page.locator('#pay').click();
    await page.locator('#notice:focus', { hasText: 'Your card was not charged' }).waitFor();
    await page.unroute(/\/iframe\//);
    await page.locator('#cvv').fill('987');
    await page.locator('#pay').click();
    await page.waitForURL(returnsWith('Successful'));
    expect(saleCount()).toBe(before + 2);
    await page.context().close();
  });
});

describe('a payment whose outcome is not known yet', () => {
  /** Opens a page that waits for a payment whose answer from the bank was lost. */
  async function waitOver(answer: string) {
    const opened = await openAndFill(keyWithoutThreeD);
    service.bank.script([answer]);
    await opened.page.locator('#pay').click();
    await stepOf(opened.page).locator('[data-state=checking]').waitFor();
    expect(await tracesIn(opened.page)).toEqual([]);
    return opened;
  }

  it('an unknown outcome is awaited over the form, which has the card again if it failed', async () => {
    const { page, posts } = await waitOver('lost-before');
    await moveBy(15 * MINUTE);
    await page.locator('#notice:focus').waitFor();
    expect((await cardIn(page)).toSpliced(2, 1)).toEqual(KEPT.toSpliced(2, 1));
    expect(await page.locator('dialog').count()).toBe(0);
    expect(posts).toHaveLength(1);
    await page.locator('#cvv').fill('987');
    await page.locator('#pay').click();
    await page.waitForURL(returnsWith('Successful'));
    await page.context().close();
  });

  it('an unknown outcome is awaited over the form, and leads to the shop if it was paid', async () => {
    const before = saleCount();
    const { page, posts } = await waitOver('lost-after');
    await page.context().setOffline(true);
    await page.waitForTimeout(5_500);
    await page.context().setOffline(false);
    await moveBy(15 * MINUTE);
    await page.waitForURL(returnsWith('Successful'));
    expect([saleCount() - before, posts.length]).toEqual([1, 1]);
    await page.context().close();
  });
});

describe('while a payment is being sent', () => {
  it('no link leads away while a payment is sent, the form is busy, and the button shows why', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page } = await openAndFill(keyWithoutThreeD, {}, async (opened) => {
      await opened.route(/\/iframe\//, async (route) => {
        if (route.request().method() === 'POST') await promise;
        await route.continue();
      });
    });
    await page.clock.install();
    await page.locator('#pay').click();
    expect(await page.locator('#payment').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('.links a:visible').count()).toBe(0);
    await page.clock.runFor(10_100);
    expect(await page.locator('#pay').innerText()).toContain('Waiting for the bank');
    resolve();
    await page.waitForURL(returnsWith('Successful'));
    await page.context().close();
  });

  it('a buyer without scripts who leaves waits on the page, and returns to the shop as paid', async () => {
    const before = saleCount();
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto((await order({}, keyWithoutThreeD)).hostedPageUrl);
    await fillCard(page);
    await page.locator('#ownerName').focus();
    const link = await page.locator('.links a').first().boundingBox();
    service.bank.script(['slow:1500']);
    await page.keyboard.press('Enter');
    await expect.poll(saleCount).toBe(before + 1);
    // A click on a locator would wait for the end of the navigation.
    await page.mouse.click((link?.x ?? 0) + 9, (link?.y ?? 0) + 9);
    await page.locator('[data-state=checking], [data-state=paid]').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/iframe\//);
    await page.locator('[data-state=paid] #return').click();
    await page.waitForURL(returnsWith('Successful'));
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });

  it('a page that is reloaded midway shows that the payment is checked, and makes one sale', async () => {
    const before = saleCount();
    const { page } = await openAndFill(keyWithoutThreeD);
    service.bank.script(['slow:1500']);
    await page.locator('#pay').click();
    await expect
      .poll(async () => {
        await page.reload();
        return await page.locator('[data-state=checking], [data-state=paid]').count();
      })
      .toBe(1);
    await page.locator('[data-state=paid]').waitFor();
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });
});
