// A row of the route table as an OpenAPI operation. Parameters and body come from the endpoint's contract,
// texts and responses from the row.
import { EVENT_ID } from '#domain/event/event.ts';
import { HOSTED_PAGE_TOKEN, PAYMENT_REFERENCE } from '#domain/id.ts';
import type { RejectionCode } from '#domain/rejection.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import type { Reader } from '#http/schema.ts';
import type { Returned } from '#routes/route.ts';
import type { Route } from '#routes.ts';
import { count, type JsonSchema, matching, uuid } from './json-schema.ts';
import { queryParameters, requestSchema } from './request-schema.ts';
import { refusalResponses, rejectionsOf, successResponses } from './responses.ts';
import { webhookMessages } from './webhooks.ts';

/** A contract accepts the same fields from every merchant; only the default time zone differs. */
const MERCHANT: Reader = { timeZone: 'Europe/Istanbul', mode: 'live' };

type Operation = { schema: JsonSchema; rejections: readonly RejectionCode[] };

/** Returns the operation of a route, and adds its refusals to `responses`, which all operations share. */
export async function operationOf(route: Route, responses: Record<string, JsonSchema>): Promise<Operation> {
  const { file, method, scope, summary, description } = route;
  const handlerFile = new URL(`../../functions/endpoints/${file}.ts`, import.meta.url);
  const { handler } = (await import(handlerFile.href)) as { handler: EndpointHandler };
  const body = handler.contract.body?.(MERCHANT).accepts;
  const query = handler.contract.query?.(MERCHANT).accepts;
  // Digits in a path are refused like a field; an id of another form names nothing.
  const hasFields = body !== undefined || query !== undefined || route.path.includes('{bin}');
  const rejections = rejectionsOf(route, hasFields);
  const schema = {
    tags: [file.split('/')[0]],
    operationId: file.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: [...description, `Requires the scope \`${scope}\`.`].join(' '),
    security: [{ ApiKey: [scope] }],
    parameters: [
      ...pathParameters(route),
      ...(query ? queryParameters(query) : []),
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
      { $ref: '#/components/parameters/AcceptLanguage' },
    ],
    ...(body && { requestBody: requestBody(requestSchema(body)) }),
    ...(file === 'webhook/create' && { callbacks: webhookMessages() }),
    responses: { ...successResponses(returnedBy(route)), ...refusalResponses(rejections, responses) },
  };
  return { schema, rejections };
}

export function returnedBy({ file, returns }: Route): Returned {
  if (returns === undefined) throw new Error(`The row of ${file} lacks "returns".`);
  return returns;
}

const requestBody = (schema: JsonSchema) => ({
  required: schema['required'] !== undefined,
  content: { 'application/json': { schema } },
});

const PATH_PARAMETERS: Record<string, JsonSchema> = {
  id: uuid,
  paymentReferenceNumber: matching(PAYMENT_REFERENCE),
  token: matching(HOSTED_PAGE_TOKEN),
  n: count,
  bin: matching(/^[0-9]{6}(?:[0-9]{2})?$/),
};

/** The id of an event is not a UUID. */
const schemaOf = (name: string, path: string) =>
  path.startsWith('/api/event/') ? matching(EVENT_ID) : PATH_PARAMETERS[name];

function pathParameters({ path }: Route): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = schemaOf(name, path);
    if (schema === undefined) throw new Error(`PATH_PARAMETERS lacks ${name}.`);
    return { name, in: 'path', required: true, schema };
  });
}
