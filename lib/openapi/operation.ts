// One row of the route table as an OpenAPI operation. Parameters and body come from the endpoint's contract,
// summary and description from the row.
import { HOSTED_PAGE_TOKEN, PAYMENT_REFERENCE } from '#domain/id.ts';
import type { RejectionCode } from '#domain/rejection.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import type { Reader } from '#http/schema.ts';
import type { Route } from '#routes.ts';
import { reference } from './answer-shape.ts';
import { oneOfThese, schemaOf } from './field-schema.ts';
import type { JsonSchema } from './number-schema.ts';
import { refusalResponses } from './refusals.ts';
import { envelopeName, type SuccessResponse, successResponseOf } from './success-responses.ts';

type Contract = EndpointHandler['contract'];
type Part = NonNullable<Contract['body']>;

/** Two merchants who differ in all that contracts ask: what is told of one alone is theirs, and not said. */
const SOMEBODY: Reader = { timeZone: 'Europe/Istanbul', keyKind: 'live' };
const SOMEBODY_ELSE: Reader = { timeZone: 'America/New_York', keyKind: 'test' };

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function agreed(one: JsonSchema, other: JsonSchema): JsonSchema {
  const same = Object.entries(one).flatMap(([name, value]): [string, unknown][] => {
    const second = other[name];
    if (isObject(value) && isObject(second)) return [[name, agreed(value, second)]];
    return JSON.stringify(value) === JSON.stringify(second) ? [[name, value]] : [];
  });
  return Object.fromEntries(same);
}

const partSchema = (part: Part): JsonSchema =>
  agreed(schemaOf(part(SOMEBODY)), schemaOf(part(SOMEBODY_ELSE)));

/** What several operations answer alike goes to `shared`. */
export async function operationOf(
  route: Route,
  codes: readonly RejectionCode[],
  shared: Record<string, JsonSchema>,
): Promise<JsonSchema> {
  const { file, method, summary, description } = route;
  const door = new URL(`../../functions/endpoints/${file}.ts`, import.meta.url);
  const { contract } = ((await import(door.href)) as { handler: EndpointHandler }).handler;
  const { body, query } = contract;
  const asked = body !== undefined || query !== undefined;
  const inQuery = query ? queryParameters(query) : [];
  return {
    tags: [file.split('/')[0]],
    operationId: file.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: description.join(' '),
    parameters: [
      ...pathParameters(route),
      ...inQuery,
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
      { $ref: '#/components/parameters/AcceptLanguage' },
    ],
    ...(body && { requestBody: requestBody(partSchema(body)) }),
    responses: {
      ...successResponses(successResponseOf(file)),
      ...refusalResponses(
        codes.filter((code) => asked || code !== 'VALIDATION_ERROR'),
        shared,
      ),
    },
  };
}

function successResponses(response: SuccessResponse): JsonSchema {
  const content = { 'application/json': { schema: reference(envelopeName(response)) } };
  const responses = Object.entries(response.descriptions).map(([status, description]) => {
    return [status, { description, content }] as const;
  });
  return Object.fromEntries(responses);
}

const requestBody = (schema: JsonSchema) => ({
  required: schema['required'] !== undefined,
  content: { 'application/json': { schema } },
});

const PATH_PARAMETERS: Record<string, JsonSchema> = {
  id: { type: 'string', format: 'uuid' },
  paymentReferenceNumber: { type: 'string', pattern: PAYMENT_REFERENCE.source },
  token: { type: 'string', pattern: HOSTED_PAGE_TOKEN.source },
};

function pathParameters({ path }: Route): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = PATH_PARAMETERS[name];
    if (schema === undefined) throw new Error(`Say in PATH_PARAMETERS what ${name} looks like.`);
    return { name, in: 'path', required: true, schema };
  });
}

function queryParameters(query: Part): JsonSchema[] {
  const schema = partSchema(query);
  const required = (schema['required'] ?? []) as string[];
  const oneOf = oneOfThese(query(SOMEBODY));
  return Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(oneOf.includes(name) && { description: `${oneOf.join(' or ')} is required.` }),
    schema: field,
  }));
}
