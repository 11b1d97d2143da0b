// The deadline of the form: shown near its end, extended by the buyer, and passed without any loss of input.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { formView } from '../../page/every-page.ts';
import { FORM_PATH, fillCard, PAID, startFormPage, statusOf, textIn } from '../driver/form-page.ts';

const MINUTE = 60_000;

describe('the deadline of the form', () => {
  const { newPage, server } = startFormPage();

  async function openWithClock(): Promise<Page> {
    server().pages.set(FORM_PATH, paymentForm(formView('tr')));
    const page = await newPage();
    await page.clock.install();
    server().gets.length = 0;
    server().posts.length = 0;
    await page.goto(server().address + FORM_PATH);
    return page;
  }

  it('the clock is shown from 5 minutes on, and announces 5 minutes, 1 minute and 30 seconds', async () => {
    const page = await openWithClock();
    expect(await page.locator('#clock').isVisible()).toBe(false);
    const announcements: (string | null)[] = [];
    for (const minutes of [24, 1.5, 3.75, 0.5]) {
      await page.clock.runFor(minutes * MINUTE);
      announcements.push(await statusOf(page));
    }
    expect(announcements.map((text) => text?.match(/\d+ \w+/)?.[0])).toEqual([
      undefined,
      '5 dakika',
      '1 dakika',
      '30 saniye',
    ]);
    expect(await page.locator('#left').textContent()).toBe('Kalan süre: 00:15');
    await page.close();
  });

  it('the buyer extends the deadline as often as the page allows, and the input stays', async () => {
    const page = await openWithClock();
    await fillCard(page);
    for (let time = 0; time < 10; time += 1) {
      await page.clock.runFor(26 * MINUTE);
      server().pages.set('/after-post', paymentForm(formView('tr')));
      await page.locator('#extend').click();
      await page.locator('#clock').waitFor({ state: 'hidden' });
      expect(await statusOf(page)).toBe('Süre uzatıldı.');
    }
    expect(server().posts.map((post) => post.toString())).toEqual(Array(10).fill('extend=yes'));
    expect(await textIn(page, 'cardNumber')).toBe('5528 7900 0000 0008');
    expect(server().gets).toEqual([FORM_PATH]);
    // The button is removed when no extension is left.
    await page.clock.runFor(26 * MINUTE);
    server().pages.set('/after-post', paymentForm(formView('tr', { canExtend: false })));
    await page.locator('#extend').click();
    await page.locator('#clock').waitFor({ state: 'hidden' });
    await page.clock.runFor(26 * MINUTE);
    expect(await page.locator('#clock').isVisible()).toBe(true);
    expect(await page.locator('#extend').isVisible()).toBe(false);
    await page.close();
  });

  it('the form keeps its input at the end of the deadline, and its button leads to the shop', async () => {
    const page = await openWithClock();
    await fillCard(page);
    await page.clock.runFor(31 * MINUTE);
    expect(await page.locator('#pay').isVisible()).toBe(false);
    const way = page.locator('a.button');
    expect([await way.innerText(), await way.getAttribute('target')]).toEqual(['Mağazaya dön', '_top']);
    expect(await page.locator('#clock').innerText()).toContain('Bu sayfanın süresi doldu');
    expect(await statusOf(page)).toContain('siparişinizin durumuna bakabilirsiniz');
    await page.locator('#cvv').press('Enter');
    expect(await textIn(page, 'cardNumber')).toBe('5528 7900 0000 0008');
    expect([server().gets, server().posts]).toEqual([[FORM_PATH], []]);
    await page.close();
  });

  it('an extension that does not arrive is reported, and can be repeated', async () => {
    const page = await openWithClock();
    await page.clock.runFor(26 * MINUTE);
    await page.context().setOffline(true);
    await page.locator('#extend').click();
    await page.locator('#status', { hasText: 'Süre uzatılamadı.' }).waitFor({ state: 'attached' });
    await page.clock.runFor(1000);
    expect(await page.locator('#left').innerText()).toContain('Süre uzatılamadı.');
    await page.context().setOffline(false);
    server().pages.set('/after-post', paymentForm(formView('tr')));
    await page.locator('#extend').click();
    await page.locator('#clock').waitFor({ state: 'hidden' });
    await page.close();
  });

  it('a page that has ended is shown instead of an extension', async () => {
    const page = await openWithClock();
    await page.clock.runFor(26 * MINUTE);
    server().pages.set('/after-post', PAID);
    server().pages.set(FORM_PATH, PAID);
    await page.locator('#extend').click();
    await page.locator('[data-state=paid]').waitFor();
    await page.close();
  });

  it('the deadline is shown and extended by a button of the form without scripts', async () => {
    server().pages.set(FORM_PATH, paymentForm(formView('tr')));
    server().posts.length = 0;
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(server().address + FORM_PATH);
    expect(await page.locator('#clock').innerText()).toContain('Son ödeme zamanı: 20 Kasım 12:30');
    await page.locator('#ownerName').fill('Ayşe Yılmaz');
    await page.locator('button[name=extend]').click();
    await page.waitForLoadState();
    expect(server().posts.map((post) => [post.get('extend'), post.get('ownerName')])).toEqual([
      ['yes', 'Ayşe Yılmaz'],
    ]);
    await page.close();
  });
});
