// The request that a line of output belongs to. Everything that one invocation logs or measures has its id,
// the id of its API key and the id of the request that created the page or recurring payment, without a
// parameter in the calls between.
import { AsyncLocalStorage } from 'node:async_hooks';
import { optionalSetting } from '#setting.ts';

type RequestContext = {
  /** API Gateway's id, which the caller gets as X-Request-Id. Lambda's id in a background function. */
  requestId: string;
  /** The id of the request that created the page or recurring payment, often days before. */
  correlationId?: string;
  /** The order that it is about, by its `orderDigest`. */
  order?: string;
  /** The id of the API key of a merchant's request; not the key. */
  keyId?: string;
  /** The root of the trace that API Gateway or Lambda began (observability.md 1.4). */
  traceId?: string;
};
/** `endsAtMs`: when Lambda ends the function, by `performance.now()`. No line of output has it. */
type Context = { request: RequestContext; endsAtMs?: number };

const contexts = new AsyncLocalStorage<Context>();

/** What is known of a request besides its id. `remainingMs`: until Lambda ends the function. */
type RequestFacts = { keyId?: string; remainingMs?: number | undefined };

/** Runs `work`. Everything that it logs and measures, also asynchronously, belongs to this request. */
export function withRequest<Result>(
  requestId: string,
  work: () => Result,
  { keyId, remainingMs }: RequestFacts = {},
): Result {
  const request = { requestId, ...trace(), ...(keyId !== undefined && { keyId }) };
  return contexts.run({ request, ...endsIn(remainingMs) }, work);
}

const endsIn = (remainingMs: number | undefined) =>
  remainingMs === undefined ? {} : { endsAtMs: performance.now() + remainingMs };

function trace(): Pick<RequestContext, 'traceId'> {
  const traceId = /\bRoot=([\w-]+)/.exec(optionalSetting('_X_AMZN_TRACE_ID') ?? '')?.[1];
  return traceId === undefined ? {} : { traceId };
}

/** The part of Lambda's context that functions need. */
export type Invocation = { awsRequestId: string; getRemainingTimeInMillis(): number };

/** The same for a background function, which is a request of its own. */
export const withInvocation = <Result>(invocation: Invocation, work: () => Result): Result =>
  withRequest(invocation.awsRequestId, work, { remainingMs: invocation.getRemainingTimeInMillis() });

/** Runs `work` in the same request with its own correlation id, for example for one row of a sweep. */
export function withSeparateCorrelation<Result>(work: () => Result): Result {
  const context = contexts.getStore();
  if (context === undefined) return work();
  return contexts.run({ ...context, request: { requestId: context.request.requestId, ...trace() } }, work);
}

/** The rest of this invocation belongs to the request that created the page or recurring payment, and to its order. */
export function correlateWith(correlationId: string | undefined, order?: string): void {
  const request = contexts.getStore()?.request;
  if (request === undefined) return;
  if (correlationId !== undefined) request.correlationId = correlationId;
  if (order !== undefined) request.order = order;
}

export const currentRequest = (): Partial<RequestContext> => contexts.getStore()?.request ?? {};

/** When Lambda ends the present function, by `performance.now()`; undefined in a function that tells no end. */
export const invocationEndMs = (): number | undefined => contexts.getStore()?.endsAtMs;
