// One call of every function, as its caller makes it. The objects that it needs are created first, so that
// only the call itself is measured.
import { ROUTES } from '#routes.ts';
import { RIGHT_CODE } from '../drivers/buyer.ts';
import type { ChargePayload } from '../drivers/charge-driver.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { cardBody, cardsOf } from '../endpoints/card/stored-cards.ts';
import { customerBody, customersOf } from '../endpoints/customer/customers.ts';
import { secureOrders } from '../endpoints/hosted-page/three-d/secure-orders.ts';
import { type Ids, makeObjects, pathWith, queryOf } from '../fixtures/samples.ts';
import { type Harness, HOUR, MINUTE, pageBody } from '../harness/harness.ts';
import { cardPageCalls } from './card-page-calls.ts';
import { eventCalls } from './event-calls.ts';
import { installmentCalls } from './installment-calls.ts';
import type { Calls } from './prepared-call.ts';
import { expectSuccess, recurringPaymentCalls } from './recurring-payment-calls.ts';
import { until } from './until.ts';
import { webhookCalls } from './webhook-calls.ts';

/** The harness must not deliver schedules by itself. */
export async function callsOf(harness: Harness): Promise<Calls> {
  const { api, service, merchant } = harness;
  const secure = await secureOrders(harness);
  const get = (path: string) => async () => await expectSuccess(api('GET', path));
  return {
    ...simpleReads(harness),
    ...(await hostedPageCalls(harness, secure)),
    ...customerCalls(harness),
    ...cardPageCalls(harness, secure.key),
    ...cardCalls(harness),
    ...recurringPaymentCalls(harness),
    ...refundCalls(harness),
    ...eventCalls(harness),
    ...webhookCalls(harness),
    ...installmentCalls(harness),
    ...keyCalls(harness),
    'docs-errors': async () => () => api('GET', '/docs/errors'),
    'docs-page': async () => get('/docs/refund.en'),
    'docs-openapi': async () => get('/openapi.json'),
    'hosted-page-report': async () => () =>
      expectSuccess(harness.http({ method: 'POST', path: '/csp-report', headers: {}, body: '{}' })),
    canary: async () => () => service.lambdas.invoke('canary', {}),
    'unknown-route': async () => () => api('GET', '/api/customers'),
    'page-check': async () => () => service.lambdas.invoke('page-check', {}),
    authorizer: async () => () =>
      service.lambdas.invoke('authorizer', {
        headers: { 'x-api-key': merchant.apiKey },
        requestContext: { requestId: 'bench' },
        methodArn: 'arn:aws:execute-api:eu-central-1:000000000000:api/stage/GET/api/payment',
      }),
    charge: async () => {
      const dueMs = Math.ceil(harness.now().getTime() / MINUTE) * MINUTE + HOUR;
      const startDate = new Date(dueMs).toISOString();
      const { id, customerId, cardStorageId } = await recurringPaymentDriver(harness).create({ startDate });
      const cardFingerprint = (await cardsOf(harness).fingerprintOf(cardStorageId)) ?? '';
      await service.timeline.moveTo(dueMs);
      const event: ChargePayload = {
        merchantId: merchant.merchantId,
        recurringPaymentId: id,
        periodNumber: 1,
        attemptNumber: 1,
        contextKeys: { customerId, cardStorageId, cardFingerprint, currency: 'TRY' },
      };
      return () => service.lambdas.invoke('charge', event);
    },
    reconcile: async () => () => service.lambdas.invoke('reconcile', {}),
    sweep: async () => () => service.lambdas.invoke('sweep', {}),
  };
}

/** The reads of one object, which are measured alike. */
function simpleReads(harness: Harness): Calls {
  let objects: Promise<Ids> | undefined;
  const reads = ROUTES.filter(({ audience, method }) => audience === 'merchant' && method === 'GET');
  const calls = reads.map((route) => {
    const prepare = async () => {
      objects ??= makeObjects(harness, harness.merchant.apiKey);
      const path = pathWith(route, await objects) + queryOf(route);
      return () => expectSuccess(harness.api('GET', path));
    };
    return [route.file.replaceAll('/', '-'), prepare] as const;
  });
  return Object.fromEntries(calls);
}

/** Of a merchant of their own: each call reads all keys, of which the others make many. */
function keyCalls({ api, service }: Harness): Calls {
  let merchant: ReturnType<typeof service.addMerchant> | undefined;
  const owner = async () => {
    merchant ??= service.addMerchant();
    return (await merchant).apiKey;
  };
  const make = async (key: string) =>
    await api<{ id: string }>('POST', '/api/key', { key, body: { name: 'Kasa', scopes: ['read'] } });
  return {
    'key-create': async () => {
      const key = await owner();
      return () => expectSuccess(make(key));
    },
    'key-revoke': async () => {
      const key = await owner();
      const { id } = (await make(key)).json.data;
      return () => expectSuccess(api('POST', `/api/key/${id}/revoke`, { key }));
    },
  };
}

type SecureOrders = Awaited<ReturnType<typeof secureOrders>>;

async function hostedPageCalls(harness: Harness, secure: SecureOrders): Promise<Calls> {
  const { api, buyer, createPage } = harness;
  const challenge = async () => {
    const { form, showPage: shown } = await secure.openPage();
    return { sent: await secure.submit(form), form, shown };
  };
  return {
    'hosted-page-create': async () => {
      const body = pageBody();
      return () => expectSuccess(api('POST', '/api/payment/hostedpage', { body }));
    },
    'hosted-page-list': async () => {
      await createPage();
      return () => expectSuccess(api('GET', '/api/payment/hostedpage?limit=5'));
    },
    'hosted-page-close': async () => {
      const { token } = await createPage();
      return () => expectSuccess(api('DELETE', `/api/payment/hostedpage/${token}`));
    },
    'hosted-page-form': async () => {
      const { hostedPageUrl } = await createPage();
      return () => expectSuccess(buyer.open(hostedPageUrl));
    },
    'hosted-page-leave': async () => {
      const { hostedPageUrl } = await createPage();
      return () => expectSuccess(buyer.open(`${hostedPageUrl}/leave`));
    },
    'hosted-page-pay': async () => {
      const form = await buyer.open((await createPage()).hostedPageUrl);
      return () => expectSuccess(buyer.submit(form));
    },
    // The bank's callback has arrived before the buyer, as usual: the endpoint only reads and redirects.
    'hosted-page-three-d': async () => {
      const { sent, shown } = await challenge();
      const back = await buyer.verify(sent, RIGHT_CODE);
      await until(async () => (await shown()).state === 'Paid');
      return () => expectSuccess(buyer.post(back, {}));
    },
    'hosted-page-three-d-callback': async () => {
      const { sent, shown } = await challenge();
      return async () => {
        await buyer.verify(sent, RIGHT_CODE);
        await until(async () => (await shown()).state === 'Paid');
      };
    },
    'hosted-page-three-d-cancel': async () => {
      // A cancelled challenge counts as a decline, and too many declines in ten minutes lead to 429.
      await harness.moveBy(11 * MINUTE);
      const { form } = await challenge();
      const waiting = await buyer.open(form.path);
      return () => expectSuccess(buyer.post(waiting, {}));
    },
    'payment-order': async () => {
      const orderNumber = `STORY-${harness.now().getTime()}`;
      await harness.payOrder({ orderNumber });
      return () => expectSuccess(api('GET', `/api/order?orderNumber=${orderNumber}`));
    },
    'payment-update': async () => {
      const payment = await harness.payOrder();
      const note = 'Alıcı aradı, fatura adresi düzeltildi';
      return () => expectSuccess(api('PUT', `/api/payment/${payment}`, { body: { note } }));
    },
    'payment-adjust': async () => {
      const payment = await harness.payOrder();
      const stated = { adjustment: 'Chargeback', bankReferenceNumber: '633812345678', amount: 10 };
      const body = { ...stated, reason: 'Kart sahibi itiraz etti' };
      return () => expectSuccess(api('POST', `/api/payment/${payment}/adjustment`, { body }));
    },
    'payment-list': async () => {
      await harness.payOrder();
      return () => expectSuccess(api('GET', '/api/payment?limit=5'));
    },
  };
}

function customerCalls(harness: Harness): Calls {
  const { api } = harness;
  const { create } = customersOf(harness);
  const call = (method: string, body?: object) => async () => {
    const { id } = await create({ phone: '905551112233' });
    return () => expectSuccess(api(method, `/api/customer/${id}`, body ? { body } : {}));
  };
  return {
    'customer-create': async () => () =>
      expectSuccess(api('POST', '/api/customer', { body: customerBody() })),
    'customer-list': async () => {
      const { email } = await create();
      return () => expectSuccess(api('GET', `/api/customer?email=${encodeURIComponent(email)}`));
    },
    'customer-export': async () => {
      const { id } = await create();
      return () => expectSuccess(api('GET', `/api/customer/${id}/export?limit=5`));
    },
    'customer-update': call('PUT', { fullName: 'Ayşe Yıldız' }),
    'customer-delete': call('DELETE'),
  };
}

function cardCalls(harness: Harness): Calls {
  const { api } = harness;
  const { store } = cardsOf(harness);
  const call = (method: string, body?: object) => async () => {
    const { id } = await store({ ownerName: 'Ayşe Yılmaz' });
    return () => expectSuccess(api(method, `/api/card/${id}`, body ? { body } : {}));
  };
  let aliases = 0;
  return {
    'card-create': async () => () => expectSuccess(api('POST', '/api/card', { body: cardBody() })),
    'card-query': async () => {
      aliases += 1;
      await store({ cardAlias: `Kart ${aliases}` });
      return () => expectSuccess(api('GET', `/api/card/query?alias=Kart%20${aliases}`));
    },
    'card-update': call('PUT', { cardAlias: 'Ev kartım' }),
    'card-delete': call('DELETE'),
  };
}

function refundCalls(harness: Harness): Calls {
  const { api } = harness;
  const driver = refundDriver(harness);
  const paid = (after: (reference: string) => Promise<unknown>) => async () => {
    const reference = await driver.pay();
    return () => after(reference);
  };
  const requested = (after: (refundId: string) => Promise<unknown>) => async () => {
    const { json } = await expectSuccess(driver.request(await driver.pay(), 100));
    return () => after(json.data.refundId);
  };
  return {
    'refund-create': paid((reference) => expectSuccess(driver.request(reference, 40))),
    'refund-partial': paid((reference) => expectSuccess(driver.partial(reference, 40))),
    'refund-cancellations': paid((reference) => expectSuccess(driver.cancel(reference))),
    'refund-approve': requested((id) => expectSuccess(driver.approve(id))),
    'refund-reject': requested((id) => expectSuccess(driver.reject(id))),
    'refund-list': requested(() => expectSuccess(api('GET', '/api/Refund?limit=5'))),
  };
}
