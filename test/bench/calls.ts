// One call of every function, as its caller makes it. The objects that it needs are created before, so that
// only the call itself is measured.

import { RIGHT_CODE } from '../drivers/buyer.ts';
import type { ChargePayload } from '../drivers/charge-driver.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { cardBody, cardsOf } from '../endpoints/card/stored-cards.ts';
import { customerBody, customersOf } from '../endpoints/customer/customers.ts';
import { secureOrders } from '../endpoints/hosted-page/three-d/secure-orders.ts';
import { type Harness, HOUR, MINUTE, pageBody } from '../harness/harness.ts';

/** Creates the objects that a call needs and returns the call, which is measured. */
export type PreparedCall = () => Promise<() => Promise<unknown>>;
/** By the name of the deployed function. */
export type Calls = Record<string, PreparedCall>;

/** The harness must not deliver schedules by itself. */
export async function callsOf(harness: Harness): Promise<Calls> {
  const { api, service, merchant } = harness;
  const get = (path: string) => async () => await expectSuccess(api('GET', path));
  return {
    ...(await hostedPageCalls(harness)),
    ...customerCalls(harness),
    ...cardCalls(harness),
    ...recurringPaymentCalls(harness),
    ...refundCalls(harness),
    'docs-errors': async () => get('/docs/errors'),
    'hosted-page-report': async () => () =>
      expectSuccess(harness.http({ method: 'POST', path: '/csp-report', headers: {}, body: '{}' })),
    canary: async () => () => service.lambdas.invoke('canary', {}),
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
        means: { customerId, cardStorageId, cardFingerprint, currency: 'TRY' },
      };
      return () => service.lambdas.invoke('charge', event);
    },
    reconcile: async () => () => service.lambdas.invoke('reconcile', {}),
    sweep: async () => () => service.lambdas.invoke('sweep', {}),
  };
}

async function expectSuccess<Answer extends { status: number; text: string }>(
  answering: Promise<Answer>,
): Promise<Answer> {
  const answer = await answering;
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}

async function hostedPageCalls(harness: Harness): Promise<Calls> {
  const { api, buyer, createPage, payOrder } = harness;
  const secure = await secureOrders(harness);
  const challenge = async () => {
    const { form, showPage: shown } = await secure.openPage();
    return { sent: await secure.submit(form), form, shown };
  };
  const reference = await payOrder();
  return {
    'hosted-page-create': async () => {
      const body = pageBody();
      return () => expectSuccess(api('POST', '/api/payment/hostedpage', { body }));
    },
    'hosted-page-show': async () => {
      const { token } = await createPage();
      return () => expectSuccess(api('GET', `/api/payment/hostedpage/${token}`));
    },
    'hosted-page-form': async () => {
      const { hostedPageUrl } = await createPage();
      return () => expectSuccess(buyer.open(hostedPageUrl));
    },
    'hosted-page-return': async () => {
      const { hostedPageUrl } = await createPage();
      return () => expectSuccess(buyer.open(`${hostedPageUrl}/return`));
    },
    'hosted-page-pay': async () => {
      const form = await buyer.open((await createPage()).hostedPageUrl);
      return () => expectSuccess(buyer.submit(form));
    },
    // The bank's callback has arrived before the buyer, as is usual: the endpoint only reads and redirects.
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
    'payment-list': async () => () => expectSuccess(api('GET', '/api/payment?limit=5')),
    'payment-show': async () => () => expectSuccess(api('GET', `/api/payment/${reference}`)),
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('The condition was not met in time.');
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
    'customer-show': call('GET'),
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
    'card-show': call('GET'),
    'card-update': call('PUT', { cardAlias: 'Ev kartım' }),
    'card-delete': call('DELETE'),
  };
}

function recurringPaymentCalls(harness: Harness): Calls {
  const { api } = harness;
  const driver = recurringPaymentDriver(harness);
  /** Each with a customer of its own: the row of a customer grows with the recurring payments. */
  const own = async () => ({ customerId: await driver.customer() });
  const address = '/api/RecurringPayment';
  const made = (after: (id: string) => Promise<unknown>) => async () => {
    const { id } = await driver.create(await own());
    return () => after(id);
  };
  const at = (path: string) => (id: string) => expectSuccess(api('GET', `${address}/${id}${path}`));
  return {
    'recurring-payment-create': async () => {
      const body = await driver.body(await own());
      return () => expectSuccess(driver.post(body));
    },
    'recurring-payment-preview': async () => {
      const body = await driver.body(await own());
      return () => expectSuccess(driver.preview(body, 20));
    },
    'recurring-payment-list': async () => () => expectSuccess(api('GET', `${address}?limit=5`)),
    'recurring-payment-show': made(at('')),
    'recurring-payment-transactions': made(at('/transactions')),
    'recurring-payment-pause': made((id) => expectSuccess(driver.pause(id))),
    'recurring-payment-cancel': made((id) => expectSuccess(driver.cancel(id))),
    'recurring-payment-resume': async () => {
      const { id } = await driver.create(await own());
      await expectSuccess(driver.pause(id));
      return () => expectSuccess(driver.resume(id));
    },
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
    'refund-show': requested((id) => expectSuccess(api('GET', `/api/Refund/${id}`))),
    'refund-list': async () => () => expectSuccess(api('GET', '/api/Refund?limit=5')),
    'refund-statistics': async () => () => expectSuccess(api('GET', '/api/Refund/statistics')),
  };
}
