// Links: which calls go on with what a call has returned.
import { ROUTES, type Route } from '#routes.ts';
import type { JsonSchema } from './json-schema.ts';
import { operationId } from './operation-names.ts';
import { wordsOf } from './words/operations.ts';
import { say } from './words/said.ts';

/** The field of each object that its calls have in their path, and the beginning of those paths. */
const NAMED_BY: Readonly<Record<string, readonly [field: string, path: string]>> = {
  CreatedHostedPage: ['token', '/api/payment/hostedpage/'],
  Payment: ['paymentReferenceNumber', '/api/payment/{paymentReferenceNumber}'],
  Customer: ['id', '/api/customer/'],
  Card: ['id', '/api/card/'],
  RecurringPayment: ['id', '/api/RecurringPayment/'],
  Refund: ['refundId', '/api/Refund/'],
  Event: ['id', '/api/event/'],
  Webhook: ['id', '/api/webhook/'],
  CreatedWebhook: ['id', '/api/webhook/'],
};

/** The calls that a single object leads to, by their operation. */
export function linksOf({ file, returns }: Route): JsonSchema {
  const named = returns && !returns.isList ? NAMED_BY[returns.object] : undefined;
  if (named === undefined) return {};
  const [field, path] = named;
  const next = ROUTES.filter(
    (route) =>
      route.audience === 'merchant' &&
      route.file !== file &&
      route.path.startsWith(path) &&
      /^[^{]*\{\w+\}[^{]*$/.test(route.path),
  );
  const links = next.map((route): [string, JsonSchema] => {
    const parameter = /\{(\w+)\}/.exec(route.path)?.[1] ?? '';
    return [
      operationId(route),
      {
        operationId: operationId(route),
        description: say(wordsOf(route).summary),
        parameters: { [parameter]: `$response.body#/data/${field}` },
      },
    ];
  });
  return Object.fromEntries(links);
}
