// pay-1.js in a shop of ten lines: the layer, its height, its events, the signed result, and what it refuses.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { loadShopCode } from '../docs/shop-code.ts';
import { CARDS } from '../drivers/buyer.ts';
import { resultOf } from '../drivers/result.ts';
import { MINUTE } from '../harness/harness.ts';
import { fillCard } from './driver/form-page.ts';
import { violations } from './driver/page-faults.ts';
import { answerIssuer, issuerOf, startShopper } from './driver/shopper.ts';
import { startTagShops } from './driver/tag-shop.ts';

const { service, createPage, newPage, moveBy } = await startShopper();
const FAILED = 'The payment page did not open';
const openShop = startTagShops(service.baseUrl);
const merchants = {
  always: await service.addMerchant({ threeDSecure: 'always', installments: [1, 2, 3, 6, 9, 12] }),
  never: await service.addMerchant({ threeDSecure: 'never' }),
};

type Outcome = { reason: string; result: string | null; returnUrl: string | null };
const pages: Page[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

/** Presses the shop's button: the form is in the layer then. */
async function buy(
  how: {
    threeDSecure?: 'always' | 'never';
    from?: 'own' | 'pay host';
    viewport?: [number, number];
    presses?: number;
    /** Why the page does not open at first. */
    fault?: 'connectionrefused' | 'internetdisconnected' | 'slow';
    /** The network fails when the buyer leaves. */
    losesLeave?: boolean;
    /** Of two presses, the page whose address arrives last. */
    last?: 'newer' | 'older';
  } = {},
) {
  const { threeDSecure = 'never', from, viewport: [width, height] = [800, 700] } = how;
  const { presses = 1, last = 'newer', fault, losesLeave = false } = how;
  const merchant = merchants[threeDSecure];
  let order = { orderNumber: '', amount: 149.9, currency: 'TRY', hostedPageUrl: '' };
  let answers: Promise<unknown> = Promise.resolve();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const origin = await openShop(async (shop) => {
    const { amount, currency } = order;
    const addresses = { successUrl: `${shop}/thanks?order=7`, failUrl: `${shop}/sorry` };
    const made = answers.then(async () => {
      const known = order.orderNumber && { orderNumber: order.orderNumber };
      return await createPage({ amount, currency, ...addresses, ...known }, { key: merchant.apiKey });
    });
    answers = made;
    const { hostedPageUrl, orderNumber } = await made;
    const isFirst = order.orderNumber === '';
    order = { ...order, orderNumber, hostedPageUrl };
    if (!isFirst) release();
    else if (last === 'older') await released.then(() => new Promise((resolve) => setTimeout(resolve, 300)));
    return hostedPageUrl;
  }, from);
  const page = await newPage({ viewport: { width, height } });
  pages.push(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('console', (line) => {
    // The form asks for the focus, which a browser refuses to a frame from elsewhere.
    if (line.type() === 'error' && !/autofocusing/.test(line.text())) faults.push(line.text());
  });
  const shown: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame.name() === 'payment-layer' && frame.url() !== 'about:blank') shown.push(frame.url());
  });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  if (fault === 'slow') await page.clock.install();
  if (fault)
    await page.route('**/iframe/HST-*', async (route) => {
      if (fault !== 'slow') return await route.abort(fault);
      await answered;
      await route.continue();
    });
  if (losesLeave) await page.route('**/leave', (route) => route.abort());
  await page.goto(origin);
  await page.locator('#buy').click({ clickCount: presses });
  const form = page.frameLocator('iframe[name=payment-layer]');
  if (fault === 'slow') {
    await page.getByText('Opening the payment page').waitFor();
    await page.clock.fastForward(8_000);
  }
  await (fault ? page.getByText(FAILED) : form.locator('#pay')).waitFor();
  return {
    page,
    form,
    shown,
    /** Lets a slow page come. */
    release: answer,
    newest: () => order.hostedPageUrl,
    origin,
    faults,
    /** Verifies the result of an address by the code of docs/shops.md. */
    verified: async (url: string) => (await loadShopCode({ service, merchant })).verifiedOrder(url, order),
    told: async () => await page.evaluate<string[]>('told'),
    outcome: async () => {
      await expect.poll(() => page.evaluate('!!window.outcome')).toBe(true);
      return await page.evaluate<Outcome>('outcome');
    },
  };
}

/** Height of the frame minus that of the page in it: 0 if nothing is cut off, and nothing is empty. */
async function wrongHeight(page: Page): Promise<number> {
  const frame = page.locator('iframe[name=payment-layer]');
  const body = frame.contentFrame().locator('body');
  const [outer = Number.NaN, inner = Number.NaN] = await Promise.all(
    [frame, body].map(async (one) => (await one.boundingBox())?.height),
  );
  return outer - Math.ceil(inner);
}

describe('pay-1.js', () => {
  it('a buyer pays in the layer, and the shop gets the events and the signed result', async () => {
    const { page, form, faults, told, outcome, origin, verified } = await buy({
      threeDSecure: 'always',
      viewport: [360, 740],
    });
    expect(await page.evaluate('document.documentElement.style.overflow')).toBe('hidden');
    await fillCard(form);
    await form.locator('#pay').click();
    const code = issuerOf(form).locator('#code');
    await code.waitFor();
    await expect.poll(async () => (await told()).at(-1)).toBe('challenge');
    const frame = page.locator('iframe[name=payment-layer]');
    expect((await frame.boundingBox())?.height).toBe(740);
    // One way to give up, and what an issuer may ask for in our frames.
    expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(0);
    const features = await code.evaluate('document.featurePolicy.allowedFeatures()');
    expect(features).toEqual(expect.arrayContaining(['otp-credentials', 'publickey-credentials-get']));
    const box = await code.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    await answerIssuer(form);
    const { reason, result, returnUrl } = await outcome();
    expect(reason).toBe('paid');
    expect(await told()).toEqual([
      ...['form', 'firstKey', 'sending', 'challenge', 'challengeEnd', 'sending', 'paid'],
    ]);
    expect(await verified(returnUrl ?? '')).toMatchObject({ status: 'Successful', iss: service.baseUrl });
    expect(new URL(returnUrl ?? '').searchParams.get('result')).toBe(result);
    expect(new URL(returnUrl ?? '').searchParams.get('order')).toBe('7');
    expect(page.url()).toBe(`${origin}/`);
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.style.overflow')).toBe('');
    expect(await page.evaluate('document.activeElement.id')).toBe('buy');
    expect(faults).toEqual([]);
  });

  it('the layer has the height of the page after each of 50 resizes', async () => {
    const { page, form } = await buy();
    for (let turn = 0; turn < 50; turn += 1) {
      await page.setViewportSize({ width: 320 + ((turn * 137) % 900), height: 500 + ((turn * 71) % 500) });
      if (turn === 25) await form.locator('#pay').click();
      await expect.poll(() => wrongHeight(page)).toBe(0);
    }
  });

  it('from the pay host with its digest: the last decline ends the layer', async () => {
    const { form, told, outcome, faults } = await buy({ from: 'pay host' });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await fillCard(form, { cardNumber: CARDS.insufficientFunds });
      await form.locator('#pay').click();
      if (attempt < 5) await form.locator('#notice:focus').waitFor();
    }
    expect(resultOf((await outcome()).returnUrl ?? '').status).toBe('Failed');
    const declines = Array(4).fill(['sending', 'declined']).flat();
    expect(await told()).toEqual(['form', 'firstKey', ...declines, 'sending', 'left']);
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  it('Escape asks, in the layer and in the page; who leaves brings a signed result', async () => {
    const { page, form, told, outcome } = await buy();
    const [stay, leave] = ['Back to the payment', 'Leave'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    await page.getByRole('button', { name: 'Close' }).press('Escape');
    expect(await violations(page)).toEqual([]);
    await stay?.click();
    expect(await violations(page)).toEqual([]);
    // The second answers the question; the third closes the layer unasked: browsers ask once for a click.
    for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('Escape');
    await stay?.click();
    expect(await page.locator('dialog.layer').isVisible()).toBe(true);
    await form.locator('#ownerName').press('Escape');
    await leave?.click();
    expect(resultOf((await outcome()).returnUrl ?? '').status).toBe('Cancelled');
    expect((await told()).at(-1)).toBe('left');
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it('a link of the page that leads to the shop ends the layer in the same way', async () => {
    const { page, form, outcome, origin } = await buy();
    await form.locator('.links a').first().click();
    expect(resultOf((await outcome()).returnUrl ?? '').status).toBe('Cancelled');
    expect(page.url()).toBe(`${origin}/`);
  });

  it('who leaves during the bank’s step brings no result: nobody knows it', async () => {
    const { page, form, outcome } = await buy({ threeDSecure: 'always' });
    await fillCard(form);
    await form.locator('#pay').click();
    await issuerOf(form).locator('#code').waitFor();
    // The pages of the bank may have entries of their own before that of the layer.
    const question = page.getByText('your card may still be charged');
    await expect
      .poll(
        async () => {
          await page.evaluate('history.back()');
          return await question.isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    expect(await outcome()).toEqual({ reason: 'unknown', result: null, returnUrl: null });
  });

  it('who leaves without a network brings no result, and the layer closes', async () => {
    const { page, told, outcome } = await buy({ losesLeave: true });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    expect(await outcome()).toEqual({ reason: 'left', result: null, returnUrl: null });
    expect(await told()).toEqual(['form', 'left']);
  });

  it('a page that this shop may not frame says so in the layer, and opens in the whole window', async () => {
    const { hostedPageUrl } = await createPage();
    const page = await newPage({ viewport: { width: 360, height: 740 } });
    pages.push(page);
    await page.goto(await openShop(async () => hostedPageUrl));
    await page.locator('#buy').click();
    await page.getByText(FAILED).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open in the full window' }).click();
    await page.waitForURL(hostedPageUrl);
  });

  it.each(['connectionrefused', 'internetdisconnected'] as const)(
    'a pay host that does not answer (%s) leaves the shop in place, and can be asked again',
    async (fault) => {
      const { page, form, outcome, origin } = await buy({ fault });
      const again = page.getByRole('button', { name: 'Try again' });
      await again.click();
      await page.getByText('Opening the payment page').waitFor();
      await again.waitFor();
      await page.unrouteAll();
      await again.click();
      await fillCard(form);
      expect(await page.getByText(FAILED).isVisible()).toBe(false);
      await form.locator('#pay').click();
      expect(await outcome()).toMatchObject({ reason: 'paid' });
      expect(page.url()).toBe(`${origin}/`);
    },
  );

  it('who leaves a page that never opened is told so, and the promise ends', async () => {
    const { page, outcome } = await buy({ fault: 'connectionrefused' });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    expect(await outcome()).toEqual({ reason: 'unreachable', result: null, returnUrl: null });
  });

  it('a slow page has a way on after eight seconds, and takes its place when it comes', async () => {
    const { page, form, outcome, release } = await buy({ fault: 'slow' });
    expect(await page.getByRole('button', { name: 'Open in the full window' }).isVisible()).toBe(true);
    release();
    await fillCard(form);
    expect(await page.getByText(FAILED).isVisible()).toBe(false);
    await form.locator('#pay').click();
    expect(await outcome()).toMatchObject({ reason: 'paid' });
  });

  it('Back asks as Escape does, however often, and the shop keeps its history', async () => {
    const { page, form, outcome, origin } = await buy();
    const before = await page.evaluate<number>('history.length');
    for (let turn = 0; turn < 2; turn += 1) await page.goBack();
    await page.getByText('Leave the payment?').waitFor();
    await page.getByRole('button', { name: 'Back to the payment' }).click();
    await fillCard(form);
    await page.goBack();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    expect(await outcome()).toMatchObject({ reason: 'left' });
    expect(await page.evaluate('history.length')).toBeLessThanOrEqual(before);
    expect(page.url()).toBe(`${origin}/`);
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  it('the page of another order takes the place of one that was not sent', async () => {
    const { page, form, outcome, origin } = await buy();
    const addresses = { successUrl: `${origin}/thanks`, failUrl: `${origin}/sorry` };
    const other = await createPage({ amount: 75, ...addresses }, { key: merchants.never.apiKey });
    await page.evaluate(`void Payment.open('${other.hostedPageUrl}')`);
    await form.locator('.amount', { hasText: '75' }).waitFor();
    await fillCard(form);
    await form.locator('#pay').click();
    expect(resultOf((await outcome()).returnUrl ?? '')).toMatchObject({ status: 'Successful', amount: 75 });
  });

  it('a page that has expired, or was paid elsewhere, ends the layer with its result', async () => {
    const expired = await buy();
    await moveBy(31 * MINUTE);
    await expired.form.locator('#cardNumber').focus();
    await expired.form.locator('#return').click();
    expect(await expired.outcome()).toMatchObject({ reason: 'left' });
    expect(resultOf((await expired.outcome()).returnUrl ?? '').status).toBe('Expired');

    const paid = await buy();
    await paid.form.locator('#cardNumber').focus();
    const tab = await newPage();
    pages.push(tab);
    await tab.goto(paid.newest());
    await fillCard(tab);
    await tab.locator('#pay').click();
    await tab.waitForURL(/result=/);
    // The buyer comes back to the window.
    await paid.form.locator('body').evaluate("dispatchEvent(new Event('focus'))");
    expect(await paid.outcome()).toMatchObject({ reason: 'paid' });
  });

  it('a reload of the shop loses nothing: the order is bought again, once', async () => {
    const { page, form, newest } = await buy({ threeDSecure: 'always' });
    await fillCard(form);
    await form.locator('#pay').click();
    await issuerOf(form).locator('#code').waitFor();
    const sent = newest();
    await page.reload();
    await page.locator('#buy').click();
    await expect.poll(newest).not.toBe(sent);
    await form.locator('[data-state=verifying]').waitFor();
    await form.locator('#start-over button').click();
    await fillCard(form);
    await form.locator('#pay').click();
    await answerIssuer(form);
    await expect.poll(() => page.evaluate('window.outcome?.reason')).toBe('paid');
  });

  it('a message of another origin or another frame is ignored', async () => {
    const { page, told, origin } = await buy({ from: 'pay host' });
    const forged = `{ type: 'payment-page', state: 'returning', result: 'paid', height: 9,
      returnUrl: '${origin}/thanks?result=forged' }`;
    await page.evaluate(`postMessage(${forged}, '*')`);
    // Another page of the service, in a frame that the tag has not made.
    await page.evaluate(`(async () => {
      const src = await (await fetch('/checkout')).text();
      const frame = Object.assign(document.createElement('iframe'), { src, name: 'other' });
      await new Promise((resolve) => {
        frame.onload = resolve;
        document.body.append(frame);
      });
    })()`);
    const other = page.frame('other');
    expect(await other?.evaluate('origin')).toBe(service.baseUrl);
    await other?.evaluate(`parent.postMessage(${forged}, '*')`);
    await page.waitForTimeout(300);
    expect(await wrongHeight(page)).toBe(0);
    // The frame of the tag, in which a page of another origin stands.
    const own = page.frame('payment-layer');
    await own?.goto(await openShop(async () => ''));
    await own?.evaluate(`parent.postMessage(${forged}, '*')`);
    await page.waitForTimeout(300);
    expect(await told()).toEqual(['form']);
    expect(await page.evaluate('window.outcome')).toBeUndefined();
  });

  it.each(['newer', 'older'] as const)(
    'two presses of the shop’s button lead to one sale on the page that counts (the %s answer last)',
    async (last) => {
      const { page, form, outcome, told, shown, newest } = await buy({ presses: 2, last });
      // The older one says that it is superseded, and the newer one comes back.
      if (last === 'older') await expect.poll(() => shown.length).toBe(3);
      await expect.poll(() => shown.at(-1)).toBe(newest());
      await fillCard(form);
      await form.locator('#pay').click();
      expect(resultOf((await outcome()).returnUrl ?? '').status).toBe('Successful');
      expect(await page.evaluate('window.outcomes')).toBe(2);
      expect((await told()).filter((event) => event === 'paid')).toEqual(['paid']);
      expect(await page.locator('dialog').count()).toBe(0);
    },
  );

  it('a word of the page before that comes late does not end on that page', async () => {
    const { page, form, newest } = await buy();
    const before = newest();
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const isNew = (url: URL) => url.href.includes('/iframe/HST-') && url.href !== before;
    await page.route(isNew, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.evaluate('void buy.onclick()');
    await asked.promise;
    const late = "{ type: 'payment-page', state: 'superseded', height: 9 }";
    await page.frame('payment-layer')?.evaluate(`parent.postMessage(${late}, '*')`);
    held.resolve();
    await form.locator('#pay').waitFor();
    await expect.poll(() => page.frame('payment-layer')?.url()).toBe(newest());
    await fillCard(form);
  });

  it.each([
    ['approved, both calls have its outcome', CARDS.approved],
    ['declined, the newer one takes its place', CARDS.insufficientFunds],
  ])('a page that was sent stays while another is opened: %s', async (_, cardNumber) => {
    const { page, form, outcome, shown, told, newest } = await buy({ threeDSecure: 'always' });
    const sent = newest();
    await fillCard(form, { cardNumber });
    await form.locator('#pay').click();
    await issuerOf(form).locator('#code').waitFor();
    await page.evaluate('void buy.onclick()');
    await expect.poll(newest).not.toBe(sent);
    await page.evaluate(`void Payment.open('${newest()}', { on: (event) => told.push(event) })`);
    await issuerOf(form).locator('#code').waitFor();
    expect(shown).not.toContain(newest());
    await answerIssuer(form);
    if (cardNumber !== CARDS.approved) {
      await expect.poll(() => shown.at(-1)).toBe(newest());
      await fillCard(form);
      await form.locator('#pay').click();
      await answerIssuer(form);
    }
    expect(resultOf((await outcome()).returnUrl ?? '').status).toBe('Successful');
    await expect.poll(() => page.evaluate('window.outcomes')).toBe(2);
    const steps = (await told()).filter((event) => event.startsWith('challenge'));
    const sales = cardNumber === CARDS.approved ? 1 : 2;
    expect(steps).toEqual(Array(sales).fill(['challenge', 'challengeEnd']).flat());
  });

  it('no address that is not http opens', async () => {
    const { page, form, outcome } = await buy();
    const open = "Payment.open('javascript:alert(1)').catch((error) => error.name)";
    expect(await page.evaluate(open)).toBe('TypeError');
    await fillCard(form);
    await form.locator('#pay').click();
    expect(await outcome()).toMatchObject({ reason: 'paid' });
    expect(await page.evaluate(open)).toBe('TypeError');
    expect(await page.locator('dialog').count()).toBe(0);
  });
});
