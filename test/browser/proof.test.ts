// The result of a challenge passes through the buyer's browser. These tests check which results take money,
// by any sender and any number of times.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { isHashValid, threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { returnsWith } from '../drivers/result.ts';
import { storeKeyOf } from '../endpoints/hosted-page/three-d/secure-orders.ts';
import { isThorough } from '../harness/thoroughness.ts';
import { everyRow, tracesIn } from '../harness/traces.ts';
import { chooseCount } from './driver/form-page.ts';
import { answerIssuer, sendCard, startShopper, stateOf } from './driver/shopper.ts';

/** The functions for the buyer's browser and for the bank's own server. */
const RETURN_FUNCTIONS = ['hosted-page-three-d', 'hosted-page-three-d-callback'];
let isCallbackLost = false;
/** Makes both functions wait for each other, so that they run at the same moment. */
let barrier: { waiting: string[]; all: PromiseWithResolvers<void> } | undefined;

const { order, newPage, service, key, merchantId, api, logs } = await startShopper({
  around: async ({ functionName }, run) => {
    if (!RETURN_FUNCTIONS.includes(functionName)) return await run();
    if (isCallbackLost && functionName === RETURN_FUNCTIONS[1]) throw new Error('callback lost');
    barrier?.waiting.push(functionName);
    if (barrier?.waiting.length === RETURN_FUNCTIONS.length) barrier.all.resolve();
    await barrier?.all.promise;
    return await run();
  },
});
const storeKey = await storeKeyOf(merchantId);
const saleCount = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;
type Fields = Record<string, string>;
const signed = (fields: Fields, withKey = storeKey): Fields => ({
  ...fields,
  HASH: threeDHash(Object.entries(fields), withKey),
});

async function openChallenge(withKey = key, card = {}): Promise<{ page: Page; url: string; token: string }> {
  const { hostedPageUrl: url, token } = await order({}, withKey);
  const page = await newPage();
  await page.goto(url);
  await sendCard(page, card);
  return { page, url, token };
}

/** Collects the forms that the page posts to matching addresses from now on. */
function formsTo(page: Page, address: RegExp): Fields[] {
  const forms: Fields[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !address.test(request.url())) return;
    forms.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')));
  });
  return forms;
}

/** Posts arbitrary fields to an address from a page of another origin. */
async function postForm(page: Page, url: string, fields: Fields): Promise<void> {
  await page.goto('about:blank');
  const answered = page.waitForResponse((response) => response.url() === url);
  await page.evaluate(`(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: ${JSON.stringify(url)} });
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      const input = form.appendChild(document.createElement('input'));
      Object.assign(input, { name, value });
    }
    document.body.appendChild(form).submit();
  })()`);
  expect((await answered).status()).toBe(200);
}

describe('a challenge', () => {
  it('the form to the bank contains the stored order and a valid version 3 hash', async () => {
    const { hostedPageUrl } = await order({ amount: 1000.01 });
    const page = await newPage();
    const forms = formsTo(page, /\/fim\/est3Dgate$/);
    await page.goto(hostedPageUrl);
    await chooseCount(page, 3);
    await sendCard(page, { cvv: '739' });
    const [form = {}] = forms;
    expect(form).toMatchObject({ storetype: '3d', hashAlgorithm: 'ver3', amount: '1000.01', taksit: '3' });
    expect(form).toMatchObject({ currency: '949', pan: '5528790000000008', cv2: '739', lang: 'en' });
    expect(isHashValid(Object.entries(form), storeKey, form['hash'] ?? '')).toBe(true);
    await page.context().close();
  });

  it('any code but the right one is declined, and the right one pays', async () => {
    const before = saleCount();
    const { page } = await openChallenge();
    for (const code of ['000000', '12345', '']) {
      await answerIssuer(page, { code });
      // The notice of the previous round stays until the answer arrives.
      await page.locator('#payment:not([aria-busy])').waitFor();
      await page.locator('#notice', { hasText: '3\u2011D\u00a0Secure' }).waitFor();
      expect(saleCount()).toBe(before);
      await sendCard(page);
    }
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(saleCount()).toBe(before + 1);
    await page.context().close();
  });

  it('no CVV or card number is stored or logged, neither during the challenge nor afterwards', async () => {
    const secrets = [
      { name: 'CVV', value: '739' },
      { name: 'card number', value: '5528790000000008' },
    ];
    const tracesLeft = async () =>
      [...(await everyRow()), ...logs].flatMap((text) => tracesIn(text, secrets));
    const { page } = await openChallenge(key, { cvv: '739' });
    const forms = formsTo(page, /\/iframe\//);
    expect(await tracesLeft()).toEqual([]);
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(await tracesLeft()).toEqual([]);
    expect(forms).toHaveLength(1);
    expect(tracesIn(JSON.stringify(forms), secrets)).toEqual([]);
    await page.context().close();
  });
});

describe('the result of a challenge', () => {
  afterEach(() => {
    isCallbackLost = false;
    barrier = undefined;
  });

  const STATUSES = isThorough ? [...'0123456789'] : [...'012345'];
  it.each([
    ['a full authentication', false, ['1']],
    ['a full or half authentication if the merchant accepts the liability', true, ['1', '2', '3', '4']],
  ])('money is taken only for %s', async (_, acceptHalfSecure, accepted) => {
    const { merchantId: id, apiKey } = await service.addMerchant({ acceptHalfSecure });
    const merchantStoreKey = await storeKeyOf(id);
    isCallbackLost = true;
    const paid: string[] = [];
    for (const mdStatus of STATUSES) {
      const before = saleCount();
      const { page } = await openChallenge(apiKey);
      await page.route(/\/iframe\/[^/]+\/3d$/, async (route) => {
        const { HASH: _hash, ...result } = Object.fromEntries(
          new URLSearchParams(route.request().postData() ?? ''),
        );
        const postData = new URLSearchParams(signed({ ...result, mdStatus }, merchantStoreKey)).toString();
        await route.continue({ postData });
      });
      await answerIssuer(page);
      // The page is the form again, or the demo shop, which can verify only its own merchant's signature.
      await page.locator('#notice, .result').waitFor();
      if (page.url().includes('/shop/success?')) paid.push(mdStatus);
      expect(saleCount() - before, mdStatus).toBe(accepted.includes(mdStatus) ? 1 : 0);
      await page.context().close();
    }
    expect(paid).toEqual(accepted);
  });

  it('a result that browser and bank deliver at once makes one sale', async () => {
    for (let round = 0; round < 3; round += 1) {
      const before = saleCount();
      const { page } = await openChallenge();
      barrier = { waiting: [], all: Promise.withResolvers() };
      await answerIssuer(page);
      await page.waitForURL(returnsWith('Successful'));
      expect(barrier.waiting.sort()).toEqual(RETURN_FUNCTIONS);
      barrier = undefined;
      expect(saleCount()).toBe(before + 1);
      await page.context().close();
    }
  });

  it('a forged, foreign or repeated result moves no money, and the buyer’s own still does', async () => {
    const foreign = await service.addMerchant();
    const otherReturns: Fields[] = [];
    for (const apiKey of [key, foreign.apiKey]) {
      const { page } = await openChallenge(apiKey);
      const forms = formsTo(page, /\/3d$/);
      await answerIssuer(page);
      await page.waitForURL('**/shop/success?*');
      otherReturns.push(...forms);
      await page.context().close();
    }
    const { hostedPageUrl: url, token } = await order();
    const page = await newPage();
    const [gateForms, returns] = [formsTo(page, /\/est3Dgate$/), formsTo(page, /\/3d$/)];
    await page.goto(url);
    await sendCard(page);
    const before = saleCount();

    const { pan: _, cv2: __, hash: ___, ...echoed } = gateForms[0] ?? {};
    const forged = { ...echoed, mdStatus: '1', md: 'md', xid: 'xid', eci: '05', cavv: 'cavv' };
    const thief = await newPage();
    const forgeries = [
      ...otherReturns,
      signed(forged, 'not the key'),
      { ...signed(forged), amount: '1.00' },
      {},
    ];
    expect(forgeries).toHaveLength(5);
    for (const fields of forgeries) {
      await postForm(thief, `${url}/3d`, fields);
      expect(await stateOf(thief)).toBe('verifying');
    }
    expect(saleCount()).toBe(before);
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(saleCount()).toBe(before + 1);

    await postForm(thief, `${url}/3d`, returns[0] ?? {});
    await thief.waitForURL('**/shop/success?*');
    expect(saleCount()).toBe(before + 1);
    const { data } = (await api('GET', `/api/payment/hostedpage/${token}`, { key })).json;
    expect(data).toMatchObject({ state: 'Paid', attemptCount: 1 });
    for (const one of [page, thief]) await one.context().close();
  });
});
