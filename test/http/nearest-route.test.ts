// The route that a caller of a wrong path probably means (api.md 2.3).
import { expect, it } from 'vitest';
import { nearestRoute, segmentsOf } from '#routes/nearest-route.ts';
import { ROUTES } from '#routes.ts';

const MERCHANT_ROUTES = ROUTES.filter(({ audience }) => audience === 'merchant');

it.each([
  ['POST /customer', 'POST /api/customer'],
  ['GET /api/customers/0193', 'GET /api/customer/{id}'],
  ['PATCH /api/customer/0193', 'PUT /api/customer/{id}'],
  ['DELETE /api/customer', 'DELETE /api/customer/{id}'],
  ['POST /api/cards', 'POST /api/card'],
  ['GET /api/card', 'GET /api/card/query'],
  ['GET /api/cards', 'GET /api/card/query'],
  ['GET /api/customer/0193/cards', 'GET /api/card/query'],
  ['GET /api/customers/0193/card', 'GET /api/card/query'],
  ['DELETE /api/RecurringPayment/0193', 'POST /api/RecurringPayment/{id}/cancel'],
  ['POST /api/recurringpayment/0193/activate', 'POST /api/RecurringPayment/{id}/resume'],
  ['POST /api/RecurringPayment/0193/reactivate', 'POST /api/RecurringPayment/{id}/resume'],
  ['GET /api/RecurringPayment/0193/payments', 'GET /api/RecurringPayment/{id}/transactions'],
  ['GET /api/RecurringPayment/0193/charges', 'GET /api/RecurringPayment/{id}/transactions'],
  ['DELETE /api/payment', 'POST /api/Refund/cancellations'],
  ['DELETE /api/payment/PAY-01', 'POST /api/Refund/cancellations'],
  ['DELETE /api/payments/PAY-01', 'POST /api/Refund/cancellations'],
  ['POST /api/payment/PAY-01/cancel', 'POST /api/Refund/cancellations'],
  ['POST /api/payment/hosted-page', 'POST /api/payment/hostedpage'],
  ['POST /hostedpage', 'POST /api/payment/hostedpage'],
  ['POST /api/Refund/0193/aprove', 'POST /api/Refund/{id}/approve'],
  ['GET /api/Refund/approve', 'GET /api/Refund/{id}'],
  ['POST /api/Refund/cancellation', 'POST /api/Refund/cancellations'],
  ['GET /api/Refund/statistic', 'GET /api/Refund/statistics'],
  ['POST /api/recurring-payments', 'POST /api/RecurringPayment'],
  ['GET /api/RecurringPayment/0193/transaction', 'GET /api/RecurringPayment/{id}/transactions'],
  ['GET /api/v1/payment/PAY-01', 'GET /api/payment/{paymentReferenceNumber}'],
  ['GET /api/transactions', 'GET /api/payment'],
  ['POST /api/subscription', 'POST /api/RecurringPayment'],
  // Those of other providers.
  ['POST /payment/iyzipos/checkoutform/initialize/auth/ecom', 'POST /api/payment/hostedpage'],
  ['POST /payment/auth', 'POST /api/payment/hostedpage'],
  ['POST /payment/cancel', 'POST /api/Refund/cancellations'],
  ['POST /payment/refund', 'POST /api/Refund'],
  ['POST /cardstorage/card', 'POST /api/customer/{id}/addcardlink'],
  ['POST /v2/subscription/initialize', 'POST /api/RecurringPayment'],
  ['POST /v2/subscription/subscriptions/x1/cancel', 'POST /api/RecurringPayment/{id}/cancel'],
  ['POST /v2/subscription/card-update/checkoutform/initialize', 'POST /api/RecurringPayment/{id}/updatelink'],
  ['POST /payment/v1/checkout-payments/init', 'POST /api/payment/hostedpage'],
  ['POST /payment/v1/card-payments', 'POST /api/payment/hostedpage'],
  ['POST /payment/v1/refund-transactions', 'POST /api/Refund'],
  ['POST /craftlink/v1/products', 'POST /api/payment/hostedpage'],
  ['POST /odeme/api/get-token', 'POST /api/payment/hostedpage'],
  ['POST /odeme/iade', 'POST /api/Refund'],
  ['POST /v1/checkout/sessions', 'POST /api/payment/hostedpage'],
  ['POST /v1/payment_intents', 'POST /api/payment/hostedpage'],
  ['POST /v1/setup_intents', 'POST /api/customer/{id}/addcardlink'],
  ['POST /v1/payment_methods', 'POST /api/customer/{id}/addcardlink'],
  ['POST /v1/refunds', 'POST /api/Refund'],
  ['POST /v1/subscriptions', 'POST /api/RecurringPayment'],
  ['DELETE /v1/subscriptions/sub_1', 'POST /api/RecurringPayment/{id}/cancel'],
  ['POST /api/payment/hostedpage/3eb221ded0ed12fe/close', 'DELETE /api/payment/hostedpage/{token}'],
  ['POST /v1/checkout/sessions/cs_1/expire', 'DELETE /api/payment/hostedpage/{token}'],
  ['POST /v1/webhook_endpoints', 'POST /api/webhook'],
  ['GET /v1/payment_intents/pi_1', 'GET /api/payment/{paymentReferenceNumber}'],
  ['GET /v1/events', 'GET /api/event'],
  ['GET /v1/charges', 'GET /api/payment'],
  ['GET /api/charges', 'GET /api/payment'],
  ['GET /v1/charges/ch_1', 'GET /api/payment/{paymentReferenceNumber}'],
  ['POST /payment/detail', 'GET /api/payment/{paymentReferenceNumber}'],
  ['POST /v2/payment/detail', 'GET /api/payment/{paymentReferenceNumber}'],
  ['GET /v1/disputes', 'GET /api/order'],
  ['GET /api/chargeback', 'GET /api/order'],
  ['GET /v1/balance', 'GET /api/settlement'],
  ['POST /api/event/evt_1/resend', 'POST /api/webhook/{id}/replay'],
  ['POST /v1/events/evt_1/retry', 'POST /api/webhook/{id}/replay'],
  ['POST /api/webhook/0193/rotate', 'POST /api/webhook/{id}/secret'],
  ['DELETE /api/key/0193', 'POST /api/key/{id}/revoke'],
  ['POST /api/pay', 'POST /api/payment/hostedpage'],
  ['POST /api/orders', 'POST /api/payment/hostedpage'],
  ['POST /api/payment/iyzipos/checkoutform/initialize/auth/ecom', 'POST /api/payment/hostedpage'],
  ['POST /payment/iyzipos/checkoutform/auth/ecom/detail', 'GET /api/payment/{paymentReferenceNumber}'],
  ['POST /payment/3dsecure/initialize', 'POST /api/payment/hostedpage'],
  ['POST /v2/iyzilink/products', 'POST /api/payment/hostedpage'],
  ['POST /payment/iyzipos/installment', 'GET /api/installment'],
  ['POST /odeme/taksit-oranlari', 'GET /api/installment'],
  ['POST /payment/bin/check', 'GET /api/bin/{bin}'],
  ['POST /odeme/api/bin-detail', 'GET /api/bin/{bin}'],
  ['POST /odeme/durum-sorgu', 'GET /api/payment/{paymentReferenceNumber}'],
  ['POST /odeme/capi/list', 'GET /api/card/query'],
  ['POST /cardstorage/cards', 'GET /api/card/query'],
  ['POST /odeme/capi/delete', 'DELETE /api/card/{id}'],
  ['POST /payment/v1/cards/delete', 'DELETE /api/card/{id}'],
  ['GET /v1/customers/cus_1/payment_methods', 'GET /api/card/query'],
  ['GET /v1/customers/search', 'GET /api/customer'],
  ['GET /v1/subscriptions', 'GET /api/RecurringPayment'],
  ['GET /v1/subscriptions/sub_1', 'GET /api/RecurringPayment/{id}'],
  ['GET /v2/subscription/subscriptions', 'GET /api/RecurringPayment'],
  ['POST /v1/subscriptions/sub_1/resume', 'POST /api/RecurringPayment/{id}/resume'],
])('%s probably means %s', (sent, meant) => {
  const [method = '', path = ''] = sent.split(' ');
  const found = nearestRoute(method, segmentsOf(path), MERCHANT_ROUTES);
  expect(`${found?.method} ${found?.path}`).toBe(meant);
});

it('a route of ours is meant itself, also where others call one of ours by its words', () => {
  const own = { method: 'GET', path: '/api/customer/{id}/cards' } as const;
  const found = nearestRoute('GET', segmentsOf('/v1/api/customer/1/cards'), [...MERCHANT_ROUTES, own]);
  expect(found?.path).toBe(own.path);
});

it('of what has another verb none is nearest while a path of the verb is alike', () => {
  const verbs = ['GET', 'POST', 'PUT', 'DELETE'];
  const nouns = ['customers', 'payments', 'refunds', 'webhooks', 'cards', 'recurring-payments'];
  for (const method of verbs) {
    for (const noun of nouns) {
      const ended = method === 'PUT' || method === 'DELETE' ? `/api/${noun}/x1` : `/api/${noun}`;
      const found = nearestRoute(method, segmentsOf(ended), MERCHANT_ROUTES);
      const isOf = MERCHANT_ROUTES.some((route) => {
        const alike = segmentsOf(route.path)[1]?.toLowerCase() === noun.replace(/s$|-/g, '').toLowerCase();
        return alike && route.method === method;
      });
      // The page of a payment is closed by DELETE, which gives no money back.
      const isPaidBack = method === 'DELETE' && noun === 'payments';
      if (isOf && !isPaidBack) expect([method, ended, found?.method]).toEqual([method, ended, method]);
    }
  }
});

it('a path of a checkout never leads to a call that takes a card number', () => {
  const words = [
    'checkout',
    'pay',
    'charge',
    'sale',
    'payment',
    'odeme',
    'auth',
    '3d',
    'threeds',
    'pos',
    'cart',
    'card',
  ];
  for (const one of words) {
    for (const other of words) {
      for (const path of [
        `/${one}/${other}`,
        `/v1/${one}/${other}/init`,
        `/api/${one}-${other}`,
        `/${one}${other}`,
      ]) {
        if (!/check|pay|charge|sale|auth|odeme|3d|pos/.test(path)) continue;
        const found = nearestRoute('POST', segmentsOf(path), MERCHANT_ROUTES);
        const told = `${found?.method} ${found?.path}`;
        expect([path, told]).not.toEqual([
          path,
          expect.stringMatching(/^(?:POST|PUT) \/api\/card(?:\/\{id\})?$/),
        ]);
      }
    }
  }
});
