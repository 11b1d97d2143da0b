// Which request a line belongs to. Everything that one invocation logs or measures carries its id, and the id
// of the request with which the page or recurring payment once began, without a word in any call in between.
import { AsyncLocalStorage } from 'node:async_hooks';

export type Trail = {
  /** API Gateway's, which the caller has as X-Request-Id; Lambda's own where the clock invoked us. */
  requestId: string;
  /** That of the first request of what this one goes on with, often of another day. */
  correlationId?: string;
};

const trails = new AsyncLocalStorage<Trail>();

/** What `work` logs and measures, and all that it waits for, belongs to this request. */
export function onTrail<Result>(requestId: string, work: () => Result): Result {
  return trails.run({ requestId }, work);
}

/** The same request, but work of its own: one of many things that a sweep looks after. */
export function onBranch<Result>(work: () => Result): Result {
  const { requestId } = trails.getStore() ?? {};
  return requestId === undefined ? work() : onTrail(requestId, work);
}

/** From here on this invocation goes on with what another request began. */
export function follow(correlationId: string | undefined): void {
  const trail = trails.getStore();
  if (trail !== undefined && correlationId !== undefined) trail.correlationId = correlationId;
}

export const currentTrail = (): Partial<Trail> => trails.getStore() ?? {};
