// The largest pages that the limits of the API allow: every text of its maximum length, the most products,
// stored cards and installment counts, and an error in every field.
import type { Language } from '#domain/language.ts';
import { cardForm } from '#page/card-page/card-form.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import type { SavedCardView } from '#page/form/saved-cards.ts';
import type { Html } from '#page/html.ts';
import { beingChecked, failedFinally, paid } from '#page/outcome/outcome.ts';
import type { Face } from '#page/shop-face.ts';
import { FIELD_ERRORS, TEXTS } from '#page/texts.ts';
import { cardFormView, formView, NONCE, receiptView } from './every-page.ts';

const TOKEN = `HST-${'x'.repeat(43)}`;

const address = (name: string) => `https://shop.example.com/${name}`.padEnd(255, 'abcdefghij-klmno/');
const LARGEST_FACE: Face = {
  color: '#0b1f3a',
  logo: {
    address: `https://pay.example.com/iframe/logo-1024x1024-${'0'.repeat(32)}`,
    width: 1024,
    height: 1024,
  },
  supportEmail: `${'destek'.repeat(10)}@shop.example.com`,
  supportPhone: '+90 (850) 222-00-00 00',
  supportUrl: address('s'),
  termsUrl: address('t'),
  privacyUrl: address('p'),
};

const LARGEST_TEXT = { url: address('x'), version: '', digest: '' };

/** Returns the largest pages. `textOf` returns a text of this length. */
export function largestPages(language: Language, textOf: (length: number) => string): Record<string, Html> {
  const merchantName = textOf(100);
  const sentence = FIELD_ERRORS[language].cardBrandRefused;
  const shared = {
    merchantName,
    action: `https://pay.example.com/iframe/${TOKEN}`,
    formNonce: 'x'.repeat(22),
    cancelUrl: `https://pay.example.com/iframe/${TOKEN}/leave?language=${language}`,
    otherLanguageUrl: `https://pay.example.com/iframe/${TOKEN}?language=${language}`,
    frameOrigins: Array.from({ length: 5 }, (_, at) => `https://shop-${at}.example.com`),
    entered: { ownerName: textOf(100), expiry: textOf(20) },
    face: LARGEST_FACE,
  };
  const products = Array.from({ length: 100 }, (_, at) => ({
    id: String(at),
    name: textOf(200),
    amountMinor: 999_999_999,
    quantity: 99_999,
    discountMinor: 999_999_999,
  }));
  const receipt = { ...receiptView('x'.repeat(30)), orderNumber: textOf(64), products };
  const outcome = {
    language,
    cspNonce: NONCE,
    returnUrl: shared.cancelUrl,
    isTest: true,
    ...shared,
    receipt,
  };
  const form = {
    ...shared,
    orderNumber: textOf(64),
    products,
    shippingMinor: 99_999_999_999,
    distanceSale: { preliminaryInformation: LARGEST_TEXT, salesContract: LARGEST_TEXT },
    amountMinor: 99_000_000_000,
    savedCards: Array.from({ length: 10 }, (_, at) => savedCard(at, textOf(64), textOf(21))),
    canSaveCard: true,
    saveCardFor: 'recurring' as const,
    plans: FAMILIES.map((family, at) => ({ families: [family], offers: offersAt(at) })),
  };
  const fields = ['ownerName', 'cardNumber', 'expiry', 'cvv', 'installment'] as const;
  const errors = fields.map((field) => ({ field, text: sentence }));
  const decline = TEXTS[language].shopUnavailable;
  return {
    form: paymentForm(formView(language, form)),
    wrongForm: paymentForm(formView(language, { ...form, errors })),
    declinedForm: paymentForm(formView(language, { ...form, decline, attemptsLeft: 1 })),
    cardForm: cardForm(
      cardFormView(language, {
        ...shared,
        purpose: 'UpdateCard',
        subscriptionName: textOf(100),
        due: { amountMinor: 99_999_999_999, currency: 'TRY' },
        decline,
        errors: [...errors.slice(0, 4), { field: 'consent', text: sentence }],
      }),
    ),
    beingChecked: beingChecked(outcome),
    paid: paid(outcome),
    failedFinally: failedFinally({ ...outcome, decline }),
  };
}

/** Different rates, so that no two families share their rows. */
const FAMILIES = [
  'Bankkart Combo',
  'Sağlam Kart',
  'CardFinans',
  'Bonus',
  'World',
  'Axess',
  'Maximum',
  'Paraf',
];
const offersAt = (family: number) =>
  [1, 2, 3, 6, 9, 12].map((count) => {
    const surchargeMinor = count === 1 ? 0 : count * (family + 1) * 1_234_567;
    return { count, chargedMinor: 99_000_000_000 + surchargeMinor, surchargeMinor };
  });

const savedCard = (at: number, cardAlias: string, bankName: string): SavedCardView => ({
  id: `01890000-0000-7000-8000-${String(at * 1e9).padStart(12, '0')}`,
  cardAlias,
  maskedCardNumber: `552879******${1000 + at * 7}`,
  cardAssociation: 'MASTERCARD',
  bankName,
  needsCvv: true,
});
