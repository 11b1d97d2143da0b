// The wrapper of every JSON endpoint: caller, body and query, idempotency, envelope, log line. The endpoint
// itself loads, decides, commits and returns its answer.
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Answer } from '#contract/answer.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Scope } from '#domain/scope.ts';
import type { AnsweredCall } from '#store/table/commit.ts';
import { isEmptyBody, readJsonBody } from './body/body.ts';
import { type Caller, readCaller, requireScope } from './caller.ts';
import { jsonResponse, type Rendering } from './envelope.ts';
import { asRejection, failureResponse } from './failure.ts';
import { type Comparing, repeatedFields, requireRecord } from './fields/record-fields.ts';
import { readParameters, requireKnownFields } from './fields/unknown-fields.ts';
import { AnsweredElsewhere, createAnswerRecorder } from './idempotency/answer-recorder.ts';
import { type AnswerOwners, earlierAnswer, readIdempotencyKey } from './idempotency/idempotency-key.ts';
import { renderingOf } from './rendering.ts';
import { headerOf, perRequest, requestLog } from './request-log.ts';
import { kept, missingFields, parse, type Schema } from './schema.ts';

type EndpointContract<Body, Query> = {
  /** The scope that the caller's key must have, equal to that in the route table. */
  scope: Scope;
  /** A call may omit the body if no field of it is required. */
  body?: Schema<Body>;
  query?: Schema<Query>;
  /**
   * The names of the resource's answer (answer-names.ts). A POST ignores those that were never set. A PUT
   * takes what a GET returned, and compares those that it cannot change with the record (api.md 4.12).
   */
  answer?: readonly string[];
  /** Runs on the raw body and query before any name is checked; throws if they contain a forbidden field. */
  without?: (sent: Record<string, unknown>) => Record<string, unknown>;
  /** Present if answers contain personal data: loads the owner's secret for stored ones (api.md 7.9). */
  owners?: AnswerOwners;
};

export type Call<Body, Query> = Rendering &
  AnsweredCall<Answer> & {
    caller: Caller;
    now: Date;
    path: Record<string, string | undefined>;
    body: Body;
    query: Query;
    /** Throws FIELD_IMMUTABLE if the body repeats a field of the object with another value than it has. */
    requireRecord(shown: Readonly<Record<string, unknown>>, comparing?: Comparing): void;
  };

type Handle = (
  event: APIGatewayProxyEvent,
  context: { awsRequestId: string },
) => Promise<APIGatewayProxyResult>;
/** The handler with its contract, from which the API reference is generated. */
export type EndpointHandler = Handle & { contract: EndpointContract<unknown, unknown> };

export function endpoint<Body = undefined, Query = undefined>(
  contract: EndpointContract<Body, Query>,
  work: (call: Call<Body, Query>) => Promise<Answer>,
): EndpointHandler {
  const keeping = {
    ...contract,
    ...(contract.body && { body: kept(contract.body) }),
    ...(contract.query && { query: kept(contract.query) }),
  };
  const handle = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RefusedContext>()
    .use(requestLog())
    .onError((request) => {
      const { event, context, error } = request;
      request.response = failureResponse(
        asRejection(error),
        context.refusedAt ?? new Date(),
        renderingOf(event),
      );
    })
    .handler((event, context) => answerCall(event, context, keeping, work)) as unknown as Handle;
  return Object.assign(perRequest(handle), { contract });
}

/** The instant of a refusal, so that the answer and its stored copy are equal byte for byte. */
type RefusedContext = Context & { refusedAt?: Date };

async function answerCall<Body, Query>(
  event: APIGatewayProxyEvent,
  context: RefusedContext,
  contract: EndpointContract<Body, Query>,
  work: (call: Call<Body, Query>) => Promise<Answer>,
): Promise<APIGatewayProxyResult> {
  const now = new Date();
  const rendering = renderingOf(event);
  const caller = readCaller(event.requestContext.authorizer);
  requireScope(caller, contract.scope);
  const claim = readIdempotencyKey(event, headerOf(event, 'idempotency-key'), caller);
  const parameters = event.multiValueQueryStringParameters ?? {};
  contract.without?.(parameters);
  const { values, sentAs } = readParameters(contract.query?.(caller).accepts, parameters);
  const { body, repeated = {} } = event.httpMethod === 'GET' ? {} : parseBody(event, caller, contract);
  const query = contract.query && parse(contract.query, caller, values, sentAs);
  const earlier = claim
    ? await earlierAnswer(claim, now, rendering.requestId, contract.owners)
    : { kind: 'none' as const };
  if (earlier.kind === 'answered') return earlier.response;

  const recorder = createAnswerRecorder(
    claim,
    now,
    rendering,
    earlier.kind === 'crashed' ? earlier.item : undefined,
  );
  const path = (event.pathParameters ?? {}) as Record<string, string | undefined>;
  try {
    const answer = await work({
      ...rendering,
      caller,
      now,
      path,
      body: body as Body,
      query: query as Query,
      requireRecord: (shown, comparing) => requireRecord(repeated, shown, comparing),
      commit: recorder.commit,
      commitBegun: recorder.commitBegun,
      commitUndone: recorder.commitUndone,
      begunSubject: earlier.kind === 'crashed' ? earlier.item.subject : undefined,
    });
    await recorder.store(answer);
    return jsonResponse(answer.status ?? 200, recorder.bodyOf(answer), rendering);
  } catch (error) {
    const refusedAt = new Date();
    context.refusedAt = refusedAt;
    const isStored =
      !(error instanceof AnsweredElsewhere) && (await recorder.storeRejection(asRejection(error), refusedAt));
    if (claim === undefined || isStored) throw error;
    const elsewhere = await earlierAnswer(claim, now, rendering.requestId, contract.owners);
    if (elsewhere.kind === 'answered') return elsewhere.response;
    throw new Rejection('REQUEST_IN_PROGRESS');
  }
}

/** An empty body is accepted if no field is required; an unexpected body must still be well-formed. */
function parseBody<Body>(
  event: APIGatewayProxyEvent,
  caller: Caller,
  { body: schema, without, answer = [] }: EndpointContract<Body, unknown>,
): { body?: Body | undefined; repeated?: Readonly<Record<string, unknown>> } {
  const { body, isBase64Encoded, httpMethod: method } = event;
  const raw = { body, isBase64Encoded, contentType: headerOf(event, 'content-type') };
  const missing = () => missingFields(schema, caller);
  if (isEmptyBody(raw) && missing().length === 0) return { body: schema && parse(schema, caller, {}) };
  const sent = readJsonBody(raw, missing);
  const input = without?.(sent) ?? sent;
  // Names first: a field that is missing is often one that was misspelt.
  const accepts = schema?.(caller).accepts;
  requireKnownFields(accepts, input, { names: answer, method });
  const repeated = repeatedFields(accepts, input, answer);
  return { body: schema && parse(schema, caller, input), repeated };
}
