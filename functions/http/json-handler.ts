// What both wrappers of JSON endpoints have: the log line, the envelope of a refusal, caller and query.
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Scope } from '#domain/scope.ts';
import { type Caller, readCaller, requireScope } from './caller.ts';
import type { Rendering } from './envelope.ts';
import { asRejection, failureResponse } from './failure.ts';
import { readParameters } from './fields/unknown-fields.ts';
import { renderingOf } from './rendering.ts';
import { perRequest, requestLog } from './request-log.ts';
import { parse, type Schema } from './schema.ts';

export type ReadContract<Query> = {
  /** The scope that the caller's key must have, equal to that in the route table. */
  scope: Scope;
  query?: Schema<Query>;
  /** Runs on the raw body and query before any name is checked; throws if they contain a forbidden field. */
  without?: (sent: Record<string, unknown>) => Record<string, unknown>;
};

export type ReadCall<Query> = Rendering & {
  caller: Caller;
  now: Date;
  path: Record<string, string | undefined>;
  query: Query;
};

type Handle = (
  event: APIGatewayProxyEvent,
  context: { awsRequestId: string },
) => Promise<APIGatewayProxyResult>;
/** The handler with its contract, from which the API reference is generated. */
export type Handler<Contract> = Handle & { contract: Contract };

/** The instant of a refusal, so that the answer and its stored copy are equal byte for byte. */
export type RefusedContext = Context & { refusedAt?: Date };

export function jsonHandler<Contract>(
  contract: Contract,
  answer: (event: APIGatewayProxyEvent, context: RefusedContext) => Promise<APIGatewayProxyResult>,
): Handler<Contract> {
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
    .handler(answer) as unknown as Handle;
  return Object.assign(perRequest(handle), { contract });
}

/**
 * Who calls, and what the address says. The names of the query are checked now, its values when `readQuery`
 * is called: after the names in a body.
 */
export function openCall<Query>(
  { requestContext, multiValueQueryStringParameters, pathParameters }: APIGatewayProxyEvent,
  { scope, query, without }: ReadContract<Query>,
) {
  const caller = readCaller(requestContext.authorizer);
  requireScope(caller, scope);
  const parameters = multiValueQueryStringParameters ?? {};
  without?.(parameters);
  const { values, sentAs } = readParameters(query?.(caller).accepts, parameters);
  return {
    caller,
    path: (pathParameters ?? {}) as ReadCall<Query>['path'],
    readQuery: () => (query && parse(query, caller, values, sentAs)) as Query,
  };
}
