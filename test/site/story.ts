// A merchant's story in which every call of the API is made once, in an order in which each can succeed; what
// a call returns names the objects of the later ones.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { issueKey } from '../../lib/operator/onboarding.ts';
import { type ClientCall, callOf, type OperationSchema } from '../../lib/site/snippets/call.ts';
import type { CodeLanguage } from '../../lib/site/snippets/languages.ts';
import { codeIn, readSource } from '../../lib/site/sources.ts';
import { until } from '../bench/until.ts';
import { cardPageDriver } from '../drivers/card-page-driver.ts';
import { recordPayment } from '../drivers/events.ts';
import { type Harness, HOUR } from '../harness/harness.ts';

type Names = Record<string, string>;
/** Makes a call as a snippet does, and returns the `data` of its answer. */
export type MakeCall = (operation: string, names: Names) => Promise<Record<string, unknown>>;

/** Calls with the variables that their answers name. */
const PARTS: readonly (readonly (string | [operation: string, keeps: string, from: string])[])[] = [
  [
    ['customerCreate', 'customerId', 'id'],
    ...(['customerList', 'customerShow', 'customerUpdate'] as const),
    ['cardCreate', 'cardStorageId', 'id'],
    ...(['cardQuery', 'cardShow', 'cardUpdate', 'customerAddCardLink'] as const),
    ['hostedPageCreate', 'token', 'token'],
    ...([
      'hostedPageList',
      'hostedPageShow',
      'hostedPageQr',
      'paymentList',
      'paymentShow',
      'paymentUpdate',
      'paymentStatistics',
    ] as const),
    ...(['binShow', 'installmentTableReplace', 'installmentTableShow', 'installmentOffers'] as const),
    'paymentCharge',
    ['refundCreate', 'refundId', 'refundId'],
    ...(['refundList', 'refundStatistics', 'refundShow', 'refundApprove', 'refundPartial'] as const),
    ...(['settlementList', 'settlementMovements'] as const),
    ['recurringPaymentCreate', 'recurringPaymentId', 'id'],
    ...(['recurringPaymentList', 'recurringPaymentShow', 'recurringPaymentUpdate'] as const),
    ...(['recurringPaymentUpdateLink', 'recurringPaymentPause'] as const),
    'recurringPaymentResume',
    ...(['recurringPaymentTransactions', 'recurringPaymentPeriods', 'recurringPaymentCancel'] as const),
    ['webhookCreate', 'webhookId', 'id'],
    ...(['webhookList', 'webhookShow', 'webhookUpdate', 'webhookSecret', 'webhookTest'] as const),
    ...(['webhookReplay', 'eventList', 'eventShow', 'eventDeliveries'] as const),
    ...(['webhookDelete', 'hostedPageClose', 'paymentOrder', 'meShow', 'keyList'] as const),
    ['keyCreate', 'keyId', 'id'],
    'keyRevoke',
  ],
];

type Made = { id: string; refundId: string };

/** Returns the operations that were called. */
export async function tellStory(harness: Harness, makeCall: MakeCall): Promise<string[]> {
  const { api, payOrder, moveBy, now } = harness;
  const called: string[] = [];
  const pay = async () => await payOrder({ orderNumber: `STORY-${randomUUID()}` });
  const paymentReferenceNumber = await pay();
  const names: Names = {
    paymentReferenceNumber,
    eventId: await recordPayment(harness, paymentReferenceNumber),
  };
  const books = await api<{ items: Made[] }>('GET', '/api/settlement');
  names['settlementId'] = books.json.data.items[0]?.id ?? '';
  const post = async (path: string, body: object = {}) => (await api<Made>('POST', path, { body })).json.data;
  const call = async (operation: string) => {
    called.push(operation);
    return await makeCall(operation, names);
  };
  for (const step of PARTS.flat()) {
    const [operation, keeps, from] = typeof step === 'string' ? [step] : step;
    const data = await call(operation);
    if (keeps !== undefined && from !== undefined) names[keeps] = String(data[from]);
  }
  const body = { transactionId: paymentReferenceNumber, amount: 1, reason: 'x' };
  names['refundId'] = (await post('/api/Refund', body)).refundId;
  await call('refundReject');
  await call('paymentAdjust');
  names['paymentReferenceNumber'] = await pay();
  await call('refundCancellations');
  for (const operation of ['paymentCapture', 'paymentRelease']) {
    const { customerId, cardStorageId } = names;
    const mandate = { reference: 'x', acceptedAt: '2026-01-05T10:00:00Z' };
    const charge = {
      customerId,
      cardStorageId,
      amount: 149.9,
      currency: 'TRY',
      orderNumber: randomUUID(),
      mandate,
    };
    const reserved = await api('POST', '/api/payment', { body: { ...charge, capture: 'manual' } });
    names['paymentReferenceNumber'] = String(reserved.json.data['paymentReferenceNumber']);
    await call(operation);
  }
  for (const operation of ['recurringPaymentChargePeriod', 'recurringPaymentWaivePeriod']) {
    const { customerId, cardStorageId } = names;
    const startDate = new Date(now().getTime() + HOUR).toISOString();
    const plan = { customerId, cardStorageId, subscriptionName: 'x', amount: 5, currency: 'TRY', startDate };
    const { id } = await post('/api/RecurringPayment', { ...plan, frequency: 'monthly' });
    names['recurringPaymentId'] = id;
    await post(`/api/RecurringPayment/${id}/pause`);
    await moveBy(2 * HOUR);
    await post(`/api/RecurringPayment/${id}/resume`);
    await call(operation);
    await post(`/api/RecurringPayment/${id}/cancel`);
  }
  await moveBy(HOUR);
  for (const operation of ['cardDelete', 'customerExport', 'customerDelete']) await call(operation);
  return called;
}

/** What happens in the guides beside the shop's own code, by the names of their comments. */
export function guideStages(harness: Harness) {
  const { api, buyer, merchant, payOrder } = harness;
  const { give, open } = cardPageDriver(harness, merchant.apiKey);
  const submit = async (hostedPageUrl: string, more: object = {}) => {
    const { location = '' } = await buyer.submit(await buyer.open(hostedPageUrl), more);
    return location;
  };
  return {
    pays: async (hostedPageUrl: string) => await submit(hostedPageUrl),
    agrees: async (hostedPageUrl: string) => await submit(hostedPageUrl, { saveCard: 'yes' }),
    async gives(hostedPageUrl: string) {
      const { location = '' } = await give(await open({ hostedPageUrl }));
      return location;
    },
    /** Its event is in the feed. */
    async paidPayment() {
      const reference = await payOrder();
      await until(async () => {
        const events = await api<{ items: object[] }>('GET', `/api/event?objectId=${reference}`);
        return events.json.data.items.length > 0;
      });
      return (await api('GET', `/api/payment/${reference}`)).json.data;
    },
  };
}

/** The settings of a shop of this merchant, with a key that may only request refunds. */
export async function settingsOf({ service, merchant, now }: Harness): Promise<Names> {
  const { merchantId, apiKey, kid = '', signingSecret } = merchant;
  const asking = await issueKey(merchantId, now(), { scopes: ['refunds:request'] });
  return {
    PAYMENT_URL: service.baseUrl,
    PAYMENT_API_KEY: apiKey,
    PAYMENT_REFUND_KEY: asking.apiKey,
    PAYMENT_MERCHANT_ID: merchantId,
    PAYMENT_SIGNING_SECRETS: JSON.stringify({ [kid]: signingSecret }),
  };
}

type Paths = Record<string, Record<string, OperationSchema>>;
/** The calls of the reference, by their operations. */
export function referenceCalls(): ReadonlyMap<string, ClientCall> {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Paths };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [one.operationId, callOf(method, path, one)] as const),
  );
  return new Map(calls);
}

const STORY = /<!-- story: (\w+) = (\w+)\((.*)\) -->/g;

/** The code of a guide in one language, with what happens beside it in its place. */
export function stagedGuide(
  name: string,
  language: CodeLanguage,
  write: (keeps: string, stage: string, given: string) => string,
): string {
  const staged = readSource(`docs/guides/${name}.md`).replaceAll(
    STORY,
    (_, keeps: string, stage: string, given: string) =>
      `\`\`\`${language}\n${write(keeps, stage, given)}\n\`\`\``,
  );
  const blocks = codeIn(staged).filter((block) => block.language === language);
  return blocks.map(({ code }) => code).join('\n');
}
