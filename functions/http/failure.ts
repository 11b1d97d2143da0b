// Turns a thrown error into the failure envelope. Any error but a Rejection is our fault: the caller gets the
// request id only, and the log gets the details.
import type { APIGatewayProxyResult } from 'aws-lambda';
import { type FieldProblem, fieldSentence, MOST_PROBLEMS } from '#domain/field-problem.ts';
import { Rejection } from '#domain/rejection.ts';
import { REJECTIONS, type RejectionCode, type RejectionRow } from '#domain/rejection-table.ts';
import { setting } from '#setting.ts';
import { type Envelope, jsonResponse, type Rendering } from './envelope.ts';

/** VALIDATION_ERROR with every wrong field. */
export function invalidFields(problems: readonly FieldProblem[]): Rejection {
  return new Rejection('VALIDATION_ERROR', { problems });
}

export const rowOf = ({ code, row }: Rejection): RejectionRow => row ?? REJECTIONS[code as RejectionCode];

/** Seconds of Retry-After for a rejection without its own. */
const SECONDS_TO_WAIT = 2;

/** Facts that are not copied into `data` under their own names. */
type HiddenFacts = { problems?: FieldProblem[]; retryAfterSeconds?: number };

export function failureResponse(rejection: Rejection, at: Date, rendering: Rendering): APIGatewayProxyResult {
  const { status, retryable = false } = rowOf(rejection);
  const { retryAfterSeconds = SECONDS_TO_WAIT } = rejection.facts as HiddenFacts;
  return jsonResponse(status, failureBody(rejection, at, rendering), rendering, {
    ...(retryable && status !== 500 && { 'Retry-After': String(retryAfterSeconds) }),
  });
}

export function failureBody(rejection: Rejection, at: Date, { language, requestId }: Rendering): string {
  const { code, fields } = rejection;
  const { problems, retryAfterSeconds: _, ...facts } = rejection.facts as HiddenFacts;
  const { retryable = false, [language]: message, advice } = rowOf(rejection);
  const count = (problems ?? fields).length;
  const errors = problems
    ? problems
        .slice(0, MOST_PROBLEMS)
        .map((one) => ({ field: one.field, code: one.code, message: fieldSentence(one, language) }))
    : fields.slice(0, MOST_PROBLEMS).map((field) => ({ field, code, message }));
  return JSON.stringify({
    success: false,
    message,
    data: {
      requestId,
      retryable,
      docUrl: `${setting('PAY_URL')}/docs/errors#${code}`,
      advice: (rejection.advice ?? advice)[language],
      ...(count > 0 && { errors }),
      ...(count > errors.length && { moreErrors: count - errors.length }),
      ...facts,
    },
    errorCode: code,
    timestamp: at.toISOString(),
  } satisfies Envelope);
}
