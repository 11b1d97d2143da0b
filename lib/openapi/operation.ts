// A row of the route table as an OpenAPI operation. Parameters and body come from the endpoint's contract,
// texts and responses from the row.
import type { Accepts } from '#contract/field/accepts.ts';
import { EVENT_ID } from '#domain/event/event.ts';
import { HOSTED_PAGE_TOKEN, PAGE_ID, PAYMENT_REFERENCE } from '#domain/id.ts';
import { MOST_CSV_ROWS } from '#domain/limits.ts';
import type { ErrorCode } from '#domain/rejection-table.ts';
import { SETTLEMENT_ID } from '#domain/settlement/settlement.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import type { SchemaReader } from '#http/schema.ts';
import type { ResponseShape } from '#routes/route.ts';
import type { Route } from '#routes.ts';
import type { Components } from './components.ts';
import examples from './examples.json' with { type: 'json' };
import { count, type JsonSchema, matching, uuid } from './json-schema.ts';
import { linksOf } from './links.ts';
import { nounOf, operationId } from './operation-names.ts';
import { bodySchema, queryParameters } from './request-schema.ts';
import { envelopeName, refusalResponses, rejectionsOf, successResponses } from './responses.ts';
import { webhookMessages } from './webhooks.ts';
import { meaningOf } from './words/fields.ts';
import { wordsOf } from './words/operations.ts';
import { type BilingualText, say } from './words/said.ts';

/** A contract accepts the same fields from every merchant; only the default time zone differs. */
const MERCHANT: SchemaReader = { timeZone: 'Europe/Istanbul', mode: 'live' };

type OperationParts = { schema: JsonSchema; rejections: readonly ErrorCode[] };
/** What operations share: components, and refusals by the names of their codes. */
type SharedParts = { components: Components; responses: Record<string, JsonSchema> };
/** A request and its answer, as a run recorded them (test/lib/openapi/api-objects.test.ts). */
type Example = { request?: unknown; response?: unknown };
const EXAMPLES: Readonly<Record<string, Example>> = examples;

/** Returns the operation of a route, and adds to what all operations share. */
export async function operationOf(
  route: Route,
  { components, responses }: SharedParts,
): Promise<OperationParts> {
  const { file, method, scope } = route;
  const handlerFile = new URL(`../../functions/endpoints/${file}.ts`, import.meta.url);
  const { handler } = (await import(handlerFile.href)) as { handler: EndpointHandler };
  const body = handler.contract.body?.(MERCHANT).accepts;
  const query = handler.contract.query?.(MERCHANT).accepts;
  // Digits in a path are refused like a field; an id of another form names nothing.
  const hasFields = body !== undefined || query !== undefined || route.path.includes('{bin}');
  const rejections = rejectionsOf(route, hasFields);
  const id = operationId(route);
  const { request, response } = EXAMPLES[id] ?? {};
  const returned = returnedBy(route);
  const words = wordsOf(route);
  const scoped = scopeSentence(route);
  const schema = {
    tags: [nounOf(route)],
    operationId: id,
    summary: say(words.summary),
    description: say(words.description, ...(handler.contract.csv ? [AS_TABLE] : []), scoped),
    'x-scopes': scope === undefined || scope === 'any' ? [] : [scope],
    ...(returned.preview && { 'x-preview': envelopeName({ object: returned.preview }) }),
    parameters: [
      ...pathParameters(route),
      ...(query ? queryParameters(query, returned.object, components) : []),
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
      { $ref: '#/components/parameters/AcceptLanguage' },
    ],
    ...(body && { requestBody: requestBody(body, bodySchema(body, id, components), request) }),
    ...(file === 'webhook/create' && { callbacks: webhookMessages() }),
    responses: {
      ...successResponses(returned, words.what, {
        example: response,
        links: linksOf(route),
        isTable: handler.contract.csv !== undefined,
      }),
      ...refusalResponses(rejections, responses),
    },
  };
  return { schema, rejections };
}

const AS_TABLE: BilingualText = [
  `With \`Accept: text/csv\` the answer is a table of up to ${MOST_CSV_ROWS} rows (\`limit\` too) for spreadsheets, ` +
    'the next ones behind `Link`.',
  `\`Accept: text/csv\` ile yanıt, hesap tabloları için en çok ${MOST_CSV_ROWS} satırlık (\`limit\` de) bir tablodur; ` +
    'sonrakiler `Link` başlığındadır.',
];

function scopeSentence({ scope, ownScope, method }: Route): BilingualText {
  if (scope === 'any') return ['Needs no scope.', 'Yetki istemez.'];
  const needed = [`Requires the scope \`${scope}\`.`, `\`${scope}\` yetkisini ister.`] as const;
  if (ownScope !== undefined) {
    return [
      `${needed[0]} A key with \`${ownScope}\` alone is answered what it made itself.`,
      `${needed[1]} Yalnızca \`${ownScope}\` yetkili bir anahtara kendi oluşturdukları yanıtlanır.`,
    ];
  }
  if (scope !== 'events' || method === 'DELETE') return needed;
  return [
    `${needed[0]} The key also needs the scopes that read the events that are sent.`,
    `${needed[1]} Anahtar, gönderilen olayları okuma yetkilerini de ister.`,
  ];
}

export function returnedBy({ file, returns }: Route): ResponseShape {
  if (returns === undefined) throw new Error(`The row of ${file} lacks "returns".`);
  return returns;
}

const requestBody = (body: Accepts, schema: JsonSchema, example: unknown) => ({
  required:
    body.kind === 'object' &&
    (body.anyOf !== undefined || Object.values(body.fields).some(({ accepts }) => !accepts.optional)),
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const PATH_PARAMETERS: Record<string, JsonSchema> = {
  id: uuid,
  paymentReferenceNumber: matching(PAYMENT_REFERENCE),
  token: matching(new RegExp(`${HOSTED_PAGE_TOKEN.source}|${PAGE_ID.source}`)),
  n: count,
  bin: matching(/^[0-9]{6}(?:[0-9]{2})?$/),
};

/** These ids are no UUIDs. */
const OTHER_IDS: Readonly<Record<string, JsonSchema>> = {
  '/api/event/': matching(EVENT_ID),
  '/api/settlement/': matching(SETTLEMENT_ID),
};
const schemaOf = (name: string, path: string) => OTHER_IDS[path.split('{')[0] ?? ''] ?? PATH_PARAMETERS[name];

function pathParameters({ path }: Route): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = schemaOf(name, path);
    if (schema === undefined) throw new Error(`PATH_PARAMETERS lacks ${name}.`);
    return { name, in: 'path', required: true, description: say(meaningOf(`?${name}`)), schema };
  });
}
