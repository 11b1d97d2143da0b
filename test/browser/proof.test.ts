// What the bank says of a buyer comes through that buyer's own browser: what of it takes money, and what does
// not, whoever brings it and however often.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { isHashValid, threeDHash } from '#acquirer/nestpay/three-d-hash.ts';
import { storeKeyOf } from '../endpoints/hosted-page/three-d/secure-orders.ts';
import { isThorough } from '../harness/thoroughness.ts';
import { everyRow, tracesIn } from '../harness/traces.ts';
import { answerIssuer, sendCard, startShopper, stateOf } from './driver/shopper.ts';

/** The bank's two messengers: the buyer's browser and the bank's own server. */
const DOORS = ['hosted-page-three-d', 'hosted-page-three-d-callback'];
let isCallbackLost = false;
/** Where they wait for each other, so that both come in at the same moment. */
let meeting: { waiting: string[]; all: PromiseWithResolvers<void> } | undefined;

const { order, newPage, service, key, merchantId, api, logs } = await startShopper({
  around: async ({ functionName }, run) => {
    if (!DOORS.includes(functionName)) return await run();
    if (isCallbackLost && functionName === DOORS[1]) throw new Error('lost on the way');
    meeting?.waiting.push(functionName);
    if (meeting?.waiting.length === DOORS.length) meeting.all.resolve();
    await meeting?.all.promise;
    return await run();
  },
});
const storeKey = await storeKeyOf(merchantId);
const salesUntilNow = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;
type Fields = Record<string, string>;
const signed = (fields: Fields, withKey = storeKey): Fields => ({
  ...fields,
  HASH: threeDHash(Object.entries(fields), withKey),
});

async function atIssuer(withKey = key, card = {}): Promise<{ page: Page; url: string; token: string }> {
  const { hostedPageUrl: url, token } = await order({}, withKey);
  const page = await newPage();
  await page.goto(url);
  await sendCard(page, card);
  return { page, url, token };
}

/** The forms that the page posts to such an address from now on. */
function formsTo(page: Page, address: RegExp): Fields[] {
  const forms: Fields[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !address.test(request.url())) return;
    forms.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')));
  });
  return forms;
}

/** Somebody's own page, which posts what it likes. */
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

describe('a buyer who is sent to the bank', () => {
  it('brings a form of the order as we keep it, whose hash of version 3 fits', async () => {
    const { hostedPageUrl } = await order({ amount: 1000.01 });
    const page = await newPage();
    const forms = formsTo(page, /\/fim\/est3Dgate$/);
    await page.goto(hostedPageUrl);
    await page.getByLabel('3 installments').check();
    await sendCard(page, { cvv: '739' });
    const [form = {}] = forms;
    expect(form).toMatchObject({ storetype: '3d', hashAlgorithm: 'ver3', amount: '1000.01', taksit: '3' });
    expect(form).toMatchObject({ currency: '949', pan: '5528790000000008', cv2: '739', lang: 'en' });
    expect(isHashValid(Object.entries(form), storeKey, form['hash'] ?? '')).toBe(true);
    await page.context().close();
  });

  it('is declined for any code but the right one, and pays with that', async () => {
    const before = salesUntilNow();
    const { page } = await atIssuer();
    for (const code of ['000000', '12345', '']) {
      await answerIssuer(page, { code });
      await page.locator('#notice', { hasText: '3\u2011D\u00a0Secure' }).waitFor();
      expect(salesUntilNow()).toBe(before);
      await sendCard(page);
    }
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(salesUntilNow()).toBe(before + 1);
    await page.context().close();
  });

  it('leaves no CVV behind, neither while the bank asks nor afterwards', async () => {
    const secrets = [
      { name: 'CVV', value: '739' },
      { name: 'card number', value: '5528790000000008' },
    ];
    const left = async () => [...(await everyRow()), ...logs].flatMap((text) => tracesIn(text, secrets));
    const { page } = await atIssuer(key, { cvv: '739' });
    const forms = formsTo(page, /\/iframe\//);
    expect(await left()).toEqual([]);
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(await left()).toEqual([]);
    expect(forms).toHaveLength(1);
    expect(tracesIn(JSON.stringify(forms), secrets)).toEqual([]);
    await page.context().close();
  });
});

describe('the bank’s word about a buyer', () => {
  afterEach(() => {
    isCallbackLost = false;
    meeting = undefined;
  });

  const STATUSES = isThorough ? [...'0123456789'] : [...'012345'];
  it.each([
    ['a full proof', false, ['1']],
    ['a full or a half proof, where the merchant bears that risk', true, ['1', '2', '3', '4']],
  ])('takes money only for %s', async (_, acceptHalfSecure, taken) => {
    const { merchantId: id, apiKey } = await service.addMerchant({ acceptHalfSecure });
    const theirKey = await storeKeyOf(id);
    isCallbackLost = true;
    const paid: string[] = [];
    for (const mdStatus of STATUSES) {
      const before = salesUntilNow();
      const { page } = await atIssuer(apiKey);
      await page.route(/\/iframe\/[^/]+\/3d$/, async (route) => {
        const { HASH: _hash, ...said } = Object.fromEntries(
          new URLSearchParams(route.request().postData() ?? ''),
        );
        const postData = new URLSearchParams(signed({ ...said, mdStatus }, theirKey)).toString();
        await route.continue({ postData });
      });
      await answerIssuer(page);
      // The form again, or the demo shop, which knows its own merchant's signature only.
      await page.locator('#notice, dd:is(.good, .bad)').waitFor();
      if (page.url().includes('/shop/success?')) paid.push(mdStatus);
      expect(salesUntilNow() - before, mdStatus).toBe(taken.includes(mdStatus) ? 1 : 0);
      await page.context().close();
    }
    expect(paid).toEqual(taken);
  });

  it('makes one sale where browser and bank bring it at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const before = salesUntilNow();
      const { page } = await atIssuer();
      meeting = { waiting: [], all: Promise.withResolvers() };
      await answerIssuer(page);
      await page.waitForURL('**/shop/success?*status=Successful*');
      expect(meeting.waiting.sort()).toEqual(DOORS);
      meeting = undefined;
      expect(salesUntilNow()).toBe(before + 1);
      await page.context().close();
    }
  });

  it('moves nothing when it is forged, foreign or posted again, and the buyer’s own still does', async () => {
    const foreign = await service.addMerchant();
    const others: Fields[] = [];
    for (const apiKey of [key, foreign.apiKey]) {
      const { page } = await atIssuer(apiKey);
      const forms = formsTo(page, /\/3d$/);
      await answerIssuer(page);
      await page.waitForURL('**/shop/success?*');
      others.push(...forms);
      await page.context().close();
    }
    const { hostedPageUrl: url, token } = await order();
    const page = await newPage();
    const [toGate, back] = [formsTo(page, /\/est3Dgate$/), formsTo(page, /\/3d$/)];
    await page.goto(url);
    await sendCard(page);
    const before = salesUntilNow();

    const { pan: _, cv2: __, hash: ___, ...echoed } = toGate[0] ?? {};
    const forged = { ...echoed, mdStatus: '1', md: 'md', xid: 'xid', eci: '05', cavv: 'cavv' };
    const thief = await newPage();
    const thiefs = [...others, signed(forged, 'not the key'), { ...signed(forged), amount: '1.00' }, {}];
    expect(thiefs).toHaveLength(5);
    for (const fields of thiefs) {
      await postForm(thief, `${url}/3d`, fields);
      expect(await stateOf(thief)).toBe('verifying');
    }
    expect(salesUntilNow()).toBe(before);
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(salesUntilNow()).toBe(before + 1);

    await postForm(thief, `${url}/3d`, back[0] ?? {});
    await thief.waitForURL('**/shop/success?*');
    expect(salesUntilNow()).toBe(before + 1);
    const { data } = (await api('GET', `/api/payment/hostedpage/${token}`, { key })).json;
    expect(data).toMatchObject({ state: 'Paid', attemptCount: 1 });
    for (const one of [page, thief]) await one.context().close();
  });
});
