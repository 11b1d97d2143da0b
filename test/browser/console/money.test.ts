// Money moves once, whatever happens between the press and its answer, and nothing typed is lost.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { removePerson } from '../../../lib/operator/people.ts';
import { adoptRefund } from '../../../lib/operator/review/adoption.ts';
import { refundInPortal } from '../../flows/refund/bank-portal.ts';
import { DAY, MINUTE } from '../../harness/harness.ts';
import { startDesk } from '../driver/desk.ts';

const desk = await startDesk();
const { api, refunds, service, moveBy, open, addOne, linkFor, merchant, now, newPage, baseUrl } = desk;

const dialog = (page: Page) => page.locator('dialog');
const refundsOf = async (payment: string) => (await refunds.refundsOf(payment)).map(({ status }) => status);

/** Opens the dialog of a refund and types an amount. */
async function begin(page: Page, orderNumber: string, amount: string) {
  await page.goto(`${baseUrl}/console/order?orderNumber=${orderNumber}`);
  await page.getByRole('button', { name: 'İade iste' }).waitFor();
  await page.keyboard.press('r');
  await dialog(page).waitFor();
  await page.keyboard.type(amount);
}

it('a refund by keyboard takes six keys from its order, approval included', async () => {
  const payment = await refunds.pay({ orderNumber: 'TUS-1' });
  const page = await open('owner', 'order?orderNumber=TUS-1');
  await page.getByRole('button', { name: 'İade iste' }).waitFor();
  await page.keyboard.press('r');
  await dialog(page).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Onayla' }).waitFor();
  await page.keyboard.press('a');
  await dialog(page).getByText('TUS-1').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.notice.good').waitFor();
  expect(await refundsOf(payment)).toEqual(['Completed']);
  await page.context().close();
});

it('a session that ends in the middle loses nothing: a new link in another tab, and the call goes on', async () => {
  const payment = await refunds.pay({ orderNumber: 'OTURUM-1' });
  const { personId, signIn } = await addOne('support', 'Ece');
  const context = await desk.newContext({ locale: 'tr-TR' });
  const page = await context.newPage();
  await page.goto(signIn);
  await page.locator('header').waitFor();
  await begin(page, 'OTURUM-1', '12,5');
  await moveBy(16 * MINUTE);
  await page.keyboard.press('Enter');
  await page.locator('.locked').waitFor();
  expect(await page.locator('main').textContent()).not.toContain('OTURUM-1');
  expect(await refundsOf(payment)).toEqual([]);

  const other = await context.newPage();
  await other.goto(await linkFor(personId));
  await other.locator('header').waitFor();
  await page.bringToFront();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await dialog(page).waitFor();
  expect(await page.locator('#field-amount').inputValue()).toBe('12,5');
  await page.locator('dialog').getByRole('button', { name: 'İade iste' }).click();
  await page.getByText('Onay bekliyor').first().waitFor();
  expect(await refundsOf(payment)).toEqual(['Pending']);
  await context.close();
});

it('another person who signs in meanwhile does not go on with what was typed', async () => {
  await refunds.pay({ orderNumber: 'BASKA-1' });
  const page = await open('support', 'order?orderNumber=BASKA-1');
  await begin(page, 'BASKA-1', '12,5');
  const { signIn } = await addOne('owner', 'Başka Biri');
  const other = await page.context().newPage();
  await other.goto(signIn);
  await other.locator('header').waitFor();
  await moveBy(16 * MINUTE);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.reload();
  await page.locator('header, .locked').first().waitFor();
  expect(await dialog(page).count()).toBe(0);
  await page.context().close();
});

it('nor after a lock, from which only the other one comes back', async () => {
  await refunds.pay({ orderNumber: 'BASKA-2' });
  const page = await open('support');
  await begin(page, 'BASKA-2', '12,5');
  await page.keyboard.press('Escape');
  await moveBy(16 * MINUTE);
  await page.keyboard.press('2');
  await page.locator('.locked[data-lock=ended]').waitFor();
  const other = await page.context().newPage();
  await other.goto((await addOne('owner', 'Başka Biri')).signIn);
  await other.locator('header').waitFor();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.locator('.person').getByText('Başka Biri').waitFor();
  await page.goBack();
  await page.locator('[data-hotkey=r]').click();
  expect(await page.locator('#field-amount').inputValue()).toBe('100,00');
  await page.context().close();
});

it('a reload keeps what was typed and its key: the answer that was lost comes, and there is one refund', async () => {
  const payment = await refunds.pay({ orderNumber: 'YENILE-1' });
  const page = await open('support');
  const keys: (string | undefined)[] = [];
  let isLost = true;
  await page.route('**/api/Refund', async (route) => {
    const request = route.request();
    const isPreview = request.postData()?.includes('preview') ?? false;
    if (request.method() !== 'POST' || isPreview) return await route.continue();
    keys.push(request.headers()['idempotency-key']);
    if (!isLost) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await begin(page, 'YENILE-1', '20');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Yanıt gelmedi').waitFor();
  expect(await refundsOf(payment)).toEqual(['Pending']);
  await page.reload();
  await dialog(page).getByText('Yanıt gelmedi').waitFor();
  isLost = false;
  await page.getByRole('button', { name: 'Aynı çağrıyı sor' }).click();
  await page.getByText('Onay bekliyor').first().waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(await refundsOf(payment)).toEqual(['Pending']);
  await page.context().close();
});

it('a browser that refuses to keep each key of one held down (Safari) stops neither the typing nor the call', async () => {
  const payment = await refunds.pay({ orderNumber: 'BASILI-1' });
  const page = await open('support');
  await begin(page, 'BASILI-1', '1');
  await page.evaluate(`history.replaceState = () => {
    throw new DOMException('more than 100 times per 10 seconds', 'SecurityError');
  }`);
  await page.keyboard.type('2,50');
  expect(await page.locator('#field-amount').inputValue()).toBe('12,50');
  await page.keyboard.press('Enter');
  await page.getByText('Onay bekliyor').first().waitFor();
  expect(await refundsOf(payment)).toEqual(['Pending']);
  await page.context().close();
});

it('two people who approve at once refund once', async () => {
  const payment = await refunds.pay({ orderNumber: 'IKI-1' });
  const { refundId } = (await refunds.request(payment, 40)).json.data;
  const [one, other] = [await open('finance'), await open('owner')];
  const before = service.bank.ledger().filter(({ operation }) => operation === 'refund').length;
  for (const page of [one, other]) {
    await page.goto(`${baseUrl}/console/refunds?id=${refundId}`);
    await page.getByRole('button', { name: 'Onayla' }).waitFor();
    await page.keyboard.press('a');
    await dialog(page).getByText('IKI-1').waitFor();
  }
  await Promise.all([one, other].map((page) => page.keyboard.press('Enter')));
  for (const page of [one, other]) await page.locator('article').getByText('Tamamlandı').waitFor();
  expect(service.bank.ledger().filter(({ operation }) => operation === 'refund').length).toBe(before + 1);
  for (const page of [one, other]) await page.context().close();
});

it('Escape and Back lose nothing that was typed, and after a lost answer only the same call can be sent', async () => {
  const payment = await refunds.pay({ orderNumber: 'KACIS-1' });
  const page = await open('support');
  const amount = page.locator('#field-amount');
  await begin(page, 'KACIS-1', '12,5');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  expect(await amount.inputValue()).toBe('12,5');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await page.goBack();
  await page.keyboard.press('r');
  expect(await amount.inputValue()).toBe('12,5');
  await page.route('**/api/Refund', async (route) => {
    if (route.request().postData()?.includes('preview')) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Yanıt gelmedi').waitFor();
  await page.unroute('**/api/Refund');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Aynı çağrıyı sor' }).click();
  await page.getByText('Onay bekliyor').first().waitFor();
  expect(await refundsOf(payment)).toEqual(['Pending']);
  // What is done is not typed any more.
  await page.goto(`${baseUrl}/console/order?orderNumber=KACIS-1`);
  await page.locator('[data-hotkey=r]').click();
  expect(await amount.inputValue()).toBe('87,50');
  await page.context().close();
});

it('a refusal says why, and keeps what was typed', async () => {
  await refunds.pay({ orderNumber: 'COK-1' });
  const page = await open('support');
  await begin(page, 'COK-1', '999');
  await page.keyboard.press('Enter');
  await dialog(page).locator('.notice.bad').last().waitFor();
  expect(await page.locator('#field-amount').inputValue()).toBe('999');
  await page.locator('#field-amount').fill('9');
  await page.keyboard.press('Enter');
  await page.getByText('Onay bekliyor').first().waitFor();
  await page.context().close();
});

it('a view that is opened again shows what is now, and until then that it is being updated', async () => {
  await refunds.pay({ orderNumber: 'YENI-1' });
  const page = await open('support');
  let held = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const waits = page.locator('a.tile', { hasText: 'Onay bekleyen iade' }).locator('strong');
  await waits.getByText(/\d/).waitFor();
  const before = Number(await waits.textContent());
  await page.keyboard.press('/');
  await page.keyboard.type('YENI-1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'İade iste' }).click();
  await page.locator('dialog').getByRole('button', { name: 'İade iste' }).click();
  await page.locator('article').getByText('Onay bekliyor').waitFor();
  let answer = (): void => undefined;
  held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.keyboard.press('1');
  await page.getByText('Güncelleniyor…').waitFor();
  expect(await page.locator('main').getAttribute('aria-busy')).toBe('true');
  expect(Number(await waits.textContent())).toBe(before);
  answer();
  await page.locator('main[aria-busy=false]').waitFor();
  expect(Number(await waits.textContent())).toBe(before + 1);
  await page.context().close();
});

it('where the bank’s books differ, the order shows what they have, and the note of the payment', async () => {
  const payment = await refunds.pay({ orderNumber: 'FARK-1' });
  await moveBy(DAY);
  const { merchantId } = merchant;
  const bankReferenceNumber = await refundInPortal(merchantId, payment, 3_000);
  expect((await refunds.partial(payment, 10)).json.errorCode).toBe('REFUNDS_DIFFER');
  const note = { key: merchant.apiKey, body: { note: 'Kargoya soruldu' } };
  await api('PUT', `/api/payment/${payment}`, note);
  const page = await open('viewer', 'order?orderNumber=FARK-1');
  const facts = await page.locator('.facts').allTextContents();
  expect(facts.join()).toMatch(/Bankada ödenen100,00.₺Bankada iade30,00.₺/);
  expect(facts.join()).toContain('NotKargoya soruldu');
  const tile = page.locator('a.tile', { hasText: 'Bankanın kaydı farklı' });
  await page.keyboard.press('1');
  await tile.locator('strong').getByText('1', { exact: true }).waitFor();
  await tile.click();
  await page.waitForURL('**/payments?difference=true');
  await page.locator('.given').getByText('bankanın kaydı farklı').waitFor();
  await page.locator('[data-row]').getByText('FARK-1').click();
  const adopted = { merchantId, paymentReferenceNumber: payment, bankReferenceNumber };
  await adoptRefund({ ...adopted, by: 'Elif', reason: 'Refunded in the portal.' }, now());
  await page.reload();
  await page.locator('.money').getByText('Kısmi iade').waitFor();
  expect(await page.locator('.money').textContent()).not.toContain('Bankada');
  await page.keyboard.press('1');
  await tile.locator('strong').getByText('0', { exact: true }).waitFor();
  await page.context().close();
});

it('a removed person is out within a minute', async () => {
  const { personId, signIn } = await addOne('owner', 'Giden');
  const page = await newPage({ locale: 'tr-TR' });
  await page.goto(signIn);
  await page.locator('header').waitFor();
  await page.waitForLoadState('networkidle');
  await removePerson(merchant.merchantId, personId, now());
  await moveBy(MINUTE);
  await page.keyboard.press('2');
  await page.locator('.locked').waitFor();
  await page.context().close();
});

it('a link is used once, and leaves the address before it is used', async () => {
  const { signIn } = await addOne('viewer');
  const page = await newPage({ locale: 'tr-TR' });
  await page.goto(signIn);
  await page.locator('header').waitFor();
  expect(page.url()).toBe(`${baseUrl}/console`);
  const other = await newPage({ locale: 'tr-TR' });
  await other.goto(signIn);
  await other.locator('.locked[data-lock=refused]').waitFor();
  const kept = await page.evaluate(
    'JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, document.cookie])',
  );
  expect(kept).not.toMatch(/psk_|__Host/);
  await page.context().close();
  await other.context().close();
});

it('a tab that nobody uses for 15 minutes is locked and shows nothing', async () => {
  await refunds.pay({ orderNumber: 'BOS-1' });
  const { signIn } = await addOne('viewer');
  const page = await newPage({ locale: 'tr-TR' });
  await page.clock.install();
  await page.goto(signIn);
  await page.locator('header').waitFor();
  await page.goto(`${baseUrl}/console/order?orderNumber=BOS-1`);
  await page.locator('.phone').waitFor();
  await page.clock.runFor(15 * MINUTE + 10_000);
  await page.locator('.locked[data-lock=idle]').waitFor();
  expect(await page.locator('body').textContent()).not.toContain('BOS-1');
  await page.context().close();
});
