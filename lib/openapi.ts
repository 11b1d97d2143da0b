// The API as an OpenAPI document, for whoever generates a client or reads with a tool: drawn from the route
// table, the contracts and the table of refusals, and from nothing written beside them.
import { BANK_REFUSALS } from '#domain/rejection.ts';
import { VISIBLE_ASCII } from '#http/idempotency-key.ts';
import { ROUTES } from '#routes.ts';
import type { JsonSchema } from './openapi/number-schema.ts';
import { operationOf } from './openapi/operation.ts';
import { codesOfDoors, refusalExamples } from './openapi/refusals.ts';

export const OPENAPI_FILE = new URL('../docs/openapi.json', import.meta.url);

const DESCRIPTION = [
  'Every call carries X-Api-Key; every answer has the same five keys.',
  'In a request null means the same as leaving a field out, except where null is among its types.',
  'Blanks at both ends of a text do not count, and unknown fields are ignored.',
  'A datetime without an offset is a local time of the merchant, or of the timeZone named beside it.',
  'Messages are Turkish unless Accept-Language prefers English; codes never change with the language.',
].join(' ');

/** All that merchants may call; the pages that buyers see are no API. */
export async function openApiDocument(): Promise<JsonSchema> {
  const routes = ROUTES.filter(({ audience }) => audience === 'merchant');
  const codes = await codesOfDoors(routes);
  const paths: Record<string, JsonSchema> = {};
  const responses = { ...COMPONENTS.responses };
  for (const route of routes) {
    const operation = await operationOf(route, codes.get(route.file) ?? [], responses);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Payment service', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: 'http://localhost:3000', description: 'npm start' }],
    security: [{ ApiKey: [] }],
    tags: [...new Set(routes.map(({ file }) => file.split('/')[0]))].map((name) => ({ name })),
    paths,
    components: { ...COMPONENTS, responses, examples: refusalExamples(new Set([...codes.values()].flat())) },
  };
}

const text = { type: 'string' };
const envelope = (success: boolean, data: JsonSchema, errorCode: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'message', 'data', 'errorCode', 'timestamp'],
  properties: {
    success: { const: success },
    message: text,
    data,
    errorCode,
    timestamp: { type: 'string', format: 'date-time' },
  },
  additionalProperties: false,
});
const answer = (description: string, name: string): JsonSchema => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const STATUSES = '201 where something was made, 202 where the bank’s answer is not known yet, else 200';

const FIELD_PROBLEM = {
  type: 'object',
  required: ['field', 'code', 'message'],
  properties: { field: text, code: text, message: text },
};
const REFUSAL_DATA = {
  type: 'object',
  required: ['requestId', 'retryable', 'docUrl'],
  properties: {
    requestId: text,
    retryable: { type: 'boolean' },
    docUrl: { type: 'string', format: 'uri' },
    errors: { type: 'array', items: FIELD_PROBLEM },
  },
};
const LIST_DATA = {
  type: 'object',
  required: ['items', 'nextCursor'],
  properties: {
    items: { type: 'array', items: { type: 'object' } },
    nextCursor: { type: ['string', 'null'] },
  },
};

const COMPONENTS = {
  securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'One key, one effect, one answer: a repeat is answered as the first call was.',
      schema: { type: 'string', pattern: VISIBLE_ASCII.source },
    },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      description: 'The language of messages: tr unless en is preferred.',
      schema: { type: 'string', default: 'tr' },
    },
  },
  responses: {
    Answer: answer(STATUSES, 'Answer'),
    List: answer('Newest first', 'List'),
  } as Record<string, JsonSchema>,
  schemas: {
    Answer: envelope(true, { type: ['object', 'null'] }, { type: 'null' }),
    List: envelope(true, LIST_DATA, { type: 'null' }),
    Refusal: envelope(false, REFUSAL_DATA, text),
    BankRefusal: {
      type: 'string',
      description: 'errorCode of a payment or an attempt to charge that the bank declined',
      enum: Object.keys(BANK_REFUSALS),
    },
  },
};

const WIDTH = 110;

/** JSON for people: what fits on a line is on one line. */
export function writeJson(value: unknown, indent = '', label = ''): string {
  const flat = JSON.stringify(value, undefined, 1).replaceAll(/\n */g, ' ');
  const isShort = indent.length + label.length + flat.length < WIDTH;
  if (isShort || typeof value !== 'object' || value === null) return label + flat;
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(
    ([name, one]) => deeper + writeJson(one, deeper, isList ? '' : `${JSON.stringify(name)}: `),
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${label}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
