// The layout holds in a language of long words and in one that is read from right to left.
import { beforeAll, expect, it } from 'vitest';
import type { Language } from '#domain/language.ts';
import * as tables from '#page/texts.ts';
import { everyPage } from '../page/every-page.ts';
import * as ar from '../page/language/ar.ts';
import * as de from '../page/language/de.ts';
import { startBrowserAndPageServer } from './driver/browser.ts';
import { layoutFaults, violations } from './driver/page-faults.ts';

const { newPage, server } = startBrowserAndPageServer();

/** As if the languages were offered. The modules are those of this file alone. */
beforeAll(() => {
  for (const [language, table] of Object.entries({ de, ar })) {
    Object.assign(tables.FORMATS, { [language]: table.format });
    Object.assign(tables.TEXTS, { [language]: table.texts });
    Object.assign(tables.FLOW_TEXTS, { [language]: table.flow });
    Object.assign(tables.FIELD_ERRORS, { [language]: table.fieldErrors });
    Object.assign(tables.BUYER_SENTENCES, { [language]: table.sentences });
    Object.assign(tables.CARD_TEXTS, { [language]: table.cardTexts });
    Object.assign(tables.SHOP_LABELS, { [language]: table.shopLabels });
    Object.assign(tables.INSTALLMENT_TEXTS, { [language]: table.installments });
  }
});

const FORMS = ['installmentForm', 'savedCardsForm', 'facedForm', 'declinedForm', 'cardForm'];
const OTHERS = ['challengeForm', 'verifyingForm', 'beingChecked', 'paid', 'problem'];

it.each(['de', 'ar'])(
  'the pages in %s are accessible, and nothing scrolls sideways on a phone',
  async (name) => {
    const page = await newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
    await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
    const pages = everyPage(name as Language);
    for (const view of [...FORMS, ...OTHERS]) {
      server().pages.set(`/${view}`, pages[view] ?? '');
      await page.goto(`${server().address}/${view}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(name);
      expect([view, await violations(page), await layoutFaults(page)]).toEqual([view, [], []]);
    }
    await page.close();
  },
);

it('in Arabic the page is mirrored, and digits of the card are not', async () => {
  const page = await newPage({ viewport: { width: 360, height: 740 } });
  server().pages.set('/form', everyPage('ar' as Language)['installmentForm'] ?? '');
  await page.goto(`${server().address}/form`);
  const boxOf = async (selector: string) => await page.locator(selector).first().boundingBox();
  const startOf = async (selector: string) => {
    const box = await boxOf(selector);
    return 360 - ((box?.x ?? 0) + (box?.width ?? 0));
  };
  // The expiry and the single payment come first, on the right.
  expect((await boxOf('#expiry'))?.x).toBeGreaterThan((await boxOf('#cvv'))?.x ?? 360);
  expect(await startOf('.chip')).toBeLessThan(40);
  // A number begins on the left, so its logos stay on the right.
  expect((await boxOf('.brands'))?.x).toBeGreaterThan(180);
  await page.locator('#cardNumber').pressSequentially('5528790000000008');
  expect(await page.locator('#cardNumber').inputValue()).toBe('5528 7900 0000 0008');
  expect(
    await page.locator('#cardNumber').evaluate('getComputedStyle(document.activeElement).direction'),
  ).toBe('ltr');
  await page.close();
});
