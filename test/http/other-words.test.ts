// What other providers call our fields (api.md 4.10): the table names each word once, never one of our own,
// and ours exists; the refusal says it in both languages.
import { describe, expect, it } from 'vitest';
import type { Accepts } from '#contract/field/accepts.ts';
import { foldedName } from '#domain/card/card-names.ts';
import { type FieldProblem, fieldSentence } from '#domain/field-problem.ts';
import type { Rejection } from '#domain/rejection.ts';
import { readJsonBody } from '#http/body/body.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { requireKnownFields } from '#http/fields/unknown-fields.ts';
import { ROUTES } from '#routes.ts';
import { BODIES_ELSEWHERE } from '../fixtures/bodies-elsewhere.ts';
import { addressOf } from '../fixtures/samples.ts';
import { startHarness } from '../harness/harness.ts';

const { api } = await startHarness();
type Refused = { errors: { message: string }[]; advice: string; knownNames: string[] };

const READER = { timeZone: 'Europe/Istanbul', mode: 'test' } as const;
const calls = ROUTES.filter(({ audience }) => audience === 'merchant').map(addressOf);

async function bodies(): Promise<Map<string, Accepts>> {
  const writes = ROUTES.filter(({ audience, method }) => audience === 'merchant' && method !== 'GET');
  const all = writes.map(async (route) => {
    const file = new URL(`../../functions/endpoints/${route.file}.ts`, import.meta.url);
    const { handler } = (await import(file.href)) as { handler: EndpointHandler };
    return [addressOf(route), handler.contract.body?.(READER).accepts] as const;
  });
  return new Map((await Promise.all(all)).flatMap(([name, body]) => (body ? [[name, body] as const] : [])));
}
const byCall = await bodies();

/** The body and the objects in it. */
function objectsIn(accepts: Accepts): Extract<Accepts, { kind: 'object' }>[] {
  if (accepts.kind === 'list') return objectsIn(accepts.item);
  if (accepts.kind !== 'object') return [];
  return [accepts, ...Object.values(accepts.fields).flatMap(({ accepts: one }) => objectsIn(one))];
}
const tables = [...new Set([...byCall.values()].flatMap(objectsIn))].filter(({ words }) => words);

function refusal(
  call: string,
  body: Record<string, unknown>,
): { problems: FieldProblem[]; rejection: Rejection } {
  try {
    requireKnownFields(byCall.get(call), body, { names: [], method: 'POST' });
  } catch (error) {
    const rejection = error as Rejection;
    return { rejection, problems: rejection.facts['problems'] as FieldProblem[] };
  }
  throw new Error(`${call} knows every field.`);
}

const asRead = (body: object) =>
  readJsonBody({ body: JSON.stringify(body), contentType: 'application/json', isBase64Encoded: false });

it.each([
  ['/api/payment?amount=731.45', 'minAmount', 'maxAmount'],
  ['/api/payment?bankReference=6324', 'bankReferenceNumber'],
  ['/api/payment?orderId=A1', 'orderNumber'],
  ['/api/payment?order_no=A1', 'orderNumber'],
  ['/api/payment?provizyon=123456', 'authorizationCode'],
  ['/api/payment?email=a@b.example', 'customerId', 'GET /api/customer?email='],
  ['/api/payment?transactionId=PAY-1', 'GET /api/payment/{paymentReferenceNumber}'],
  ['/api/Refund?rrn=6324', 'bankReferenceNumber'],
  ['/api/order?orderId=A1', 'orderNumber'],
  ['/api/payment?date=2026-11-20', 'startDate'],
  ['/api/payment?format=csv', 'Accept', 'text/csv'],
  ['/api/payment/hostedpage?merchant_oid=A1', 'orderNumber'],
])('a natural guess in the query of %s is answered with ours', async (path, ...ours) => {
  const { status, json } = await api('GET', path, { headers: { 'accept-language': 'en' } });
  const { errors, advice } = json.data as Refused;
  expect(status).toBe(400);
  for (const name of ours) expect(`${advice} ${errors[0]?.message}`).toContain(name);
});

describe('words of other providers', () => {
  it('each is listed once for a body, and none is a field of it', () => {
    expect(tables.length).toBeGreaterThan(10);
    for (const { fields, words } of tables) {
      const listed = [...Object.values(words?.ours ?? {}), ...(words?.none ?? []).flat()];
      const all = listed.flatMap(([theirs]) => theirs.split(' '));
      expect(all.filter((word, at) => all.indexOf(word) !== at || foldedName(word) !== word)).toEqual([]);
      const own = Object.keys(fields).map(foldedName);
      expect(all.filter((word) => own.includes(word))).toEqual([]);
    }
  });

  it('ours is a field, a call or a header', () => {
    const known = new Set(tables.flatMap(({ fields }) => Object.keys(fields)));
    const names = tables.flatMap(({ words }) => Object.keys(words?.ours ?? {}));
    const headers = ['Accept: text/csv', 'X-Api-Key', 'Accept-Language', 'Idempotency-Key'];
    const unknown = names.filter(
      (ours) => !known.has(ours) && !headers.includes(ours) && !calls.includes(ours),
    );
    expect(unknown).toEqual([]);
  });

  it.each([
    ['POST /api/RecurringPayment', 'trialDays', 'trialPeriodDays'],
    ['POST /api/RecurringPayment', 'trial_end', 'trialPeriodDays'],
    ['POST /api/RecurringPayment', 'interval', 'frequency'],
    ['POST /api/RecurringPayment', 'interval_count', 'frequencyInterval'],
    ['POST /api/RecurringPayment', 'cancel_at', 'endDate'],
    ['POST /api/RecurringPayment', 'maxPayments', 'maxPaymentCount'],
    ['POST /api/RecurringPayment', 'conversationId', 'merchantReference'],
    ['PUT /api/RecurringPayment/{id}', 'price', 'amount'],
    ['POST /api/payment/hostedpage', 'callbackUrl', 'successUrl'],
    ['POST /api/payment/hostedpage', 'merchant_ok_url', 'successUrl'],
    ['POST /api/payment/hostedpage', 'price', 'amount'],
    ['POST /api/payment/hostedpage', 'enabledInstallments', 'maxInstallment'],
    ['POST /api/payment/hostedpage', 'no_installment', 'installment'],
    ['POST /api/payment/hostedpage', 'conversationId', 'metadata'],
    ['POST /api/payment/hostedpage', 'webhookUrl', 'POST /api/webhook'],
    ['POST /api/payment/hostedpage', 'merchantAccount', 'X-Api-Key'],
    ['POST /api/customer', 'gsmNumber', 'phone'],
    ['POST /api/Refund', 'payment_intent', 'transactionId'],
    ['POST /api/Refund', 'orderNumber', 'transactionId'],
    ['POST /api/RecurringPayment', 'orderNumber', 'merchantReference'],
    ['POST /api/webhook', 'enabled_events', 'eventTypes'],
    ['POST /api/customer/{id}/addcardlink', 'returnUrl', 'successUrl'],
  ])('%s: the refusal of %s says %s', (call, theirs, ours) => {
    const { problems, rejection } = refusal(call, { [theirs]: 'x' });
    const [problem] = problems;
    expect(problem?.field).toBe(theirs);
    for (const [language, said] of [
      ['tr', `burada \`${ours}\``],
      ['en', `here \`${ours}\``],
    ] as const) {
      expect(problem && fieldSentence(problem, language)).toContain(said);
      expect(rejection.advice?.[language]).toContain(`\`${ours}\``);
      expect(rejection.advice?.[language]).toContain(`\`${theirs}\``);
    }
  });

  it('a line of an order has words of its own', () => {
    const { problems } = refusal('POST /api/payment/hostedpage', { products: [{ price: '1', sku: 'x' }] });
    expect(problems.map(({ field, hint }) => [field, hint?.ours])).toEqual([
      ['products[0].price', 'amount'],
      ['products[0].sku', 'id'],
    ]);
  });

  const LIRA = {
    tr: '`amount` lira cinsindendir: 149.90, 14990 değil.',
    en: '`amount` is in lira: 149.90, not 14990.',
  };
  it.each([
    ['POST /api/payment', { amount: 14990, currency: 'try', customer: 'x', payment_method: 'y' }],
    ['POST /api/payment', { amount: 14990, off_session: true, confirm: true }],
    ['POST /api/payment', { amount: { value: 14990, currency: 'TRY' }, shopperInteraction: 'ContAuth' }],
    ['POST /api/payment/hostedpage', { amount: 14990, payment_method_types: ['card'] }],
    ['POST /api/RecurringPayment', { amount: '14990', interval_count: 1 }],
    ['POST /api/Refund', { amount: 5000, payment_intent: 'x' }],
  ])('%s: a whole amount among words of minor units is called lira: %j', (call, body) => {
    const { advice } = refusal(call, asRead(body)).rejection;
    for (const language of ['tr', 'en'] as const) expect(advice?.[language]).toContain(LIRA[language]);
  });

  it.each([
    { amount: 149.9, payment_method: 'y' },
    { amount: 14990, conversationId: 'x' },
    { payment_method: 'y' },
  ])('lira is no word where nothing tells of minor units: %j', (body) => {
    const { advice } = refusal('POST /api/payment', asRead(body)).rejection;
    expect(advice?.en).not.toContain(LIRA.en);
  });

  it('a word that is card data leads to the pages for cards instead', () => {
    const { rejection } = refusal('POST /api/RecurringPayment', { paymentMethod: { number: '1' }, price: 1 });
    expect(rejection.advice?.en).toMatch(/^This call takes no card data/);
  });
});

describe('a body for another provider', () => {
  const TRUE_WORD = {
    tr: /burada `|doğru yazılışı|burada gerekmez, çıkarın \(|sunulmuyor, çıkarın \(/,
    en: /, here `|it is spelled|not needed here, remove it \(|not offered, remove it \(/,
  };

  it.each(BODIES_ELSEWHERE)('%s: each field gets a true word', async (_, call, body) => {
    const [method = '', path = ''] = call.split(' ');
    for (const language of ['tr', 'en'] as const) {
      const answer = await api<Refused>(method, path, { body, headers: { 'accept-language': language } });
      expect(answer.json.errorCode).toBe('UNKNOWN_FIELD');
      const { errors, advice, knownNames } = answer.json.data;
      expect(errors.filter(({ message }) => !TRUE_WORD[language].test(message))).toEqual([]);
      // What to write or to remove: never only to choose among the known names.
      expect(advice).not.toContain('knownNames');
      // Known names are said once.
      const told = errors.filter(({ message }) => message.includes(knownNames.join(', ')));
      expect(told).toEqual([]);
    }
  });

  it('a group of payments is no recurring payment', async () => {
    const { problems } = refusal('POST /api/payment/hostedpage', { paymentGroup: 'PRODUCT' });
    expect(problems[0]?.hint?.without?.why).toBe('notNeeded');
    expect(problems[0]?.hint?.ours).toBeUndefined();
  });
});
