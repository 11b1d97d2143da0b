import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { handler } from '#unknown-route.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { customersOf } from '../endpoints/customer/customers.ts';
import { CARDS, startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { api, payOrder } = harness;
const MERCHANT_ROUTES = ROUTES.filter(({ audience }) => audience === 'merchant');

describe('a path that differs only in case or by a trailing slash', () => {
  it('of a document names the document, and no call', async () => {
    const answer = await api<{ nearestRoute: string; advice: string }>('GET', '/docs/', { key: null });
    expect([answer.status, answer.json.data.nearestRoute]).toEqual([308, 'GET /docs']);
    expect(answer.json.data.advice).toContain('`GET /docs`');
  });

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
