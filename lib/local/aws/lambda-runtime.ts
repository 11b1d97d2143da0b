// Runs a handler as the Lambda runtime does: event and result are serialised as JSON, and an invocation that
// exceeds its timeout fails.
import type { Invocation } from '#telemetry/request-context.ts';
import { localArn } from './aws-json.ts';

export type LambdaFunction = {
  name: string;
  /** Called at the first invocation, like a cold start. */
  load: () => Promise<{ handler: (event: never, context: never) => unknown }>;
  timeoutMs: number;
  /** Retries of a failed event; AWS allows 0 to 2. */
  retryAttempts: 0 | 1 | 2;
};

/** The error of a failed invocation; `cause` is the error that the handler threw. */
export class LambdaError extends Error {
  override readonly name = 'LambdaError';
  readonly functionName: string;
  readonly errorType: string;

  constructor(functionName: string, errorType: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.functionName = functionName;
    this.errorType = errorType;
  }
}

const largestPayloadBytes = 6 * 1024 * 1024;

export function lambdaArn(functionName: string): string {
  return localArn('lambda', `function:${functionName}`);
}

type LoadedHandler = Awaited<ReturnType<LambdaFunction['load']>>['handler'];

/** Rejects after the timeout; the handler itself cannot be stopped. */
export async function runHandler(
  invoked: LambdaFunction,
  loaded: LoadedHandler,
  { event, requestId }: { event: string; requestId: string },
): Promise<unknown> {
  // Each handler declares its own event and context types; its route ensures that they match.
  const handler = loaded as (event: unknown, context: Invocation) => unknown;
  const context = contextOf(invoked, requestId);
  const work = async () => await handler(JSON.parse(event), context);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const seconds = (invoked.timeoutMs / 1000).toFixed(2);
      reject(new LambdaError(invoked.name, 'Sandbox.Timedout', `Task timed out after ${seconds} seconds`));
    }, invoked.timeoutMs);
  });
  try {
    return JSON.parse(toJson(invoked, await Promise.race([work(), timeout])));
  } finally {
    clearTimeout(timer);
  }
}

/** Remaining time is real time, because the local clock can jump. */
function contextOf(invoked: LambdaFunction, requestId: string): Invocation {
  const endsAt = performance.now() + invoked.timeoutMs;
  return {
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(endsAt - performance.now())),
  };
}

/** JSON text within Lambda's payload limit. */
export function toJson(invoked: LambdaFunction, value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'null';
  } catch (error) {
    throw new LambdaError(invoked.name, 'Runtime.MarshalError', 'Unable to stringify the payload', error);
  }
  if (text.length <= largestPayloadBytes && Buffer.byteLength(text) <= largestPayloadBytes) return text;
  const message = `The payload exceeds the maximum of ${largestPayloadBytes} bytes`;
  throw new LambdaError(invoked.name, 'Function.ResponseSizeTooLarge', message);
}

export function asLambdaError(invoked: LambdaFunction, error: unknown): LambdaError {
  if (error instanceof LambdaError) return error;
  if (error instanceof Error) return new LambdaError(invoked.name, error.name, error.message, error);
  return new LambdaError(invoked.name, 'Error', String(error), error);
}
