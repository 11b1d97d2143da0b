// What the service refuses, in words for people: no name of a field, a call or a header reaches them.
import { expect, it } from 'vitest';
import { ERRORS } from '#domain/rejection-table.ts';
import { changeMerchant } from '../../../lib/operator/onboarding.ts';
import { startDesk } from '../driver/desk.ts';

const desk = await startDesk();
const { refunds, service, open, merchant, now } = desk;

it.each(['tr', 'en'] as const)('no refusal names a field, %s', async (language) => {
  const page = await open('viewer', '', { locale: language === 'tr' ? 'tr-TR' : 'en-GB' });
  const refusals = Object.entries(ERRORS).flatMap(([errorCode, { advice, ...row }]) => {
    const data = { requestId: '', retryable: false, docUrl: '', advice: advice[language] };
    const error = { field: 'orderNumber', code: 'UNKNOWN', message: 'Unknown; see `orderNumber`.' };
    const refusal = { success: false, errorCode, message: row[language] };
    return [
      { ...refusal, data },
      { ...refusal, data: { ...data, errors: [error] } },
    ];
  });
  let next = refusals[0];
  await page.route('**/api/Refund?*', (route) => route.fulfill({ status: 422, json: next }));
  await page.goto(`${desk.baseUrl}/console/refunds`);
  const said = page.locator('.list .instead');
  const texts: string[] = [];
  for (next of refusals) {
    const answered = page.waitForResponse('**/api/Refund?*');
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await (await answered).finished();
    await page.locator('.list .instead:not([aria-busy=true])').waitFor();
    texts.push((await said.textContent()) ?? '');
  }
  expect(texts).toHaveLength(2 * Object.keys(ERRORS).length);
  expect(texts.filter((text) => /`|\b[a-z]+[A-Z]|undefined|(?:GET|POST) \//.test(text))).toEqual([]);
  expect(texts.filter((text) => text.trim().length < 10)).toEqual([]);
  await page.context().close();
});

it.each([
  ['tr-TR', 'En çok 559,00\u00a0₺ iade edebilirsiniz.', 'Tutarı 1.500,00 gibi yazın.'],
  ['en-GB', 'You can refund at most ₺559.00.', 'Write the amount like 1,500.00.'],
])('too much and what is no amount say what to type, %s', async (locale, most, like) => {
  const orderNumber = `TUTAR-${locale}`;
  await refunds.pay({ orderNumber, amountMinor: 55_900 });
  const page = await open('support', `order?orderNumber=${orderNumber}`, { locale });
  const dialog = page.locator('dialog');
  const submit = dialog.locator('[type=submit]');
  await page.locator('[data-hotkey=r]').click();
  const shown = async () => [(await dialog.boundingBox())?.height, (await submit.boundingBox())?.y];
  await dialog.locator('.effect:not([aria-busy=true]) dt').nth(5).waitFor();
  const before = await shown();
  await page.locator('#field-amount').fill('560');
  await dialog.locator('.notice.bad').waitFor();
  expect(await dialog.locator('.notice.bad').allTextContents()).toEqual([most]);
  expect(await submit.isDisabled()).toBe(true);
  expect(await shown()).toEqual(before);
  await page.locator('#field-amount').fill('12.34.5');
  expect(await shown()).toEqual(before);
  await submit.click();
  await dialog.getByText(like).waitFor();
  expect(await dialog.locator('.notice.bad').count()).toBe(1);
  await page.locator('#field-amount').fill('5');
  expect(await dialog.locator('.notice.bad').count()).toBe(0);
  await page.context().close();
});

it('an effect that cannot be told at present stops nobody', async () => {
  const payment = await refunds.pay({ orderNumber: 'YOGUN-1' });
  const page = await open('support');
  await page.route('**/api/Refund', async (route) => {
    const data = { requestId: '', retryable: true, docUrl: '', advice: 'Biraz sonra yeniden deneyin.' };
    const json = { success: false, errorCode: 'RATE_LIMITED', message: 'Çok fazla çağrı var.', data };
    const isPreview = route.request().postData()?.includes('preview') ?? false;
    await (isPreview ? route.fulfill({ status: 429, json }) : route.continue());
  });
  await page.goto(`${desk.baseUrl}/console/order?orderNumber=YOGUN-1`);
  await page.locator('[data-hotkey=r]').click();
  await page.locator('#field-amount').fill('20');
  await page.locator('dialog .notice.bad').waitFor();
  await page.locator('dialog [type=submit]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect((await refunds.refundsOf(payment)).map(({ status }) => status)).toEqual(['Pending']);
  await page.context().close();
});

it('a refund that the bank refuses says so and what is next, and cannot be sent again', async () => {
  const payment = await refunds.pay({ orderNumber: 'BANKA-1' });
  const { refundId } = (await refunds.request(payment, 30)).json.data;
  const page = await open('finance', `refunds?id=${refundId}`);
  await page.keyboard.press('a');
  await page.locator('dialog .effect').getByText('BANKA-1').waitFor();
  service.bank.script(['decline:57']);
  await page.keyboard.press('Enter');
  const said = page.locator('dialog .notice.bad');
  await said
    .getByText(/^Banka iadeyi reddetti: .+\. Para gitmedi; tutar yeniden iade edilebilir\.$/)
    .waitFor();
  await page.locator('dialog [type=submit][disabled]').waitFor();
  expect(await said.count()).toBe(1);
  await page.context().close();
});

it('who asked for a refund is told that another person approves it', async () => {
  await changeMerchant(merchant.merchantId, { refundApproval: 'fourEyes', fourEyesFromMinor: 0 }, now());
  const payment = await refunds.pay({ orderNumber: 'KENDI-1' });
  const page = await open('owner', `order?orderNumber=KENDI-1&payment=${payment}`);
  await page.locator('[data-hotkey=r]').click();
  await page.locator('dialog [type=submit]').click();
  await page.locator('[data-hotkey=a]').click();
  await page.locator('dialog .notice.bad').getByText('Bu iadeyi siz istediniz.').waitFor();
  await page.context().close();
});

it.each([
  ['tr-TR', 'Bu numarayla ödeme yok.'],
  ['en-GB', 'No payment has this number.'],
])('a wrong order number is told as one, %s', async (locale, text) => {
  const page = await open('viewer', 'order?orderNumber=YOK-1', { locale });
  await page.locator('main').getByText(text).waitFor();
  await page.context().close();
});

it.each([
  ['tr-TR', 'decline:43', 'Kart çalıntı olarak bildirilmiş.', 'çalıntı', 'başka bir kart'],
  ['en-GB', 'decline:43', 'The card was reported stolen.', 'stolen', 'another card'],
])(
  'why a payment failed is told in the language of the page; a buyer hears what a buyer may, %s %s',
  async (locale, answer, why, hidden, advice) => {
    const orderNumber = `NEDEN-${locale}-${answer.slice(-2)}`;
    service.bank.script([answer]);
    await expect(desk.payOrder({ orderNumber })).rejects.toThrow('Not paid');
    const page = await open('support', `order?orderNumber=${orderNumber}`, { locale });
    await page.locator('.slip').getByText(why).waitFor();
    const said = (await page.locator('.phone').textContent()) ?? '';
    expect(said).not.toContain(hidden);
    expect(said).toContain(advice);
    await page.context().close();
  },
);

it('a payment that never reached the bank is no fault of the card', async () => {
  await desk.payOrder({ orderNumber: 'ULASMADI-1' });
  const page = await open('support');
  const failed = { status: 'Failed', errorCode: 'BANK_UNAVAILABLE', paidAt: null };
  await page.route('**/api/order?*', async (route) => {
    const { data, ...answer } = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...answer, data: { ...data, payments: [{ ...data.payments[0], ...failed }] } },
    });
  });
  await page.goto(`${desk.baseUrl}/console/order?orderNumber=ULASMADI-1`);
  const said = page.locator('.phone');
  await said.getByText('Bankaya şu anda ulaşılamıyor. Lütfen biraz sonra yeniden deneyin.').waitFor();
  expect(await said.textContent()).not.toContain('kartla');
  expect(await page.locator('main').textContent()).not.toContain('BANK_UNAVAILABLE');
  await page.context().close();
});

it('who may approve a refund is told so', async () => {
  await refunds.pay({ orderNumber: 'ONAYCI-1' });
  const page = await open('finance', 'order?orderNumber=ONAYCI-1');
  await page.locator('[data-hotkey=r]').click();
  await page.locator('.effect').getByText('siz ya da başka bir yetkili onaylar').waitFor();
  await page.context().close();
});
