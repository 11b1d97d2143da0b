// A buyer pays an order on the hosted page: declines, success, the last allowed decline, the signed return to
// the shop, the form and its languages.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../drivers/books.ts';
import type { BuyerPage } from '../drivers/buyer.ts';
import { resultOf, statusIn } from '../drivers/result.ts';
import { CARDS, HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { orderViews } from './order.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, buyer, service, merchant, createPage, moveBy } = harness;
const { paymentsOf, salesOf, stateOf } = orderViews(harness);

const open = async (more: Record<string, unknown> = {}) => {
  const page = await createPage(more);
  return { ...page, form: await buyer.open(page.hostedPageUrl) };
};
const visibleText = ({ text }: BuyerPage) => text.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, ' ');

it('a declined card shows its reason on the page, and another card pays', async () => {
  const { id, token, orderNumber, form } = await open({ amount: 149.9 });
  const declined = await buyer.submit(form, { cardNumber: CARDS.insufficientFunds, ownerName: 'Ali Veli' });
  expect(declined.status).toBe(422);
  expect(visibleText(declined)).toContain('bakiyesi veya limiti bu tutar için yeterli değil');
  expect(await stateOf({ token })).toBe('Open');

  const paid = await buyer.submit(declined);
  expect(paid.status).toBe(303);
  expect(paid.location?.startsWith('https://shop.example/success?result=')).toBe(true);
  expect(paid.location).not.toContain(token);
  const [last, first] = await paymentsOf(orderNumber);
  const result = resultOf(paid.location);
  expect(result).toEqual({
    iss: service.baseUrl,
    aud: merchant.merchantId,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    iat: expect.any(Number),
    exp: result.iat + 600,
    orderNumber,
    amount: 149.9,
    currency: 'TRY',
    chargedAmount: 149.9,
    status: 'Successful',
    paymentReferenceNumber: last?.paymentReferenceNumber,
    errorCode: null,
    page: id,
  });
  expect(new Date(result.iat * 1000).toISOString()).toMatch(/^2026-11-20T09:/);
  expect(last).toMatchObject({
    status: 'Successful',
    statusLabel: 'Başarılı',
    amount: 149.9,
    errorCode: null,
  });
  expect(first).toMatchObject({ status: 'Failed', errorCode: 'NOT_SUFFICIENT_FUNDS', paidAt: null });
  const sales = await salesOf(orderNumber);
  expect(sales.map(({ outcome, amount }) => [outcome, amount])).toEqual([
    ['declined', 149.9],
    ['approved', 149.9],
  ]);
  expect(sales[1]?.hostReference).toBe(last?.bankReferenceNumber);
  expect(await stateOf({ token })).toBe('Paid');
});

it('the fifth decline redirects to failUrl, with the last reason in the result', async () => {
  const page = await open({ failUrl: 'https://shop.example/fail?cart=7&x=%C5%9F' });
  let shown = page.form;
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    shown = await buyer.submit(shown, { cardNumber: CARDS.doNotHonour });
    expect([attempt, shown.status]).toEqual([attempt, 422]);
  }
  expect(visibleText(shown)).toMatch(/Son 1 deneme hakkınız/);
  const last = await buyer.submit(shown, { cardNumber: CARDS.insufficientFunds });
  expect(last.status).toBe(303);
  expect(last.location?.startsWith('https://shop.example/fail?cart=7&x=%C5%9F&')).toBe(true);
  expect(resultOf(last.location)).toMatchObject({ status: 'Failed', errorCode: 'NOT_SUFFICIENT_FUNDS' });
  expect(await stateOf(page)).toBe('Failed');

  const sixth = await buyer.submit(page.form);
  expect(sixth.status).toBe(303);
  expect(statusIn(sixth.location)).toBe('Failed');
  expect((await salesOf(page.orderNumber)).length).toBe(5);
  const again = await buyer.open(page.hostedPageUrl);
  expect([again.status, again.form]).toEqual([200, undefined]);
});

describe('the return to the shop', () => {
  it.each([
    ['https://shop.example/s?cart=7&cart=8&q=a%20b+c', 'https://shop.example/s?cart=7&cart=8&q=a%20b+c&'],
    ['https://shop.example/s#done', 'https://shop.example/s?'],
    ['https://shop.example/s?a=1#done?b=2', 'https://shop.example/s?a=1&'],
    ['https://shop.example', 'https://shop.example?'],
    ['https://shop.example/?', 'https://shop.example/?'],
    ['http://localhost:9999/s', 'http://localhost:9999/s?'],
    ['https://dükkân.example/ödeme?ş=1', 'https://xn--dkkn-doa7m.example/%C3%B6deme?%C5%9F=1&'],
  ])('the query and anchor of %s are kept', async (successUrl, beginning) => {
    const { form } = await open({ successUrl, orderNumber: `Sipariş & #${successUrl.length}` });
    const { location, status } = await buyer.submit(form);
    expect(status).toBe(303);
    expect(location?.startsWith(beginning), location).toBe(true);
    expect(location?.slice(beginning.length)).toMatch(/^result=[\w-]+\.[\w-]+\.[\w-]+(#|$)/);
    expect(resultOf(location).orderNumber).toBe(`Sipariş & #${successUrl.length}`);
    const [, anchor = ''] = successUrl.split('#');
    expect(location?.split('#')[1] ?? '').toBe(anchor);
  });

  it('the redirect has no referrer and is not cached', async () => {
    const { form } = await open();
    const { headers } = await buyer.submit(form);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });
});

describe('the payment form', () => {
  it('every wrong field is named, and the entries except number and code are kept', async () => {
    const { form, orderNumber, token } = await open();
    const wrong = { cardNumber: '5528790000000009', expiryMonth: '13', expiryYear: '2', cvv: '12' };
    const rejected = await buyer.submit(form, { ...wrong, ownerName: '5528 7900 0000 0008' });
    expect(rejected.status).toBe(422);
    for (const field of ['cardNumber', 'expiry', 'cvv', 'ownerName']) {
      expect(rejected.text, field).toContain(`href="#${field}"`);
    }
    expect(rejected.text).not.toMatch(/5528790000000009|5528 7900|value="12"/);
    const lost = await buyer.submit(form, { ownerName: 'Ayşe Yılmaz', cvv: '' });
    expect(lost.text).toContain('value="Ayşe Yılmaz"');
    expect(lost.text).toContain('value="12/29"');
    expect(await salesOf(orderNumber)).toEqual([]);
    expect(await stateOf({ token })).toBe('Open');
  });

  it.each([
    ['a code of 3 digits for AMEX', { cardNumber: CARDS.amex, cvv: '123' }, 422],
    ['a code of 4 digits for AMEX', { cardNumber: CARDS.amex, cvv: '1234' }, 303],
    ['a code of 4 digits for another brand', { cvv: '1234' }, 422],
    ['spaces and hyphens in the number', { cardNumber: '5528 7900-0000 0008' }, 303],
    ['a year of four digits', { expiryYear: '2029' }, 303],
    ['a month of one digit', { expiryMonth: '1', expiryYear: '27' }, 303],
    ['an expiry in the current month', { expiryMonth: '11', expiryYear: '26' }, 303],
    ['an expiry in the month before', { expiryMonth: '10', expiryYear: '26' }, 422],
    ['a number in Arabic digits', { cardNumber: '٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨' }, 303],
    ['one field for the expiry', { expiry: '12/30', expiryMonth: '', expiryYear: '' }, 303],
    ['a year and a month', { expiry: '2030-12', expiryMonth: '', expiryYear: '' }, 303],
    ['an expiry that is no date', { expiry: '13/30' }, 422],
    ['no expiry', { expiryMonth: '', expiryYear: '' }, 422],
    ['the name of a company', { ownerName: 'Yılmaz & Oğulları Ltd. Şti.' }, 303],
    ['a name with digits', { ownerName: '3M Sanayi ve Ticaret A.Ş.' }, 303],
    ['a name with brackets', { ownerName: 'ALI VELI (EK KART)' }, 303],
    ['a name with a slash', { ownerName: 'Ahmet Öz/Kaya' }, 303],
    ['a name with a dash', { ownerName: 'Ayşe–Nur' }, 303],
    ['a name in another script', { ownerName: 'محمد بن عبد الله' }, 303],
    ['a name of 100 letters', { ownerName: 'ş'.repeat(100) }, 303],
    ['a name of 101 letters', { ownerName: 'ş'.repeat(101) }, 422],
    ['a card number as name', { ownerName: '5528-7900-0000-0008' }, 422],
    ['a code as name', { ownerName: '123' }, 422],
    ['a Discover card', { cardNumber: '6011000000000004' }, 422],
    ['a number with one digit too many', { cardNumber: '55287900000000081' }, 422],
    ['a blank before the code', { cvv: ' 123' }, 303],
    ['installments that the merchant did not offer', { installment: '12' }, 422],
  ])('the form with %s (%j) is answered with %i', async (_, entry, status) => {
    const { form } = await open();
    expect((await buyer.submit(form, entry)).status).toBe(status);
  });

  it('a form from another site or a stale page causes no sale', async () => {
    const { form, orderNumber } = await open();
    for (const origin of ['https://evil.example', 'http://localhost', 'file://']) {
      expect((await buyer.submit(form, {}, { origin })).status).toBe(422);
    }
    const { action = '', hidden = {} } = form.form ?? {};
    const stale = { ...form, form: { action, hidden: { ...hidden, formNonce: 'x' } } };
    expect((await buyer.submit(stale)).status).toBe(422);
    const twice = { ...form, form: { action, hidden: { ...hidden, cvv: '1' } } };
    expect(await salesOf(orderNumber)).toEqual([]);
    expect((await buyer.submit(twice)).status).toBe(303);
    expect((await salesOf(orderNumber)).length).toBe(1);
  });

  it('its own origin and null, which browsers send without a referrer, are accepted', async () => {
    const own = await open();
    expect((await buyer.submit(own.form, {}, { origin: harness.service.baseUrl })).status).toBe(303);
    const withoutReferrer = await open();
    expect((await buyer.submit(withoutReferrer.form, {}, { origin: 'null' })).status).toBe(303);
  });
});

describe('the language of the hosted page', () => {
  it('the page is Turkish unless browser, address or merchant select English, in this order', async () => {
    const { hostedPageUrl } = await createPage();
    const english = { 'accept-language': 'en-US,en;q=0.9' };
    expect((await buyer.open(hostedPageUrl)).headers['content-language']).toBe('tr');
    expect((await buyer.open(hostedPageUrl, english)).headers['content-language']).toBe('en');
    const chosen = await buyer.open(`${hostedPageUrl}?language=tr`, english);
    expect(chosen.headers['content-language']).toBe('tr');
    const fixed = await createPage({ language: 'en' });
    const page = await buyer.open(fixed.hostedPageUrl);
    expect(page.text).toContain('<html lang="en"');
    const declined = await buyer.submit(page, { cardNumber: CARDS.insufficientFunds });
    expect(visibleText(declined)).toContain('Your Visa •••• 1129 card does not have');
  });

  it('an unknown token gets an HTML page with 404 and never JSON', async () => {
    for (const token of [
      'x',
      `HST-${'A'.repeat(43)}`,
      `HST-${'A'.repeat(44)}`,
      '%00',
      '%E0%A4%A',
      'a'.repeat(3000),
    ]) {
      for (const lost of [
        await buyer.open(`/iframe/${token}`),
        await harness.http({ method: 'POST', path: `/iframe/${token}`, headers: {}, body: '{' }),
      ]) {
        expect([lost.status, lost.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(lost.headers['content-security-policy']).toContain("default-src 'none'");
      }
    }
  });
});

it('an expired page answers 410 without a form, and a form shown before causes no sale', async () => {
  const page = await open({ expiresInMinutes: 5 });
  await moveBy(5 * MINUTE);
  const gone = await buyer.open(page.hostedPageUrl);
  expect([gone.status, gone.form]).toEqual([410, undefined]);
  expect((await buyer.submit(page.form)).status).toBe(410);
  expect(await salesOf(page.orderNumber)).toEqual([]);
  expect(await stateOf(page)).toBe('Expired');
  await moveBy(HOUR);
  const shown = await api('GET', `/api/payment/hostedpage/${page.token}`);
  expect(shown.json.data).toMatchObject({ state: 'Expired', payment: null, attemptCount: 0 });
});
