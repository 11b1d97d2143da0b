// The pages that a buyer sees in the demo shop, before and after a payment.
import type { Language } from '#domain/language.ts';
import type { Html } from '#page/html.ts';
import { SANDBOX_CARDS } from '../../lib/bank/sandbox-cards.ts';
import type { Account } from '../../lib/demo/shop/account.ts';
import { accountPage } from '../../lib/demo/shop/account-page.ts';
import type { SceneEvidence } from '../../lib/demo/shop/scenes.ts';
import { shopPage, shopReturnPage } from '../../lib/demo/shop/shop-pages.ts';
import type { Return } from '../../lib/demo/shop/verified-result.ts';
import { NONCE } from './every-page.ts';

export type BuyerView = {
  title: string;
  show: (language: Language) => Html | string;
  /** A card number that the buyer has typed. */
  typed?: string;
  /** The layer that the form shows over itself once it is sent. */
  over?: (language: Language) => Html;
};

export const PLACE = { reference: 'PAY-01KAD4Q8ZV6W3K5N7R9T2X4Y6B', address: '/iframe/HST-x' };

const sandboxCards = (language: Language) =>
  SANDBOX_CARDS.map(({ number, description }) => ({ number, description: description[language] }));
const order = {
  orderNumber: 'SIPARIS-1042',
  amount: 425,
  currency: 'TRY',
  productId: 'kahve',
  hostedPageUrl: PLACE.address,
  startedAtMs: 0,
  calls: new Set<string>(),
} as const;
type Result = Extract<Return, { kind: 'verified' }>['result'];

/** A return to the demo shop with a verified result. */
export const verifiedReturn = (
  status: Result['status'],
  more: Partial<Result> = {},
): Extract<Return, { kind: 'verified' }> => ({
  kind: 'verified',
  order,
  result: {
    iss: '',
    aud: '',
    jti: '',
    iat: 0,
    exp: 600,
    page: '',
    status,
    orderNumber: order.orderNumber,
    amount: order.amount,
    currency: order.currency,
    chargedAmount: order.amount,
    paymentReferenceNumber: null,
    errorCode: null,
    ...more,
  },
});
const BODY = `POST /api/payment/hostedpage
{
  "orderNumber": "SIPARIS-1042",
  "amount": 425,
  "currency": "TRY"
}`;
/** What the shop shows beside an order without a webhook; the bank's books only after a payment. */
const evidenceOf = ({ orderNumber, paymentReferenceNumber: reference, status }: Result): SceneEvidence => ({
  orderNumber,
  calls: [
    BODY,
    ...(reference === null
      ? []
      : [`curl -H 'X-Api-Key: psk_test_…' http://localhost:3000/api/payment/${reference}`]),
  ],
  events: undefined,
  ledger: status === 'Successful' ? '20.11.2026 12:00:00 · 00 · 425,00' : undefined,
});
const shopReturn = (returned: Return) => (language: Language) =>
  shopReturnPage({
    language,
    cspNonce: NONCE,
    returned,
    ...(returned.kind !== 'refused' && { shown: evidenceOf(returned.result) }),
  });
const paid = verifiedReturn('Successful', { paymentReferenceNumber: PLACE.reference });
const failed = verifiedReturn('Failed', {
  paymentReferenceNumber: PLACE.reference,
  errorCode: 'DO_NOT_HONOUR',
});

export const SHOP: BuyerView = {
  title: 'The demo shop',
  show: (language) =>
    shopPage({
      language,
      cspNonce: NONCE,
      sandboxCards: sandboxCards(language).slice(0, 6),
      settings: {},
    }),
};

const CUSTOMER = '01890000-0000-7000-8000-000000000001';
const payment = {
  paymentReferenceNumber: PLACE.reference,
  orderNumber: 'SIPARIS-1042',
  currency: 'TRY' as const,
  maskedCardNumber: '552879******0008',
  cardStorageId: 'a',
  customerId: CUSTOMER,
};
const account = (language: Language) => ({
  subscriptions: [
    {
      id: 's',
      customerId: CUSTOMER,
      amount: 399,
      currency: 'TRY' as const,
      status: 'Active',
      subscriptionName: language === 'tr' ? 'Ayın kahvesi aboneliği' : 'Coffee of the month',
      nextPaymentDate: '2026-12-20T09:00:00.000Z',
      maskedCardNumber: '552879******0008',
    },
  ],
  payments: [
    {
      ...payment,
      amount: 809.5,
      chargedAmount: 858.07,
      installment: 6,
      status: 'Successful',
      refundableAmount: 858.07,
      createdAt: '2026-11-20T09:00:00.000Z',
    },
    {
      ...payment,
      amount: 189.9,
      chargedAmount: 189.9,
      installment: 1,
      status: 'FullyRefunded',
      refundableAmount: 0,
      createdAt: '2026-11-18T09:00:00.000Z',
    },
  ],
  cards: [
    {
      id: 'a',
      customerId: CUSTOMER,
      maskedCardNumber: '552879******0008',
      cardAssociation: 'MASTERCARD' as const,
    },
  ],
});

export const BACK_IN_SHOP: Record<string, BuyerView> = {
  'shop-paid': { title: 'Back in the shop, paid', show: shopReturn(paid) },
  'shop-failed': { title: 'Back in the shop, failed', show: shopReturn(failed) },
  'shop-unexpected': {
    title: 'Back in the shop, ordered by a call of the API',
    show: shopReturn({ ...paid, kind: 'unexpected' }),
  },
  'shop-cancelled': { title: 'Back in the shop, left', show: shopReturn(verifiedReturn('Cancelled')) },
  'shop-expired': { title: 'Back in the shop, expired', show: shopReturn(verifiedReturn('Expired')) },
  'shop-forged': {
    title: 'Back in the shop, forged',
    show: shopReturn({ kind: 'refused', reason: 'forged' }),
  },
  'shop-account': {
    title: 'The account in the demo shop',
    show: (language) =>
      accountPage({
        language,
        cspNonce: NONCE,
        account: account(language) as unknown as Account,
        isKnown: true,
      }),
  },
};
