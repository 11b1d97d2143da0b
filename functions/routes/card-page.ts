// Pages on which a buyer gives a card: the merchant's two calls, and the page as the buyer's browser and bank
// use it. Their functions are separate from those of payment pages, which must have no access to recurring
// payments.
import type { RouteRow } from './route.ts';

/** The rows of a charge: a card page charges the open period of its recurring payment. */
const CHARGED_ROWS = [
  'merchant',
  'hosted-page',
  'payment',
  'customer',
  'card',
  'recurring-payment',
  'card-tries',
  'merchant-hold',
  'address-decline',
  'range-decline',
  'bank',
] as const;
const RETURN_NEEDS = [
  'table:get',
  'table:get-many',
  'table:put',
  'table:update',
  'index:list',
  'merchant-key',
  'acquirer',
  'schedule:plan',
] as const;

export const CARD_PAGE_ROUTES: readonly RouteRow[] = [
  {
    method: 'POST',
    path: '/api/customer/{id}/addcardlink',
    file: 'customer/add-card-link',
    scope: 'cards',
    summary: 'Create a page on which a customer adds a card',
    description: [
      'Creates a hosted page on which the customer gives a card and agrees that it is stored.',
      'The issuer verifies the buyer if your setting asks for 3-D Secure. No money is taken.',
      'The page works for one card. Without return addresses it ends without a way back to the shop.',
      'It can be closed like the page of an order.',
    ],
    returns: { status: 201, object: 'CreatedHostedPage', what: 'the token and address of the page' },
    rejections: ['CONCURRENT_UPDATE', 'CUSTOMER_NOT_FOUND'],
    needs: ['table:get', 'table:put'],
    rows: ['hosted-page', 'customer', 'idempotency'],
    impact: 'Merchants cannot ask a customer for a card to store.',
  },
  {
    method: 'POST',
    path: '/api/RecurringPayment/{id}/updatelink',
    file: 'recurring-payment/update-link',
    scope: 'recurring',
    summary: 'Create a page on which the customer updates the card',
    description: [
      'Creates a hosted page on which the customer gives another card for the recurring payment.',
      'The issuer verifies the buyer if your setting asks for 3-D Secure.',
      'A period that is unpaid is charged at once, with the buyer there: at most one sale, as always.',
      'The page works for one card; if the bank declines the charge, the buyer may give another one.',
    ],
    returns: { status: 201, object: 'CreatedHostedPage', what: 'the token and address of the page' },
    rejections: ['CONCURRENT_UPDATE', 'RECURRING_PAYMENT_NOT_FOUND', 'RECURRING_PAYMENT_INVALID_STATE'],
    needs: ['table:get', 'table:put'],
    rows: ['hosted-page', 'recurring-payment', 'idempotency'],
    impact: 'Merchants cannot ask a customer for another card: the recurring payment stays unpaid.',
  },
  {
    method: 'GET',
    path: '/card/{token}',
    file: 'card-page/form',
    audience: 'buyer',
    summary: 'Show the page for a card',
    description: [
      'Returns the page on which the buyer gives a card, or what became of it.',
      'Opening a page changes nothing. A page that has expired or was closed returns 410.',
    ],
    needs: ['table:get'],
    rows: ['merchant', 'hosted-page', 'customer', 'card', 'recurring-payment'],
    impact: 'Buyers cannot see the form on which they add or update a card.',
  },
  {
    method: 'POST',
    path: '/card/{token}',
    file: 'card-page/submit',
    audience: 'buyer',
    summary: 'Submit the form for a card',
    description: [
      'Verifies the buyer’s card, or sends the buyer to the issuer’s 3-D Secure page first, and stores it.',
      'A form is valid for one submit: submitting it again stores nothing and shows the current state.',
      'An unpaid period of the recurring payment is charged at once, at most once.',
      'With `extend=yes` nothing is stored: the deadline of an open page is moved, ten times at most.',
    ],
    needs: [...RETURN_NEEDS, 'table:query', 'index:status', 'card:seal', 'card:renew', 'sign'],
    rows: CHARGED_ROWS,
    impact: 'Buyers cannot add or update a card on a page.',
  },
  {
    method: 'GET',
    path: '/card/{token}/leave',
    file: 'card-page/leave',
    audience: 'buyer',
    summary: 'Return from the page for a card to the shop',
    description: [
      'Redirects the buyer to the shop, with the signed result of the page.',
      'Without a return address, or while issuer or bank are asked, the buyer is sent back to the page.',
    ],
    needs: ['table:get', 'sign'],
    rows: ['merchant', 'hosted-page', 'recurring-payment'],
    impact: 'Buyers cannot return from a page for a card to the shop by its button.',
  },
  {
    method: 'POST',
    path: '/card/{token}/3d',
    file: 'card-page/three-d',
    audience: 'buyer',
    summary: 'Continue with a card after 3-D Secure',
    description: [
      'The bank sends the buyer’s browser here with the issuer’s result about the card.',
      'It counts only if it is the bank’s answer to the form that was sent; otherwise nothing changes.',
      'Always returns a page: the bank’s content policy would block a redirect.',
    ],
    needs: [...RETURN_NEEDS, 'sign'],
    rows: CHARGED_ROWS,
    impact: 'Buyers who return from their bank’s 3-D Secure page cannot add or update a card.',
  },
  {
    method: 'POST',
    path: '/card/{token}/3d/callback',
    file: 'card-page/three-d-callback',
    audience: 'buyer',
    summary: 'Receive the 3-D Secure result about a card from the bank',
    description: [
      'The bank’s server posts the issuer’s result here, even if the buyer’s browser never comes back.',
      'Browser and server may both deliver the result: it leads to one stored card and at most one sale.',
      'Always returns the text `Approved`, as the bank expects.',
    ],
    needs: RETURN_NEEDS,
    rows: CHARGED_ROWS,
    impact:
      'Buyers who close the bank’s 3-D Secure page too early have not given a card, although they confirmed.',
  },
  {
    method: 'POST',
    path: '/card/{token}/3d/cancel',
    file: 'card-page/three-d-cancel',
    audience: 'buyer',
    summary: 'Abandon 3-D Secure for a card and start over',
    description: [
      'Ends the attempt of a buyer who has lost the bank’s 3-D Secure page, and shows the form again.',
      'A result that the bank delivers later stores no card.',
    ],
    needs: ['table:get', 'table:put', 'table:update'],
    rows: ['hosted-page', 'address-decline'],
    impact:
      'Buyers who have lost their bank’s 3-D Secure page wait a quarter of an hour before they can retry.',
  },
];
