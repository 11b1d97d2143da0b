import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { nearestRoute, segmentsOf } from '#routes/nearest-route.ts';
import { ROUTES } from '#routes.ts';
import { handler } from '#unknown-route.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { customersOf } from '../endpoints/customer/customers.ts';
import { CARDS, startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { api, payOrder } = harness;
const MERCHANT_ROUTES = ROUTES.filter(({ audience }) => audience === 'merchant');

describe('a path that differs only in case or by a trailing slash', () => {
  it('the answer is 308 to the route, with its query, for every method and without a key', async () => {
    const moved = await api('GET', '/api/refund/?status=Pending&description=a%20b%26c%2F%C5%9F&limit=5', {
      key: null,
    });
    expectRejection(moved, { code: 'ROUTE_MOVED', facts: ['location'], nearestRoute: 'GET /api/Refund' });
    const location = '/api/Refund?status=Pending&description=a+b%26c%2F%C5%9F&limit=5';
    expect([moved.headers['location'], moved.json.data]).toEqual([
      location,
      expect.objectContaining({ location, nearestRoute: 'GET /api/Refund' }),
    ]);
    for (const [method, path, to] of [
      ['POST', '/API/CUSTOMER/', '/api/customer'],
      ['PUT', '/api/Card/AbC', '/api/card/AbC'],
      ['DELETE', '/api/Webhook/1//', '/api/webhook/1'],
      ['POST', '/api/refund/%C5%9F%2e%0d%0a/APPROVE', '/api/Refund/%C5%9F.%0D%0A/approve'],
      ['GET', '/api/payment/HostedPage/HST-aB', '/api/payment/hostedpage/HST-aB'],
      ['GET', '/api/PAYMENT/hostedpage', '/api/payment/hostedpage'],
    ] as const) {
      const answer = await api(method, path, { key: null, ...(method !== 'GET' && { body: { any: 1 } }) });
      expect([path, answer.status, answer.headers['location']]).toEqual([path, 308, to]);
    }
  });

  it('a path or query with card data or an API key leads nowhere and is repeated nowhere', async () => {
    const number = CARDS.approvedVisa;
    const spelt = [
      number,
      number.replaceAll(/(.{4})(?=.)/g, '$1 '),
      number.replaceAll(/(.{4})(?=.)/g, '$1-'),
    ];
    for (const secret of [...spelt, CARDS.amex, 'cvv 123', harness.merchant.apiKey]) {
      const written = encodeURIComponent(secret);
      for (const path of [
        ...[`/api/Customer/${written}`, `/api/BIN/${written}/`, `/api/card/Query?alias=${written}`],
        ...[
          `/api/refund/?orderNumber=${written}`,
          `/api/refund/?${written}=1`,
          `/api/refund/?a=%25${written}`,
        ],
      ]) {
        const answer = await api('GET', path);
        expect([path, answer.status, answer.headers['location']]).toEqual([path, 404, undefined]);
        expect(answer.json.errorCode).toBe('ROUTE_NOT_FOUND');
        const told = `${answer.text}${JSON.stringify(answer.headers)}`.replace(/[\s-]/g, '');
        expect(told).not.toContain(secret.replace(/[\s-]/g, ''));
      }
    }
    const id = '01890000-4603-7450-8000-000000000000';
    expect((await api('GET', `/api/Customer/${id}`)).headers['location']).toBe(`/api/customer/${id}`);
  });

  it('a literal path that the id of another route takes is led to its own route', async () => {
    const taken = MERCHANT_ROUTES.filter(({ method, path }) => {
      const others = MERCHANT_ROUTES.filter((one) => one.method === method && one.path.includes('{'));
      return others.some((one) => !path.includes('{') && path.startsWith(one.path.replace(/\{\w+\}$/, '')));
    });
    expect(taken.map(({ path }) => path)).toContain('/api/card/query');
    for (const { method, path } of taken) {
      const sent = path.replace(/[^/]+$/, (last) => last.toUpperCase());
      const answer = await api(method, `${sent}?bin=552879`);
      expect([sent, answer.status, answer.headers['location']]).toEqual([sent, 308, `${path}?bin=552879`]);
    }
  });

  it('the answer leads a client that follows to the same call', async () => {
    const { id } = await customersOf(harness).create();
    const reference = await payOrder();
    const { headers } = await api('POST', '/API/refund/PARTIAL/', { body: {} });
    const body = { transactionId: reference, amount: 1, reason: 'x' };
    expect((await api('POST', String(headers['location']), { body })).status).toBe(201);
    const shown = await api('GET', `/api/Customer/${id}/`);
    expect((await api('GET', String(shown.headers['location']))).json.data).toMatchObject({ id });
  });

  it('the answer keeps the stage of API Gateway’s own address and adds none to another one', async () => {
    const locationFor = async (whole: string, stage: string) => {
      const response = await handler({
        httpMethod: 'POST',
        resource: '/{proxy+}',
        path: '/api/Customer',
        headers: {},
        multiValueQueryStringParameters: { tag: ['a', 'b'] },
        requestContext: { requestId: 'one', stage, path: whole },
      } as unknown as APIGatewayProxyEvent);
      return response.headers?.['Location'];
    };
    expect(await locationFor('/production/api/Customer', 'production')).toBe(
      '/production/api/customer?tag=a&tag=b',
    );
    expect(await locationFor('/api/Customer', 'production')).toBe('/api/customer?tag=a&tag=b');
  });

  it('the documents of the pay address are found from the address of the API', async () => {
    for (const path of [
      '/openapi.json',
      '/openapi.tr.json',
      '/docs/errors',
      '/llms.txt',
      '/docs/',
      '/docs/x.tgz',
    ]) {
      const requestContext = { requestId: 'one', stage: 'production', path };
      const event = { httpMethod: 'GET', resource: '/{proxy+}', path, headers: {}, requestContext };
      const { statusCode, headers } = await handler(event as unknown as APIGatewayProxyEvent);
      expect([statusCode, headers?.['Location']]).toEqual([
        308,
        `${process.env['PAY_URL']}${path.replace(/\/$/, '')}`,
      ]);
    }
  });

  it('the answer never leads to another host', async () => {
    for (const path of ['//example.com/api/customer/', '/\\example.com/api/Customer', '//api/customer/']) {
      const { status, headers } = await api('GET', path);
      expect([path, status, headers['location']]).toEqual([path, 404, undefined]);
    }
  });
});

it('another method of a known path is 405 with `Allow`, also in another case', async () => {
  for (const path of ['/api/customer', '/api/Customer/']) {
    const answer = await api('PATCH', path, { key: null, body: {}, headers: { 'accept-language': 'en' } });
    expectRejection(answer, {
      code: 'METHOD_NOT_ALLOWED',
      language: 'en',
      nearestRoute: 'PUT /api/customer/{id}',
      facts: ['allowedMethods'],
    });
    const { allowedMethods } = answer.json.data;
    expect([answer.headers['allow'], allowedMethods]).toEqual(['GET, POST', ['GET', 'POST']]);
  }
});

it('an unknown path is 404 in the language of the caller and names the nearest route', async () => {
  for (const language of ['tr', 'en'] as const) {
    const headers = { 'accept-language': language };
    const answer = await api('POST', '/v1/customers', { key: null, body: {}, headers });
    expectRejection(answer, { code: 'ROUTE_NOT_FOUND', language, nearestRoute: 'POST /api/customer' });
  }
});

it('what was sent is not repeated, however long or strange', async () => {
  const secret = 'psk_test_abc5528790000000008';
  for (const path of [`/${secret}`, `/api/${secret}/${'x/'.repeat(2000)}`, `/${'y'.repeat(7000)}`, '/%']) {
    const answer = await api('POST', path, { key: null, body: secret });
    expect([answer.status, answer.json.errorCode]).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(answer.text).not.toContain(secret);
    expect(answer.text.length).toBeLessThan(600);
  }
});

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
