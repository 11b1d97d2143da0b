// Which request a line belongs to. Everything that one invocation logs or measures carries its id, and the id
// of the request with which the page or recurring payment once began, without a word in any call in between.
import { AsyncLocalStorage } from 'node:async_hooks';

type RequestContext = {
  /** API Gateway's, which the caller has as X-Request-Id; Lambda's own where the clock invoked us. */
  requestId: string;
  /** That of the first request of what this one goes on with, often of another day. */
  correlationId?: string;
};

const contexts = new AsyncLocalStorage<RequestContext>();

/** What `work` logs and measures, and all that it waits for, belongs to this request. */
export function withRequest<Result>(requestId: string, work: () => Result): Result {
  return contexts.run({ requestId }, work);
}

/** The same request, but work of its own: one of many things that a sweep looks after. */
export function withSeparateCorrelation<Result>(work: () => Result): Result {
  const { requestId } = contexts.getStore() ?? {};
  return requestId === undefined ? work() : withRequest(requestId, work);
}

/** From here on this invocation goes on with what another request began. */
export function correlateWith(correlationId: string | undefined): void {
  const context = contexts.getStore();
  if (context !== undefined && correlationId !== undefined) context.correlationId = correlationId;
}

export const currentRequest = (): Partial<RequestContext> => contexts.getStore() ?? {};
