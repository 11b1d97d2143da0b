// Runs one handler as the Lambda runtime does: the event and the answer cross the border as JSON, the
// context is AWS's, and whoever runs over time has failed for the caller.
import { localArn } from './aws-json.ts';

export type LambdaFunction = {
  name: string;
  /** Loaded at the first invocation, as a cold start does. */
  load: () => Promise<{ handler: (event: never, context: never) => unknown }>;
  timeoutMs: number;
  /** How often a failed event is tried again; AWS allows 0 to 2. */
  retryAttempts: 0 | 1 | 2;
  memoryMb?: number;
};

/** What a function learns of its invocation. Remaining time is real time: the local clock may leap. */
export type LambdaContext = {
  functionName: string;
  functionVersion: string;
  invokedFunctionArn: string;
  memoryLimitInMB: string;
  awsRequestId: string;
  logGroupName: string;
  logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  getRemainingTimeInMillis(): number;
};

/** What the caller sees of a failed invocation; `cause` is what the handler threw. */
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

/** Over time, it fails for the caller; nobody can stop what the handler still does. */
export async function runHandler(
  invoked: LambdaFunction,
  loaded: LoadedHandler,
  { event, requestId }: { event: string; requestId: string },
): Promise<unknown> {
  // A handler types its own event and context; that they are what it expects is its route's promise.
  const handler = loaded as (event: unknown, context: LambdaContext) => unknown;
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

function contextOf(invoked: LambdaFunction, requestId: string): LambdaContext {
  const endsAt = performance.now() + invoked.timeoutMs;
  return {
    functionName: invoked.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: lambdaArn(invoked.name),
    memoryLimitInMB: String(invoked.memoryMb ?? 512),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${invoked.name}`,
    logStreamName: 'local/[$LATEST]',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(endsAt - performance.now())),
  };
}

/** JSON text within the size that Lambda lets through. */
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
