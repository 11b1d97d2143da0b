// The format of every API error, down to the last header (docs/interface/api.md).
import { expect } from 'vitest';
import { inBothLanguages } from '#domain/language.ts';
import { REJECTIONS, type RejectionCode } from '#domain/rejection-table.ts';
import type { ApiAnswer } from '../harness/harness.ts';

/** API Gateway answers before any function runs, in both languages. */
const OF_GATEWAY = /^API_KEY_(MISSING|INVALID|EXPIRED)$/;

type ExpectedRejection = {
  code: RejectionCode;
  language?: 'tr' | 'en';
  /** The fields of the body that `errors` names with the code of the refusal. */
  fields?: readonly string[];
  /** Names of the additional values in `data`, such as `refundableAmount`. */
  facts?: readonly string[];
  /** The route that `data` and the advice name. */
  nearestRoute?: string;
  /** The advice, if the cause makes it another one than that of the table. */
  advice?: string;
};

export function expectRejection(
  answer: ApiAnswer,
  { code, language = 'tr', fields = [], facts = [], nearestRoute, advice: told }: ExpectedRejection,
) {
  const { status, retryable = false, ...row } = REJECTIONS[code];
  const isOfGateway = OF_GATEWAY.test(code);
  const message = isOfGateway ? inBothLanguages(row) : row[language];
  const advice = isOfGateway ? inBothLanguages(row.advice) : row.advice[language];
  expectEnvelope(answer, isOfGateway ? 'tr, en' : language);
  const { json, headers } = answer;
  expect([answer.status, json.errorCode]).toEqual([status, code]);
  expect(json).toMatchObject({ success: false, message });
  const named = [...(fields.length > 0 ? ['errors'] : []), ...(nearestRoute ? ['nearestRoute'] : [])];
  const nearest = `${{ tr: 'En yakın adres', en: 'The nearest route' }[language]}: \`${nearestRoute}\`.`;
  expect(Object.keys(json.data)).toEqual(['requestId', 'retryable', 'docUrl', 'advice', ...named, ...facts]);
  expect(json.data).toMatchObject({
    requestId: headers['x-request-id'],
    retryable,
    docUrl: expect.stringMatching(new RegExp(`^http://localhost:\\d+/docs/errors#${code}$`)),
    advice: told ?? (nearestRoute ? `${advice} ${nearest}` : advice),
    ...(nearestRoute && { nearestRoute }),
    ...(fields.length > 0 && { errors: fields.map((field) => ({ field, code, message })) }),
  });
}

/** The advice of a refusal by refunds that are not decided yet. */
export const REJECT_OPEN: string = expect.stringContaining('`POST /api/Refund/{id}/reject`');

const FIELDS_OF_LIMIT = {
  EndDate: ['endDate'],
  MaxPaymentCount: ['maxPaymentCount'],
  TotalAmountLimit: ['totalAmountLimit', 'amount'],
};

/** LIMIT_UNREACHABLE with the limit as a fact, and with the fields of the body that set it. */
export function expectLimitUnreachable(answer: ApiAnswer) {
  const limitReached = answer.json.data['limitReached'] as keyof typeof FIELDS_OF_LIMIT;
  const fields = FIELDS_OF_LIMIT[limitReached];
  expectRejection(answer, { code: 'LIMIT_UNREACHABLE', fields, facts: ['limitReached'] });
}

/** CARD_EXPIRED for an expiry of the body. */
export const EXPIRED = {
  code: 'CARD_EXPIRED',
  fields: ['expiryMonth', 'expiryYear'],
  facts: ['earliestExpiry'],
} as const;

/** The five keys and the headers of every JSON answer, successful or not. */
export function expectEnvelope(answer: ApiAnswer, language = 'tr') {
  const { json, headers } = answer;
  expect(Object.keys(json)).toEqual(['success', 'message', 'data', 'errorCode', 'timestamp']);
  expect(json.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(json.message).not.toBe('');
  expect(json.success).toBe(answer.status < 300);
  expect(typeof json.errorCode).toBe(json.success ? 'object' : 'string');
  expect(Array.isArray(json.data)).toBe(false);
  expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
}

/** An instant that a call stored is not before the call began, and not after its answer. */
export function expectStoredBetween(instant: unknown, begun: Date, { json }: ApiAnswer) {
  const inOrder = [begun.toISOString(), instant, json.timestamp];
  expect(inOrder.toSorted()).toEqual(inOrder);
}

/** Returns an answer without the values that differ between equal answers: request id, timestamp, date. */
export function withoutTraces({ status, text, headers }: ApiAnswer): string {
  const { 'x-request-id': id = '', date: _, ...rest } = headers;
  const bare = text.replaceAll(id, 'ID').replace(/"timestamp":"[^"]+"/, '"timestamp":""');
  return JSON.stringify([status, rest, bare]);
}
