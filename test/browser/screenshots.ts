// Takes the pictures in docs/screenshots: `node test/browser/screenshots.ts`. They show the pages as they are
// rendered from the code, so they are taken anew whenever a page changes its looks.
import { mkdir } from 'node:fs/promises';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { challengePage, verifyingPage } from '#page/challenge.ts';
import type { Html } from '#page/html.ts';
import * as outcome from '#page/outcome.ts';
import { paymentForm } from '#page/payment-form.ts';
import { FIELD_ERRORS, type Language } from '#page/texts.ts';
import { shopPage } from '../../lib/local/shop/shop-page.ts';
import { shopSuccessPage } from '../../lib/local/shop/shop-result.ts';
import { formView, NONCE } from '../page/every-page.ts';
import { launchBrowser, openStage } from './chromium.ts';

const REFERENCE = 'PAY-01KAD4Q8ZV6W3K5N7R9T2X4Y6B';
const entered = { ownerName: 'Ayşe Yılmaz', expiryMonth: '09', expiryYear: '29' };
const back = (language: Language) =>
  ({ language, cspNonce: NONCE, merchantName: 'Kahve Dükkânı', returnUrl: 'https://shop.example/' }) as const;

const PAGES: Record<string, (language: Language) => Html> = {
  form: (language) => paymentForm(formView(language)),
  errors: (language) => {
    const { cardNumberInvalid, cvvRequired } = FIELD_ERRORS[language];
    const errors = [
      { field: 'cardNumber', text: cardNumberInvalid },
      { field: 'cvv', text: cvvRequired },
    ] as const;
    return paymentForm(formView(language, { entered, errors }));
  },
  declined: (language) => {
    const decline = buyerSentence('NOT_SUFFICIENT_FUNDS', language);
    return paymentForm(formView(language, { entered, decline, attemptsLeft: 4 }));
  },
  installments: (language) => paymentForm(formView(language, { installmentCounts: [1, 2, 3, 6, 9] })),
  'saved-cards': (language) => {
    const [alias, other] = language === 'tr' ? ['Maaş kartım', 'Tatil'] : ['Salary', 'Travel'];
    const savedCards = [
      { id: 'a', cardAlias: alias, maskedCardNumber: '552879******0008', cardAssociation: 'MASTERCARD' },
      { id: 'b', cardAlias: other, maskedCardNumber: '460345******0000', cardAssociation: 'VISA' },
    ] as const;
    return paymentForm(formView(language, { savedCards }));
  },
  challenge: (language) =>
    challengePage({
      language,
      cspNonce: NONCE,
      merchantName: 'Kahve Dükkânı',
      action: 'https://shop.example/gate',
      fields: {},
    }),
  verifying: (language) =>
    verifyingPage({
      language,
      cspNonce: NONCE,
      merchantName: 'Kahve Dükkânı',
      address: '/iframe/HST-x',
    }),
  checking: (language) => outcome.beingChecked({ language, cspNonce: NONCE, merchantName: 'Kahve Dükkânı' }),
  paid: (language) =>
    outcome.paid({
      ...back(language),
      orderNumber: 'SIPARIS-1042',
      amount: { amountMinor: 123_450, currency: 'TRY' },
      maskedCardNumber: '552879******0008',
      paymentReferenceNumber: REFERENCE,
    }),
  expired: (language) => outcome.expired(back(language)),
  shop: (language) =>
    shopPage({
      language,
      cspNonce: NONCE,
      sandboxCards: [
        { number: '5528790000000008', description: language === 'tr' ? 'Onaylanır' : 'Approved' },
      ],
    }),
  'shop-success': (language) =>
    shopSuccessPage({
      language,
      cspNonce: NONCE,
      orderNumber: 'SIPARIS-1042',
      status: 'Successful',
      paymentReferenceNumber: REFERENCE,
      isSignatureValid: true,
      baseUrl: 'http://localhost:3000',
      apiKey: 'psk_test_…',
    }),
};

const FOLDER = new URL('../../docs/screenshots/', import.meta.url);
await mkdir(FOLDER, { recursive: true });
const stage = await openStage();
const browser = await launchBrowser();
const looks = [
  { device: 'phone', viewport: { width: 390, height: 844 }, language: 'tr', colorScheme: 'light' },
  { device: 'phone', viewport: { width: 390, height: 844 }, language: 'en', colorScheme: 'dark' },
  { device: 'desktop', viewport: { width: 1280, height: 800 }, language: 'tr', colorScheme: 'dark' },
  { device: 'desktop', viewport: { width: 1280, height: 800 }, language: 'en', colorScheme: 'light' },
] as const;
for (const { device, language, ...options } of looks) {
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
  // The page on the way to the bank would be gone before its picture is taken.
  await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
  for (const [name, make] of Object.entries(PAGES)) {
    stage.pages.set(`/${name}`, make(language));
    await page.goto(`${stage.address}/${name}`);
    const file = new URL(`${name}-${device}-${language}-${options.colorScheme}.png`, FOLDER);
    await page.screenshot({ path: file.pathname, fullPage: true });
  }
  await page.close();
}
await browser.close();
stage.close();
