// The form on small screens, with large letters and wide spacing, and in the colours that a buyer forces.
import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { formView } from '../../page/every-page.ts';
import { startFormPage } from '../driver/form-page.ts';

const { open, server } = startFormPage();

const CHOICES = {
  installmentCounts: [1, 2, 3, 6, 9, 12],
  canSaveCard: true,
  savedCards: [
    {
      id: 'a',
      cardAlias: 'Maaş kartım',
      maskedCardNumber: '552879******0008',
      cardAssociation: 'MASTERCARD',
      needsCvv: true,
    },
  ],
} as const;

/** The spacing of WCAG 1.4.12, as buyers set it with their own style sheet. */
const SPACED = `for (const element of document.querySelectorAll('body *')) Object.assign(element.style, {
  lineHeight: '1.5', letterSpacing: '.12em', wordSpacing: '.16em' })`;
const CUT = `[...document.querySelectorAll('button, label, p, h1, h2, li, dd, dt, .money')]
  .filter((element) => element.checkVisibility() && !element.closest('.unseen'))
  .filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < 0 || right > innerWidth + 1;
  }).map((element) => element.outerHTML.slice(0, 80))`;

describe('the form on a phone', () => {
  it('the form on a phone has fields of at least 16 pixels, without zoom, and asks for digits', async () => {
    const { page } = await open({}, { viewport: { width: 390, height: 700 }, hasTouch: true });
    for (const id of ['cardNumber', 'expiry', 'cvv', 'ownerName']) {
      const field = page.locator(`#${id}`);
      const size = await page.evaluate<string>(`getComputedStyle(document.getElementById('${id}')).fontSize`);
      expect(Number.parseFloat(size), id).toBeGreaterThanOrEqual(16);
      expect(await field.getAttribute('inputmode'), id).toBe(id === 'ownerName' ? null : 'numeric');
    }
    await page.close();
  });

  it.each([256, 320])(
    'the form on a phone of %i pixels cuts nothing off, also with the widest spacing',
    async (width) => {
      const { page } = await open(CHOICES, { viewport: { width, height: 640 } });
      expect(await page.evaluate(CUT)).toEqual([]);
      await page.locator('#saved-new').check();
      await page.evaluate(SPACED);
      expect(await page.evaluate(CUT)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.close();
    },
  );

  it('expiry and CVV stand beside each other in a frame of 328 pixels', async () => {
    const { page } = await open({}, { viewport: { width: 328, height: 640 } });
    const topOf = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.y;
    expect(await topOf('cvv')).toBe(await topOf('expiry'));
    await page.close();
  });

  it.each([320, 360])(
    'labels and counts take one line each on a phone of %i pixels, the labels also in a wide font',
    async (width) => {
      const { page } = await open({}, { viewport: { width, height: 640 } });
      for (const language of ['tr', 'en'] as const) {
        const { installmentCounts } = CHOICES;
        server().pages.set('/counts', paymentForm(formView(language, { installmentCounts })));
        await page.goto(`${server().address}/counts`);
        const wrapped = async (parts: string) =>
          await page.evaluate<string[]>(`[...document.querySelectorAll('${parts}')]
            .filter((part) => part.getClientRects().length > 0 && part.offsetHeight > 30)
            .map(({ innerText }) => innerText)`);
        expect(await wrapped('label[for], .chip b')).toEqual([]);
        // Of the fonts that systems bring, the widest are a third wider than that of the tests.
        await page.evaluate(`for (const label of document.querySelectorAll('label[for]'))
          label.style.letterSpacing = '.15em'`);
        expect(await wrapped('label[for]')).toEqual([]);
      }
      await page.close();
    },
  );

  it('the form on a phone shows the logo of the shop no taller than its name and amount need', async () => {
    const face = { logo: { address: '/logo.png', width: 128, height: 128 } };
    const { page } = await open({ face }, { viewport: { width: 320, height: 568 } });
    expect(await page.locator('.logo').boundingBox()).toMatchObject({ width: 40, height: 40 });
    await page.close();
  });

  it('the form on a phone shows its edges and the chosen option in forced colours', async () => {
    const { page } = await open(CHOICES, { forcedColors: 'active' });
    const edgeOf = async (selector: string) =>
      await page.evaluate<{ width: number; isSeen: boolean }>(`(() => {
        const style = getComputedStyle(document.querySelector('${selector}'));
        const isSeen = style.borderTopColor !== style.backgroundColor;
        return { width: parseFloat(style.borderTopWidth), isSeen };
      })()`);
    await page.locator('#saved-new').check();
    for (const selector of ['#cardNumber', '#expiry', '#cvv', '#ownerName', '#pay'])
      expect(await edgeOf(selector), selector).toMatchObject({ width: 1, isSeen: true });
    const [chosen, other] = [await edgeOf('#saved-new'), await edgeOf('[value=a]')];
    expect(chosen.width).toBeGreaterThan(other.width + 2);
    expect([chosen.isSeen, other.isSeen]).toEqual([true, true]);
    await page.close();
  });
});
