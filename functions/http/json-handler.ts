// What both wrappers of JSON endpoints have: the log line, the envelope of a refusal, caller and query.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { asRejection } from '#domain/rejection.ts';
import type { CallScope, Scope } from '#domain/scope.ts';
import { type Caller, type OwnKeys, ownKeysOf, readCaller, requireAddress } from './caller.ts';
import type { TableAnswer } from './csv.ts';
import type { Rendering } from './envelope.ts';
import { failureResponse } from './failure.ts';
import { readParameters } from './fields/unknown-fields.ts';
import { renderingOf } from './rendering.ts';
import { type Handle, handling } from './request-log.ts';
import { parse, type Schema } from './schema.ts';

export type ReadContract<Query> = {
  /** The scope that the caller's key must have, equal to that in the route table. */
  scope: CallScope;
  /** A key with this scope alone is answered what it made itself. */
  ownScope?: Scope;
  query?: Schema<Query>;
  /** The answer as a table, for a caller who prefers text/csv. */
  csv?: TableAnswer;
  /** Runs on the raw body and query before any name is checked; throws if they contain a forbidden field. */
  without?: (sent: Record<string, unknown>) => Record<string, unknown>;
};

export type ReadCall<Query> = Rendering & {
  caller: Caller;
  ownKeys: OwnKeys;
  now: Date;
  path: Record<string, string | undefined>;
  query: Query;
};

/** The handler with its contract, from which the API reference is generated. */
export type Handler<Contract> = Handle & { contract: Contract };

export const jsonHandler = <Contract>(contract: Contract, work: Parameters<typeof handling>[0]) =>
  Object.assign(
    handling(work, (error, event, { refusedAt = new Date() }) =>
      failureResponse(asRejection(error), refusedAt, renderingOf(event)),
    ),
    { contract },
  );

/**
 * Who calls, and what the address says. The names of the query are checked now, its values when `readQuery`
 * is called: after the names in a body.
 */
export function openCall<Query>(
  { requestContext, multiValueQueryStringParameters, pathParameters }: APIGatewayProxyEvent,
  { scope, ownScope, query, without }: ReadContract<Query>,
  asCsv = false,
) {
  const caller = readCaller(requestContext.authorizer);
  requireAddress(caller, requestContext.identity?.sourceIp ?? '');
  const ownKeys = ownKeysOf(caller, { scope, ownScope });
  const parameters = multiValueQueryStringParameters ?? {};
  without?.(parameters);
  const reader = { ...caller, asCsv };
  const { values, sentAs } = readParameters(query?.(reader).accepts, parameters);
  return {
    caller,
    ownKeys,
    path: (pathParameters ?? {}) as ReadCall<Query>['path'],
    readQuery: () => (query && parse(query, reader, values, sentAs)) as Query,
  };
}
