// The merchant API as an OpenAPI document, for client generators and other tools. Calls come from the route
// table, requests from the contracts, refusals from their table, and responses from the types of the
// functions that show an object.
import { UNDONE_CODES } from '#domain/refund/refund.ts';
import { BANK_DECLINES, type RejectionCode } from '#domain/rejection.ts';
import { SCOPES } from '#domain/scope.ts';
import { VISIBLE_ASCII } from '#http/idempotency/idempotency-key.ts';
import type { Returned } from '#routes/route.ts';
import { ROUTES, type Route } from '#routes.ts';
import { answerSchemas } from './answer-schemas.ts';
import { amount, type JsonSchema, OPEN, oneOf, reference, text } from './json-schema.ts';
import { operationOf, returnedBy } from './operation.ts';
import { envelopeName, refusalExamples } from './responses.ts';

export const OPENAPI_FILE = new URL('../../docs/openapi.json', import.meta.url);

const DESCRIPTION = [
  'Every call needs the header X-Api-Key, and a key with the scope that the operation names.',
  'Every response has the same five keys: success, message, data, errorCode and timestamp.',
  'A POST, PUT or DELETE can be repeated safely if it carries an Idempotency-Key.',
  'A later version may add fields, codes, event types and other values: ignore what you do not know.',
  'In a request, null means the same as leaving the field out, unless null is among the types of the field.',
  'Blanks at both ends of a text are removed, and values of an enum are read in any case.',
  'An unknown query parameter is refused (UNKNOWN_PARAMETER), and so is an unknown field of a body',
  '(UNKNOWN_FIELD). A POST ignores fields of its own answer that are null, empty, zero or false, and a PUT',
  'takes what a GET returned; a field that it cannot change must equal the record (FIELD_IMMUTABLE).',
  'A datetime without an offset is local time of the merchant, or of the timeZone that is sent beside it.',
  'Messages are Turkish unless Accept-Language prefers English; codes are the same in both languages.',
].join(' ');

/** The document of the merchant's calls. The buyer's pages are not part of the API. */
export async function openApiDocument(): Promise<JsonSchema> {
  const routes = ROUTES.filter(({ audience }) => audience === 'merchant');
  const paths: Record<string, JsonSchema> = {};
  const responses: Record<string, JsonSchema> = {};
  const rejections = new Set<RejectionCode>();
  for (const route of routes) {
    const operation = await operationOf(route, responses);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation.schema };
    for (const code of operation.rejections) rejections.add(code);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Payment service', version: '1.1.0', description: DESCRIPTION },
    servers: [{ url: 'http://localhost:3000', description: 'npm start' }],
    security: [{ ApiKey: [] }],
    tags: [...new Set(routes.map(({ file }) => file.split('/')[0]))].map((name) => ({ name })),
    paths,
    components: {
      ...COMPONENTS,
      responses,
      schemas: { ...answerSchemas(), ...envelopes(routes), ...COMPONENTS.schemas },
      examples: refusalExamples(rejections),
    },
  };
}

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
  ...OPEN,
});
const FIELD_PROBLEM = {
  type: 'object',
  required: ['field', 'code', 'message'],
  properties: { field: text, code: text, message: text },
  ...OPEN,
};
const ids = { type: 'array', items: { type: 'string', format: 'uuid' } };
const textOrNull = { type: ['string', 'null'] };
/** Fields of a refusal in addition to its code. */
const REFUSAL_FACTS = {
  scope: { ...oneOf(SCOPES), description: 'SCOPE_MISSING: the scope that the key lacks.' },
  nearestRoute: {
    ...text,
    description: 'ROUTE_NOT_FOUND and others: the route that the call resembles most.',
  },
  location: { ...text, description: 'ROUTE_MOVED: the same as the `Location` header.' },
  allowedMethods: {
    type: 'array',
    items: text,
    description: 'METHOD_NOT_ALLOWED: the same as the `Allow` header.',
  },
  paymentReferenceNumber: { ...text, description: 'ORDER_ALREADY_PAID: the payment of the order.' },
  recurringPaymentIds: {
    ...ids,
    description: 'CARD_IN_USE, CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT: the live recurring payments.',
  },
  amount: { type: 'number', description: 'PRODUCTS_TOTAL_MISMATCH: the amount of the order.' },
  totalAmount: {
    type: 'number',
    description: 'PRODUCTS_TOTAL_MISMATCH: `productsAmount` and `shippingAmount`; it must be the `amount`.',
  },
  shippingAmount: { type: 'number', description: 'PRODUCTS_TOTAL_MISMATCH: the shipping of the order.' },
  productsAmount: { type: 'number', description: 'PRODUCTS_TOTAL_MISMATCH: the sum of the product lines.' },
  discountAmount: {
    type: 'number',
    description:
      'PRODUCTS_TOTAL_MISMATCH: the sum of the discounts, which the lines’ amounts have off already.',
  },
  maxInstallment: { type: 'integer', description: 'INSTALLMENT_NOT_ALLOWED: the largest `installment`.' },
  earliestStartDate: { ...text, format: 'date', description: 'START_DATE_IN_PAST: the first day allowed.' },
  earliestExpiry: {
    ...text,
    description: 'CARD_EXPIRED of a sent expiry: the first month allowed, `2026-11`.',
  },
  refundableAmount: {
    ...amount,
    description: 'REFUND_AMOUNT_EXCEEDED, REFUND_TYPE_MISMATCH: the amount that can still be refunded.',
  },
  reservedAmount: {
    ...amount,
    description: 'REFUND_AMOUNT_EXCEEDED, REFUND_TYPE_MISMATCH: what open refunds of the payment hold.',
  },
  oneKeyAmount: {
    ...amount,
    description: 'FOUR_EYES_REQUIRED of a call in one step: what one key may still refund.',
  },
  record: {
    type: 'object',
    description: 'FIELD_IMMUTABLE: the values of these fields in the record.',
    ...OPEN,
  },
  refundedAmount: { ...amount, description: 'REFUNDS_DIFFER: the refunds that this service has recorded.' },
  bankRefundedAmount: { ...amount, description: 'REFUNDS_DIFFER: what the bank has given back.' },
  refundId: { ...text, description: 'The refund that the refusal is about.' },
  status: {
    ...text,
    description:
      'REFUND_INVALID_STATE, RECURRING_PAYMENT_INVALID_STATE, PAYMENT_NOT_REFUNDABLE, ' +
      'PAYMENT_ALREADY_REFUNDED: the state that does not allow the call. ' +
      'HOSTED_PAGE_NOT_OPEN: the same as `state`.',
  },
  allowedStatuses: {
    type: 'array',
    items: text,
    description:
      'REFUND_INVALID_STATE, RECURRING_PAYMENT_INVALID_STATE, PAYMENT_NOT_REFUNDABLE: the states' +
      ' that allow it.',
  },
  state: {
    ...textOrNull,
    description:
      'PERIOD_NOT_CHARGEABLE: the state of the period; null if it has not begun. ' +
      'HOSTED_PAGE_NOT_OPEN: the state of the page.',
  },
  limitReached: {
    ...oneOf(['EndDate', 'MaxPaymentCount', 'TotalAmountLimit']),
    description:
      'LIMIT_UNREACHABLE, PERIOD_NOT_CHARGEABLE: the limit that does not allow the charge; ' +
      'absent if the state of the period does not.',
  },
  bankErrorCode: { ...textOrNull, description: 'REFUND_DECLINED_BY_BANK: the group of the bank’s reason.' },
  bankResponseCode: { ...textOrNull, description: 'REFUND_DECLINED_BY_BANK: the bank’s own code.' },
  bankMessage: { ...textOrNull, description: 'REFUND_DECLINED_BY_BANK: the bank’s own text.' },
  knownNames: {
    type: 'array',
    items: text,
    description:
      'UNKNOWN_PARAMETER, UNKNOWN_FIELD: the parameters or the fields of the object that exist. ' +
      'CARD_NUMBER_IMMUTABLE: the fields of the call.',
  },
  cause: { ...text, description: 'INVALID_JSON: what the body is instead of one JSON object, as a word.' },
  line: { type: 'integer', description: 'INVALID_JSON: the line of the first wrong character, from 1.' },
  column: { type: 'integer', description: 'INVALID_JSON: its place in the line, from 1.' },
  contentType: {
    ...textOrNull,
    description: 'UNSUPPORTED_MEDIA_TYPE: the header that was sent; null for none, `?` if it is not plain.',
  },
  maxBytes: { type: 'integer', description: 'BODY_TOO_LARGE: the largest body that is accepted.' },
};
const PROBLEMS =
  'VALIDATION_ERROR: every wrong field. UNKNOWN_PARAMETER, UNKNOWN_FIELD: every unknown name. ' +
  'Any other refusal: the fields of the body that caused it, with its own code and message.';
const REFUSAL_DATA = {
  type: 'object',
  required: ['requestId', 'retryable', 'docUrl', 'advice'],
  properties: {
    requestId: text,
    retryable: { type: 'boolean' },
    docUrl: { type: 'string', format: 'uri' },
    advice: { ...text, description: 'What the caller can do, in the language of the message.' },
    errors: { type: 'array', items: FIELD_PROBLEM, description: PROBLEMS },
    ...REFUSAL_FACTS,
  },
  ...OPEN,
};
const LIST_DATA = (name: string): JsonSchema => ({
  type: 'object',
  required: ['items', 'nextCursor'],
  properties: {
    items: { type: 'array', items: reference(name) },
    nextCursor: { type: ['string', 'null'] },
  },
  ...OPEN,
});

/** Not `null` alone: generators have no type for it. */
const NO_ERROR_CODE = { ...textOrNull, description: 'Null in a successful response.' };

/** The envelopes of responses: with one object, or with a page of objects. */
function envelopes(routes: readonly Route[]): Record<string, JsonSchema> {
  const all = routes.map((route): [string, JsonSchema] => {
    const returned = returnedBy(route);
    return [envelopeName(returned), envelope(true, dataOf(returned), NO_ERROR_CODE)];
  });
  return Object.fromEntries(all);
}

function dataOf({ object, orObject, isList }: Returned): JsonSchema {
  if (orObject) return { anyOf: [reference(object), reference(orObject)] };
  return isList ? LIST_DATA(object) : reference(object);
}

const COMPONENTS = {
  securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'One key, one effect: a repeat of the call returns the response of the first.',
      schema: { type: 'string', pattern: VISIBLE_ASCII.source },
    },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      description: 'The language of messages: Turkish unless English is preferred.',
      schema: { type: 'string', default: 'tr' },
    },
  },
  schemas: {
    Refusal: envelope(false, REFUSAL_DATA, text),
    BankRefusal: {
      ...oneOf([...new Set([...Object.keys(BANK_DECLINES), ...UNDONE_CODES])]),
      description: 'The errorCode of a payment, refund or charge attempt that failed.',
    },
  },
};

const WIDTH = 110;

/** Readable JSON: a value that fits on one line is written on one line. */
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
