// One line per request: method, route pattern, status, code, duration, whose it was. Never a path with a
// token in it, never a header, never a body.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from '#telemetry/log.ts';
import { asRejection } from './failure.ts';

/** A header whatever its case; the last one where it was sent twice. */
export function headerOf({ headers }: APIGatewayProxyEvent, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([one]) => one.toLowerCase() === name)?.[1];
}

export function requestLog(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const started = new WeakMap<APIGatewayProxyEvent, number>();
  const write = (
    event: APIGatewayProxyEvent,
    response: APIGatewayProxyResult | undefined,
    thrown?: unknown,
  ) => {
    const rejection = thrown === undefined ? undefined : asRejection(thrown);
    const status = response?.statusCode ?? 500;
    const merchantId = event.requestContext.authorizer?.['merchantId'];
    log(
      status >= 500 ? 'error' : 'info',
      'request',
      {
        requestId: event.requestContext.requestId,
        method: event.httpMethod,
        route: event.resource,
        status,
        durationMs: Math.round(performance.now() - (started.get(event) ?? performance.now())),
        ...(typeof merchantId === 'string' && { merchantId }),
        ...(rejection && { errorCode: rejection.code }),
        ...(response?.headers?.['Idempotent-Replayed'] && { replayed: true }),
      },
      rejection?.code === 'INTERNAL_ERROR' ? rejection.cause : undefined,
    );
  };
  return {
    before: ({ event }) => void started.set(event, performance.now()),
    after: ({ event, response }) => write(event, response ?? undefined),
    onError: ({ event, response, error }) => write(event, response ?? undefined, error),
  };
}
