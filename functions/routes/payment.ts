// Payments: attempts to take money, and their outcomes.
import { MOST_SEARCH_DAYS, MOST_STATISTICS_DAYS, STATISTICS_DAYS } from '#domain/limits.ts';
import type { RouteRow } from './route.ts';

export const PAYMENT_ROUTES: readonly RouteRow[] = [
  {
    method: 'GET',
    path: '/api/payment',
    file: 'payment/list',
    scope: 'payments:read',
    ownScope: 'payments',
    summary: 'List payments',
    description: [
      'Returns payments, newest first, filtered by order number, status, customer, card and more.',
      'With `by`: `paidAt` only those whose money was taken, put in order and limited by that instant.',
      'What a person can say of a payment finds it too: the last four digits of the card, the ' +
        `authorization code, the bank’s number, within a span of ${MOST_SEARCH_DAYS} days.`,
      'A payment is one attempt to take money: an order can have several, of which at most one succeeds.',
    ],
    returns: { status: 200, object: 'Payment', isList: true, what: 'payments' },
    rejections: ['CURSOR_INVALID'],
    needs: ['table:get-many', 'index:list', 'index:status', 'index:lookup'],
    rows: ['payment'],
    impact: 'Merchants cannot list their payments.',
  },
  {
    method: 'GET',
    path: '/api/payment/{paymentReferenceNumber}',
    file: 'payment/show',
    scope: 'payments:read',
    ownScope: 'payments',
    summary: 'Retrieve a payment',
    description: [
      'Returns a payment and `refundableAmount`, the amount that can still be refunded.',
      '`Processing` means that the bank’s answer is not known yet; the service goes on asking.',
      '`waitingFor` and `nextCheckAt` say if a bank or a person is awaited, and when the bank is asked next.',
    ],
    returns: { status: 200, object: 'Payment', what: 'the payment' },
    rejections: ['PAYMENT_NOT_FOUND'],
    needs: ['table:get'],
    rows: ['payment'],
    impact: 'Merchants cannot look up a payment.',
  },
  {
    method: 'GET',
    path: '/api/payment/statistics',
    file: 'payment/statistics',
    scope: 'payments:read',
    summary: 'Retrieve sales statistics',
    description: [
      'Returns counts and amounts of payments by currency and status, for calendar days in Istanbul.',
      `The period is the last ${STATISTICS_DAYS} days if no dates are given, and ` +
        `${MOST_STATISTICS_DAYS} days at most.`,
      'A payment counts on the day on which it was paid, or on which it was begun if it failed.',
      'The funnel counts the steps of buyers on hosted pages, also by `variant` of the page and by card.',
    ],
    returns: { status: 200, object: 'PaymentStatistics', what: 'the statistics' },
    rejections: [],
    needs: ['table:get', 'table:query'],
    rows: ['payment-counts', 'feed'],
    impact: 'Merchants cannot see sales statistics.',
  },
];
