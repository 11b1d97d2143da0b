// The responses of an endpoint: its successful response, and its refusals with their texts from the one
// table.
import { defined } from '#domain/defined.ts';
import { type FieldProblem, fieldSentence } from '#domain/field-problem.ts';
import { BANK_DECLINES, ERRORS, type ErrorCode, type RejectionCode } from '#domain/rejection-table.ts';
import type { ResponseShape, Route } from '#routes/route.ts';
import { type JsonSchema, reference } from './json-schema.ts';
import { refusalName } from './refusals.ts';
import { type BilingualText, say } from './words/said.ts';

const PENDING: BilingualText = [
  'Accepted. The bank’s answer is not known yet, and the service goes on asking. Retrieve the object later.',
  'Alındı. Bankanın yanıtı henüz bilinmiyor, hizmet sormayı sürdürüyor. Nesneyi sonra getirin.',
];
const CREATED: BilingualText = ['Created.', 'Oluşturuldu.'];

const sentence = (tr: string) => tr.charAt(0).toLocaleUpperCase('tr') + tr.slice(1);

type RecordedExample = { example: unknown; links: JsonSchema; isTable: boolean };

export function successResponses(
  returned: ResponseShape,
  [en, tr]: BilingualText,
  { example, links, isTable }: RecordedExample,
): JsonSchema {
  const { status, object, isList, mayBePending, preview } = returned;
  const answered = reference(envelopeName(returned));
  const content = { 'application/json': { schema: answered } };
  const previewed = preview && reference(envelopeName({ object: preview }));
  const isEither = previewed && status === 200 && preview !== object;
  const schema = isEither ? { anyOf: [answered, previewed] } : answered;
  const shown = {
    'application/json': { schema, ...(example !== undefined && { example }) },
    ...(isTable && { 'text/csv': { schema: { type: 'string' } } }),
  };
  const answer: BilingualText = isList
    ? [`Returns a page of ${en}, newest first.`, `${sentence(tr)}, yeniden eskiye, sayfa sayfa.`]
    : [`Returns ${en}.`, `${sentence(tr)}.`];
  const description = say(...(status === 201 ? [CREATED] : []), answer);
  return {
    ...(previewed && status !== 200 && { 200: previewResponse(previewed) }),
    [status]: { description, content: shown, ...(Object.keys(links).length > 0 && { links }) },
    ...(mayBePending && { 202: { description: say(PENDING), content } }),
  };
}

const PREVIEW: BilingualText = [
  'With `preview: true`: what the call would do. Nothing was changed.',
  '`preview: true` ile: çağrının yapacağı. Hiçbir şey değişmedi.',
];
const previewResponse = (schema: JsonSchema): JsonSchema => ({
  description: say(PREVIEW),
  content: { 'application/json': { schema } },
});

export const envelopeName = ({ object, isList }: Pick<ResponseShape, 'object' | 'isList'>) =>
  `${object}${isList ? 'List' : 'Answer'}`;

/** Refusals that every merchant's call can get, from API Gateway, the authorizer or the wrapper. */
const EVERY_CALL: readonly RejectionCode[] = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'SCOPE_MISSING',
  'ADDRESS_NOT_ALLOWED',
  'REQUEST_BLOCKED',
  'UNKNOWN_PARAMETER',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
];
/** Refusals by the wrapper for calls with a body. */
const EVERY_WRITE: readonly RejectionCode[] = [
  'INVALID_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNKNOWN_FIELD',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_IN_PROGRESS',
];

/** Codes in the order of the error reference. */
const CODES = Object.keys(ERRORS) as ErrorCode[];
/** Of a call that a decline of the bank refuses; of others it is part of a payment's data. */
const DECLINES = Object.keys(BANK_DECLINES) as ErrorCode[];

/** The refusals of an endpoint; `hasFields` if its contract reads a body or a query. */
export function rejectionsOf({ method, rejections = [], declines }: Route, hasFields: boolean): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...EVERY_CALL,
    ...(method === 'GET' ? [] : EVERY_WRITE),
    ...(method === 'PUT' ? (['FIELD_IMMUTABLE'] as const) : []),
    ...(hasFields ? (['VALIDATION_ERROR'] as const) : []),
    ...rejections,
    ...(declines ? DECLINES : []),
  ]);
  return CODES.filter((code) => codes.has(code));
}

type Components = Record<string, JsonSchema>;

/** One response for each status, added to `shared` under the names of its codes. */
export function refusalResponses(codes: readonly ErrorCode[], shared: Components): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const responses = [...byStatus].map(([status, same]) => {
    const name = same.join('.');
    shared[name] = refusalResponse(same);
    return [status, { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries(responses);
}

function refusalResponse(codes: readonly ErrorCode[]): JsonSchema {
  const named = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const);
  const examples = Object.fromEntries(named);
  const anyOf = [...codes.map(refusalName), 'Refusal'].map(reference);
  const content = { 'application/json': { schema: { anyOf }, examples } };
  const description = say(...codes.map((code): BilingualText => [ERRORS[code].en, ERRORS[code].tr]));
  return { description, ...(codes.some(hasRetryAfter) && { headers: RETRY_AFTER }), content };
}

/** For an internal error no waiting time is known. */
const hasRetryAfter = (code: ErrorCode) => ERRORS[code].retryable && code !== 'INTERNAL_ERROR';
const RETRY_AFTER = {
  'Retry-After': {
    description: say([
      'Seconds to wait before the same call is repeated; sent if `retryable` is true.',
      'Aynı çağrıyı yinelemeden önce beklenecek saniye; `retryable` true ise gönderilir.',
    ]),
    schema: { type: 'integer' },
  },
};

const FIELD_PROBLEM = { field: 'amount', code: 'REQUIRED' } as const;
const KNOWN = ['limit', 'cursor'];
const UNKNOWN_NAME = { field: 'customrId', code: 'UNKNOWN' } as const;
const FIELDS = ['fullName', 'email', 'phone', 'isActive', 'metadata'];
const MISSPELT_FIELD = {
  field: 'FullName',
  code: 'UNKNOWN',
  hint: { meant: 'fullName' },
} as const;
const errorOf = ({ hint, ...problem }: FieldProblem) => ({
  ...problem,
  message: fieldSentence({ ...problem, ...defined({ hint }) }, 'tr'),
});
/** Fields of the examples in addition to the code. */
const FACTS: Partial<Record<ErrorCode, JsonSchema>> = {
  VALIDATION_ERROR: { errors: [errorOf(FIELD_PROBLEM)] },
  UNKNOWN_PARAMETER: { errors: [errorOf(UNKNOWN_NAME)], knownNames: KNOWN },
  UNKNOWN_FIELD: { errors: [errorOf(MISSPELT_FIELD)], knownNames: FIELDS },
};

/** The response of each code in Turkish, with message and advice in English beside it. */
export function refusalExamples(used: ReadonlySet<ErrorCode>): JsonSchema {
  const examples = CODES.filter((code) => used.has(code)).map((code) => {
    const { tr, en, advice, retryable = false } = ERRORS[code];
    const docUrl = `https://pay.example.com/docs/errors#${code}`;
    const facts = FACTS[code];
    const data = {
      requestId: '6f1c0c0e-7a52-4d0f-9f0e-3f5f0d1a2b3c',
      retryable,
      docUrl,
      advice: advice.tr,
      ...facts,
    };
    const timestamp = '2026-11-20T09:00:00.000Z';
    const value = { success: false, message: tr, data, errorCode: code, timestamp };
    return [code, { summary: say([en, tr]), description: say([advice.en, advice.tr]), value }] as const;
  });
  return Object.fromEntries(examples);
}
