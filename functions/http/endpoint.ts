// The wrapper of every JSON endpoint with an effect: caller, body and query, idempotency, envelope, log line.
// The endpoint itself loads, decides, commits and returns its answer.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Answer } from '#contract/answer.ts';
import { spelledFlag } from '#domain/json-number.ts';
import { asRejection, Rejection } from '#domain/rejection.ts';
import type { AnsweredCall } from '#store/table/commit.ts';
import { isEmptyBody, readJsonBody } from './body/body.ts';
import type { Caller } from './caller.ts';
import { jsonResponse } from './envelope.ts';
import { inOurSpelling } from './fields/names-in-any-case.ts';
import { type RecordComparison, repeatedFields, requireRecord } from './fields/record-fields.ts';
import { requireKnownFields } from './fields/unknown-fields.ts';
import { AnsweredElsewhere, createAnswerRecorder } from './idempotency/answer-recorder.ts';
import { type AnswerOwners, earlierAnswer, readIdempotencyKey } from './idempotency/idempotency-key.ts';
import { type Handler, jsonHandler, openCall, type ReadCall, type ReadContract } from './json-handler.ts';
import { renderingOf } from './rendering.ts';
import { headerOf, type RefusedContext } from './request-log.ts';
import { kept, missingFields, parse, type Schema } from './schema.ts';

type EndpointContract<Body, Query> = ReadContract<Query> & {
  /** A call may omit the body if no field of it is required. */
  body?: Schema<Body>;
  /**
   * The names of the resource's answer (answer-names.ts). A POST ignores those that were never set. A PUT
   * takes what a GET returned, and compares those that it cannot change with the record (api.md 4.12).
   */
  answer?: readonly string[];
  /** The field of an answer that is a secret: null in a repeat later than a minute (api.md 7.11). */
  shownOnce?: string;
  /** Present if answers contain personal data: loads the owner's secret for stored ones (api.md 7.9). */
  owners?: AnswerOwners;
};
export type EndpointHandler = Handler<EndpointContract<unknown, unknown>>;

export type Call<Body, Query> = ReadCall<Query> &
  AnsweredCall<Answer> & {
    body: Body;
    /** Throws FIELD_IMMUTABLE if the body repeats a field of the object with another value than it has. */
    requireRecord(record: Readonly<Record<string, unknown>>, comparing?: RecordComparison): void;
  };

export function endpoint<Body = undefined, Query = undefined>(
  contract: EndpointContract<Body, Query>,
  work: (call: Call<Body, Query>) => Promise<Answer>,
): Handler<EndpointContract<Body, Query>> {
  const keeping = {
    ...contract,
    ...(contract.body && { body: kept(contract.body) }),
    ...(contract.query && { query: kept(contract.query) }),
  };
  return jsonHandler(contract, (event, context) => answerCall(event, context, keeping, work));
}

async function answerCall<Body, Query>(
  event: APIGatewayProxyEvent,
  context: RefusedContext,
  contract: EndpointContract<Body, Query>,
  work: (call: Call<Body, Query>) => Promise<Answer>,
): Promise<APIGatewayProxyResult> {
  const now = new Date();
  const rendering = renderingOf(event);
  const { caller, ownKeys, path, readQuery } = openCall(event, contract);
  const key = readIdempotencyKey(event, headerOf(event, 'idempotency-key'), caller, contract);
  const { body, repeated = {}, isPreview = false } = parseBody(event, caller, contract);
  const claim = isPreview ? undefined : key;
  const query = readQuery();
  const earlier = claim
    ? await earlierAnswer(claim, now, rendering.requestId, contract)
    : { kind: 'none' as const };
  if (earlier.kind === 'answered') return earlier.response;

  const crashed = earlier.kind === 'crashed' ? earlier.item : undefined;
  const recorder = createAnswerRecorder(claim, now, rendering, crashed);
  try {
    const answer = await work({
      ...rendering,
      caller,
      ownKeys,
      now,
      path,
      body: body as Body,
      query,
      requireRecord: (record, comparing) => requireRecord(repeated, record, comparing),
      ...(isPreview ? NO_COMMITS : recorder.commits),
      begunSubject: crashed?.subject,
    });
    await recorder.store(answer);
    return jsonResponse(answer.status ?? 200, recorder.bodyOf(answer), rendering);
  } catch (error) {
    const refusedAt = new Date();
    context.refusedAt = refusedAt;
    const isStored =
      !(error instanceof AnsweredElsewhere) && (await recorder.storeRejection(asRejection(error), refusedAt));
    if (claim === undefined || isStored) throw error;
    const elsewhere = await earlierAnswer(claim, now, rendering.requestId, contract);
    if (elsewhere.kind === 'answered') return elsewhere.response;
    throw new Rejection('REQUEST_IN_PROGRESS');
  }
}

/** A preview writes nothing: a commit would be a bug (api.md 7.10). */
const refuseCommit = () => Promise.reject(new Error('A preview writes nothing.'));
const NO_COMMITS = { commit: refuseCommit, commitBegun: refuseCommit, commitUndone: refuseCommit };

/** An empty body is accepted if no field is required; an unexpected body must still be well-formed. */
function parseBody<Body>(
  event: APIGatewayProxyEvent,
  caller: Caller,
  { body: schema, without, answer = [] }: EndpointContract<Body, unknown>,
): { body?: Body | undefined; repeated?: Readonly<Record<string, unknown>>; isPreview?: boolean } {
  const { body, isBase64Encoded, httpMethod: method } = event;
  const raw = { body, isBase64Encoded, contentType: headerOf(event, 'content-type') };
  const missing = () => missingFields(schema, caller);
  if (isEmptyBody(raw) && missing().length === 0) return { body: schema && parse(schema, caller, {}) };
  const sent = readJsonBody(raw, missing);
  const accepts = schema?.(caller).accepts;
  const input = inOurSpelling(accepts, without?.(sent) ?? sent, [...answer, 'id']);
  // Names first: a field that is missing is often one that was misspelt.
  requireKnownFields(accepts, input, { names: answer, method });
  const repeated = repeatedFields(accepts, input, answer);
  const hasPreview = accepts?.kind === 'object' && 'preview' in accepts.fields;
  const isPreview = hasPreview && spelledFlag(input['preview']) === true;
  return { body: schema && parse(schema, caller, input), repeated, isPreview };
}
