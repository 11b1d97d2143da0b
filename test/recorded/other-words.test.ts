// The words of iyzico, Craftgate, PayTR, Stripe and Adyen in the collection beside the repository: the
// refusal of each that has a field of ours says that field.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FieldProblem } from '#domain/field-problem.ts';
import type { Rejection } from '#domain/rejection.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { requireKnownFields } from '#http/fields/unknown-fields.ts';

type Word = { provider: string; on: string; theirs: string; within?: string; ours: string | null };
const FILE = new URL('../../../shared/peers/fields.json', import.meta.url);
const { words } = JSON.parse(readFileSync(FILE, 'utf8')) as { words: Word[] };
const PROVIDERS = ['iyzico', 'craftgate', 'paytr', 'stripe', 'adyen'];
const ENDPOINTS: Record<string, string> = {
  'hosted-page': 'hosted-page/create',
  customer: 'customer/create',
  card: 'card/create',
  refund: 'refund/create',
  cancellation: 'refund/cancellations',
  'recurring-payment': 'recurring-payment/create',
  'recurring-payment-update': 'recurring-payment/update',
  'add-card-link': 'customer/add-card-link',
  webhook: 'webhook/create',
};
/** Of another meaning here, or within an object that has none here. */
const NOT_OURS = /^(?:id|disabled|active|discounts|price_data|display_name|button_color)$/;
/** `metadata` is in the advice of every refusal. */
const tellable = words.filter(({ theirs, ours }) => ours !== 'metadata' && !NOT_OURS.test(theirs));
const READER = { timeZone: 'Europe/Istanbul', mode: 'test' } as const;

it.each(Object.entries(ENDPOINTS))('words for the body of %s', async (on, file) => {
  const path = new URL(`../../functions/endpoints/${file}.ts`, import.meta.url);
  const { handler } = (await import(path.href)) as { handler: EndpointHandler };
  const accepts = handler.contract.body?.(READER).accepts;
  const own = accepts?.kind === 'object' ? Object.keys(accepts.fields) : [];
  const asked = tellable.filter(
    (word) =>
      word.on === on && PROVIDERS.includes(word.provider) && word.ours !== null && !own.includes(word.theirs),
  );
  const untold = asked.filter(({ theirs, ours }) => {
    const isOfLine = ours?.startsWith('products[].');
    const body = isOfLine ? { products: [{ [theirs]: 'x' }] } : { [theirs]: 'x' };
    try {
      requireKnownFields(accepts, body, { names: [], method: 'POST' });
    } catch (error) {
      const [problem] = (error as Rejection).facts['problems'] as FieldProblem[];
      return (problem?.hint?.meant ?? problem?.hint?.ours) === undefined;
    }
    return !(isOfLine && ['id', 'name', 'amount'].includes(theirs));
  });
  expect(asked.length).toBeGreaterThan(3);
  expect(untold.map(({ provider, theirs, ours }) => `${provider} ${theirs} -> ${ours}`)).toEqual([]);
});
