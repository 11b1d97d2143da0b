// What each door may refuse with: the codes that its own bundle carries, because a code which no line of it
// says cannot be answered; and the answers that these make, with their sentences from the one table.
import { fieldSentence } from '#domain/field-problem.ts';
import { BANK_REFUSALS, REJECTIONS, type RejectionCode } from '#domain/rejection.ts';
import type { Route } from '#routes.ts';
import { bundleFunctions } from '../cloud/function/bundle.ts';
import { functionOf } from '../cloud/function/deployed-function.ts';
import type { JsonSchema } from './number-schema.ts';

/** Refused before the door is asked. */
const AT_THE_GATE: readonly RejectionCode[] = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'RATE_LIMITED',
];
/** In every bundle by the common wrapper, though a GET has neither body nor key. */
const NEVER_TO_A_GET: readonly RejectionCode[] = [
  'INVALID_JSON',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_IN_PROGRESS',
];

/** In the order of the table, which is that of the reference. */
const CODES = Object.keys(REJECTIONS).filter((code) => !(code in BANK_REFUSALS)) as RejectionCode[];

/** By file of the row. The bank's own refusals are data of a payment, never the refusal of a call. */
export async function codesOfEndpoints(
  routes: readonly Route[],
): Promise<ReadonlyMap<string, RejectionCode[]>> {
  const bundles = await bundleFunctions(routes.map((route) => functionOf(route).entry));
  const codeOf = new Map(bundles.map(({ entry, code }) => [entry, code]));
  const told = routes.map((route) => {
    const text = codeOf.get(functionOf(route).entry) ?? '';
    const codes = CODES.filter((code) => AT_THE_GATE.includes(code) || text.includes(`"${code}"`));
    const isGet = route.method === 'GET';
    return [route.file, codes.filter((code) => !isGet || !NEVER_TO_A_GET.includes(code))] as const;
  });
  return new Map(told);
}

type Shared = Record<string, JsonSchema>;

/** One answer per status, kept in `shared` under the codes that it may carry: doors share most of them. */
export function refusalResponses(codes: readonly RejectionCode[], shared: Shared): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => REJECTIONS[code].status);
  const responses = [...byStatus].map(([status, same]) => {
    const name = same.join('.');
    shared[name] = refusalResponse(same);
    return [status, { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries(responses);
}

function refusalResponse(codes: readonly RejectionCode[]): JsonSchema {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const);
  const schema = { $ref: '#/components/schemas/Refusal' };
  const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } };
  const description = codes.map((code) => REJECTIONS[code].en).join(' ');
  return { description, ...(codes.some(mayBeRepeated) && { headers: RETRY_AFTER }), content };
}

/** A fault of ours tells no time after which it will be over. */
const mayBeRepeated = (code: RejectionCode) => REJECTIONS[code].retryable && code !== 'INTERNAL_ERROR';
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the same call is repeated; sent if `retryable` is true.',
    schema: { type: 'integer' },
  },
};

const FIELD_PROBLEM = { field: 'amount', code: 'REQUIRED' } as const;
const ERRORS = [{ ...FIELD_PROBLEM, message: fieldSentence(FIELD_PROBLEM, 'tr') }];

/** Every code once, as it is answered in Turkish, with the English sentence and the way out beside it. */
export function refusalExamples(codes: ReadonlySet<RejectionCode>): JsonSchema {
  const told = CODES.filter((code) => codes.has(code)).map((code) => {
    const { tr, en, advice, retryable = false } = REJECTIONS[code];
    const docUrl = `https://pay.example.com/docs/errors#${code}`;
    const errors = code === 'VALIDATION_ERROR' && { errors: ERRORS };
    const data = { requestId: '6f1c0c0e-7a52-4d0f-9f0e-3f5f0d1a2b3c', retryable, docUrl, ...errors };
    const timestamp = '2026-11-20T09:00:00.000Z';
    const value = { success: false, message: tr, data, errorCode: code, timestamp };
    return [code, { summary: en, description: `${advice.en} ${advice.tr}`, value }] as const;
  });
  return Object.fromEntries(told);
}
