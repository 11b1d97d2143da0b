// A customer's stored cards on the page, and the checkbox that stores a card.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../drivers/result.ts';
import { chooseCount, fillCard, focusedIn } from './driver/form-page.ts';
import { answerIssuer, sendCard, startShopper } from './driver/shopper.ts';

const { order, newPage, api, key, service } = await startShopper();

async function makeCustomer(ofKey = key): Promise<string> {
  const body = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' };
  return String((await api('POST', '/api/customer', { key: ofKey, body })).json.data['id']);
}
async function storeCard(customerId: string, more = {}, ofKey = key): Promise<string> {
  const card = { cardNumber: '4603450000000000', expiryMonth: '12', expiryYear: '2029' };
  const body = { ...card, cardAlias: 'Maaş kartım', ownerName: 'Ayşe Yılmaz', customerId, ...more };
  return String((await api('POST', '/api/card', { key: ofKey, body })).json.data['id']);
}
async function openFor(
  customerId: string,
  { ofKey = key, body = {}, ...options }: BrowserContextOptions & { ofKey?: string; body?: object } = {},
): Promise<{ page: Page; token: string }> {
  const { hostedPageUrl, token } = await order({ customerId, language: 'tr', ...body }, ofKey);
  const page = await newPage(options);
  await page.goto(hostedPageUrl);
  return { page, token };
}
async function paymentOf(token: string, ofKey = key) {
  return (await api('GET', `/api/payment/hostedpage/${token}`, { key: ofKey })).json.data['payment'];
}
const cardsOf = async (customerId: string) =>
  (await api('GET', `/api/card/query?bin=552879&customerId=${customerId}`, { key })).json.data['items'];

describe('a stored card', () => {
  it('a stored card is preselected, hides the fields of a new one, and pays by keyboard', async () => {
    const customerId = await makeCustomer();
    const id = await storeCard(customerId);
    const { page, token } = await openFor(customerId);
    for (const field of ['cardNumber', 'expiry', 'ownerName', 'saveCard'])
      expect(await page.locator(`#${field}`).isVisible(), field).toBe(false);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').inputValue()).toBe(id);
    await page.keyboard.press('Tab');
    expect(await focusedIn(page)).toBe('cvv');
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/shop/success?*');
    expect(await paymentOf(token)).toMatchObject({ cardStorageId: id, status: 'Successful' });
    await page.context().close();
  });

  it('an arrow key selects a new card and shows its fields', async () => {
    const customerId = await makeCustomer();
    await storeCard(customerId);
    const { page } = await openFor(customerId);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(await focusedIn(page)).toBe('saved-new');
    for (const field of ['cardNumber', 'expiry', 'ownerName', 'saveCard'])
      expect(await page.locator(`#${field}`).isVisible(), field).toBe(true);
    await page.context().close();
  });

  it('another choice of card empties the CVV that was typed for the first', async () => {
    const customerId = await makeCustomer();
    const id = await storeCard(customerId);
    const other = await storeCard(customerId, { cardNumber: '5528790000000008', cardAlias: 'İkinci' });
    const { page } = await openFor(customerId);
    await page.locator(`[value='${id}']`).check();
    await page.locator('#cvv').fill('123');
    await page.locator(`[value='${other}']`).check();
    expect(await page.locator('#cvv').inputValue()).toBe('');
    await page.context().close();
  });

  it('the checkbox to store a card is unticked and can be ticked by its label or a key', async () => {
    const customerId = await makeCustomer();
    const { page } = await openFor(customerId);
    const box = page.locator('#saveCard');
    expect(await box.isChecked()).toBe(false);
    await page.getByText('Kartımı kaydet').click();
    expect(await box.isChecked()).toBe(true);
    await box.press('Space');
    expect(await box.isChecked()).toBe(false);
    const described = await box.getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).textContent()).toContain('CVV');
    await sendCard(page);
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(await cardsOf(customerId)).toEqual([]);
    await page.context().close();
  });

  it('a card is stored after the payment of a buyer who ticked the checkbox', async () => {
    const customerId = await makeCustomer();
    const { page } = await openFor(customerId);
    await fillCard(page);
    await page.keyboard.press('Tab');
    await page.locator('#saveCard').press('Space');
    await page.locator('#pay').click();
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    expect(await cardsOf(customerId)).toMatchObject([{ lastFour: '0008' }]);
    await page.context().close();
    const { page: next } = await openFor(customerId);
    const offered = (await next.locator('.saved').first().innerText()).replaceAll(/\s+/g, ' ');
    // The label has brand and digits, each once.
    expect(offered.trim()).toBe('Mastercard •••• 0008');
    await next.context().close();
  });
});

it('a card is stored without scripts and then pays in installments', async () => {
  const scripts = { javaScriptEnabled: false };
  const customerId = await makeCustomer();
  const { page } = await openFor(customerId, scripts);
  await page.locator('#saveCard').check();
  await sendCard(page, scripts);
  await answerIssuer(page, scripts);
  await page.waitForURL('**/shop/success?*');
  await page.context().close();

  const { page: next, token } = await openFor(customerId, scripts);
  expect(await next.locator('#cardNumber').isVisible()).toBe(false);
  await chooseCount(next, 6);
  await next.getByLabel('CVV').fill('123');
  await next.locator('#pay').click();
  await next.waitForURL(returnsWith('Successful'));
  const [{ id }] = (await cardsOf(customerId)) as [{ id: string }];
  expect(await paymentOf(token)).toMatchObject({ cardStorageId: id, installment: 6, status: 'Successful' });
  await next.context().close();
});

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'the CVV of a stored card (%o)',
  (scripts) => {
    it('the label of the CVV names the chosen card by its last digits, and none for a new card', async () => {
      const customerId = await makeCustomer();
      const first = await storeCard(customerId);
      const second = await storeCard(customerId, { cardNumber: '5528790000000008', cardAlias: 'İkinci' });
      const { page } = await openFor(customerId, scripts);
      const label = async () => (await page.locator('label[for=cvv]').innerText()).replaceAll(/\s+/g, ' ');
      await page.locator(`[value='${first}']`).check();
      expect(await label()).toBe('CVV •••• 0000');
      await page.locator(`[value='${second}']`).check();
      expect(await label()).toBe('CVV •••• 0008');
      await page.locator('#saved-new').check();
      expect(await label()).toBe('CVV');
      await page.context().close();
    });

    it('a missing CVV of a card with forceCvv is shown at its field and nothing is sent', async () => {
      const { apiKey: ofKey } = await service.addMerchant({ threeDSecure: 'never' });
      const customerId = await makeCustomer(ofKey);
      const id = await storeCard(customerId, { forceCvv: true }, ofKey);
      const { page, token } = await openFor(customerId, { ofKey, ...scripts });
      const before = service.bank.ledger().length;
      await page.locator('#pay').click();
      await page.locator('#cvv-error', { hasText: 'Güvenlik kodunu (CVV) girin.' }).waitFor();
      expect(await page.locator('#cvv:focus').count()).toBe(1);
      expect(await page.locator(`[value='${id}']`).isChecked()).toBe(true);
      expect(service.bank.ledger()).toHaveLength(before);
      await page.locator('#cvv').fill('123');
      await page.locator('#pay').click();
      await page.waitForURL('**/shop/success?*');
      expect(await paymentOf(token, ofKey)).toMatchObject({ cardStorageId: id, status: 'Successful' });
      await page.context().close();
    });

    it('the form asks for a CVV that the bank requires (CORE-2208), and no attempt is used up', async () => {
      const lenient = { threeDSecure: 'never', storedCardCvv: 'whenAsked', cvvRequired: true } as const;
      const { apiKey: ofKey } = await service.addMerchant(lenient);
      const customerId = await makeCustomer(ofKey);
      const id = await storeCard(customerId, {}, ofKey);
      const { page, token } = await openFor(customerId, { ofKey, ...scripts });
      let documents = 0;
      page.on('domcontentloaded', () => (documents += 1));
      await page.locator('#pay').click();
      await page.locator('#cvv-error', { hasText: 'Banka güvenlik kodunu (CVV) da istiyor.' }).waitFor();
      await page.locator('#cvv:focus').waitFor();
      // A page that loaded itself again would do so for ever: the focus of its field asks for its state.
      await page.waitForTimeout(500);
      expect(documents).toBe(scripts.javaScriptEnabled ? 0 : 1);
      expect(service.bank.ledger().at(-1)).toMatchObject({ outcome: 'declined', code: 'CORE-2208' });
      const before = service.bank.ledger().length;
      await page.locator('#pay').click();
      await page.locator('#cvv-error', { hasText: 'Güvenlik kodunu (CVV) girin.' }).waitFor();
      expect(service.bank.ledger()).toHaveLength(before);
      service.bank.script(['decline:05']);
      await page.locator('#cvv').fill('123');
      await page.locator('#pay').click();
      await page.locator('#notice', { hasText: 'Kartınızdan para çekilmedi.' }).waitFor();
      await page.locator('#cvv').fill('123');
      await page.locator('#pay').click();
      await page.waitForURL('**/shop/success?*');
      expect(await paymentOf(token, ofKey)).toMatchObject({ cardStorageId: id, status: 'Successful' });
      await page.context().close();
    });
  },
);

describe('a page for recurring payments', () => {
  const body = { saveCardFor: 'recurring' };

  it('a press without the tick sends nothing, and the focus is on the box', async () => {
    const { page } = await openFor(await makeCustomer(), { body });
    await fillCard(page);
    await page.locator('#pay').click();
    expect(await focusedIn(page)).toBe('saveCard');
    expect(await page.locator('#saveCard-error').textContent()).toContain('Onay kutusunu işaretleyin.');
    expect(await page.locator('#status').textContent()).toContain('Onay kutusunu işaretleyin.');
    // The second press is sent as it is; the service refuses it, and the card is still in its fields.
    await page.locator('#pay').click();
    await page.locator('#saveCard[aria-invalid=true]:focus').waitFor();
    expect(await page.locator('#cardNumber').inputValue()).toBe('5528 7900 0000 0008');
    expect(await page.locator('#cvv').inputValue()).toBe('000');
    await page.locator('#saveCard').press('Space');
    expect(await page.locator('#saveCard-error').isVisible()).toBe(false);
    await page.locator('#pay').click();
    await answerIssuer(page);
    await page.waitForURL('**/shop/success?*');
    await page.context().close();
  });

  it('a stored card is paid with after the tick', async () => {
    const { apiKey: ofKey } = await service.addMerchant({ threeDSecure: 'newCards' });
    const customerId = await makeCustomer(ofKey);
    const id = await storeCard(customerId, {}, ofKey);
    const { page, token } = await openFor(customerId, { ofKey, body });
    await page.locator('#cvv').fill('123');
    await page.locator('#pay').click();
    expect(await focusedIn(page)).toBe('saveCard');
    await page.locator('#saveCard').check();
    await page.locator('#pay').click();
    await page.waitForURL('**/shop/success?*');
    expect(await paymentOf(token, ofKey)).toMatchObject({ cardStorageId: id });
    await page.context().close();
  });

  it('without scripts a form without the tick is shown again, and paid with it', async () => {
    const scripts = { javaScriptEnabled: false };
    const { page } = await openFor(await makeCustomer(), { ...scripts, body });
    await fillCard(page);
    await page.locator('#pay').click();
    expect(await page.locator('#saveCard-error').textContent()).toContain('Onay kutusunu işaretleyin.');
    expect(await page.locator('#ownerName').inputValue()).toBe('Ayşe Yılmaz');
    await page.locator('#saveCard').check();
    await sendCard(page, scripts);
    await answerIssuer(page, scripts);
    await page.waitForURL('**/shop/success?*');
    await page.context().close();
  });
});
