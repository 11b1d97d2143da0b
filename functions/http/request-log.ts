// One log line per request: method, route pattern, status, error code, duration, merchant, id of the
// object. It never contains a path with a token, a body, or a header other than an id.
import middy, { type Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { isPaymentReference, isUuid } from '#domain/id.ts';
import { readPageName } from '#domain/payment/page-token.ts';
import { asRejection } from '#domain/rejection.ts';
import { optionalSetting } from '#setting.ts';
import { type LogFields, log } from '#telemetry/log.ts';
import { type Invocation, withRequest } from '#telemetry/request-context.ts';
import { withPathIds } from './path-ids.ts';

/** Reads a header, ignoring case; the last value if it was sent twice. */
export function headerOf({ headers }: APIGatewayProxyEvent, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([one]) => one.toLowerCase() === name)?.[1];
}

/** Path segments that an id follows, and the log field of that id. */
const NAMED_BY: readonly [below: string, field: keyof LogFields & `${string}Id`][] = [
  ['/api/RecurringPayment/', 'recurringPaymentId'],
  ['/api/Refund/', 'refundId'],
  ['/api/customer/', 'customerId'],
  ['/api/card/', 'cardId'],
];

/** The id in the path. Text that is not an id is not logged, because callers may send any text. */
function namedBy({ resource, pathParameters }: APIGatewayProxyEvent): LogFields {
  const { id = '', token = '', paymentReferenceNumber = '' } = pathParameters ?? {};
  const page = readPageName(token)?.id;
  // Sixteen digits are as likely a card number that someone has sent as the id of a page.
  if (page !== undefined && !/^\d+$/.test(page)) return { page };
  if (isPaymentReference(paymentReferenceNumber)) return { paymentReferenceNumber };
  const field = NAMED_BY.find(([below]) => resource.startsWith(below))?.[1];
  return field !== undefined && isUuid(id) ? { [field]: id } : {};
}

type TimedEvent = { startedMs?: number };
/** `refusedAt`: the instant of a refusal, so that the answer and its stored copy are equal byte for byte. */
export type RefusedContext = Context & { refusedAt?: Date };
type TimedRequest = Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RefusedContext, TimedEvent>;

type Work = (event: APIGatewayProxyEvent, context: RefusedContext) => Promise<APIGatewayProxyResult>;
export type Handle = (
  event: APIGatewayProxyEvent,
  context?: Pick<Invocation, 'awsRequestId'> & Partial<Invocation>,
) => Promise<APIGatewayProxyResult>;

/**
 * The handler of an endpoint. Every log line of a request contains the id that API Gateway assigned, and the
 * id of its API key. The ids of its path are in the case in which they are stored. `refusal`: the response to
 * an error; without it the error is thrown.
 */
export function handling(
  work: Work,
  refusal?: (error: Error, event: APIGatewayProxyEvent, context: RefusedContext) => APIGatewayProxyResult,
): Handle {
  const wrapped = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RefusedContext, TimedEvent>()
    .before(({ internal }) => {
      internal.startedMs = performance.now();
    })
    .after(writeLine)
    .onError(writeLine);
  // Runs before the line is written.
  wrapped.onError((request) => {
    if (refusal) request.response = refusal(request.error as Error, request.event, request.context);
  });
  const handle = wrapped.handler(work) as unknown as Handle;
  return (event, context) => {
    const { requestId, authorizer } = event.requestContext;
    const { keyId } = (authorizer ?? {}) as Record<string, unknown>;
    const remainingMs = context?.getRemainingTimeInMillis?.();
    const known = { remainingMs, ...(typeof keyId === 'string' && { keyId }) };
    return withRequest(requestId, () => handle(withPathIds(event), context), known);
  };
}

function writeLine({ event, response, error, internal }: TimedRequest): void {
  const rejection = error ? asRejection(error) : undefined;
  const status = response?.statusCode ?? 500;
  const { merchantId } = (event.requestContext.authorizer ?? {}) as Record<string, unknown>;
  const clientRequestId = headerOf(event, 'x-request-id')?.toLowerCase() ?? '';
  const nowMs = performance.now();
  log(
    status >= 500 ? 'error' : 'info',
    'request',
    {
      method: event.httpMethod,
      route: event.resource,
      status,
      release: optionalSetting('RELEASE'),
      durationMs: Math.round(nowMs - (internal.startedMs ?? nowMs)),
      ...(typeof merchantId === 'string' && { merchantId }),
      ...namedBy(event),
      ...(isUuid(clientRequestId) && { clientRequestId }),
      ...(rejection && { errorCode: rejection.code }),
      ...(response?.headers?.['Idempotent-Replayed'] && { replayed: true }),
    },
    rejection?.code === 'INTERNAL_ERROR' ? rejection.cause : undefined,
  );
}
