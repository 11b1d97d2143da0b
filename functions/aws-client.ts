// The limits of every AWS client. Without them a request to a silent server waits until Lambda ends the
// function, and no time is left for a try at a healthy server.
import { optionalSetting } from './setting.ts';

/** A healthy DynamoDB, KMS or Scheduler answers in some ten milliseconds. */
const CALL_TIMEOUT_MS = 1_500;
/** The sweep makes many calls at a time. A call that waits for a free connection counts as connecting. */
const MAX_CONNECTIONS = 256;
/** Three silent tries, with their pauses, end before Lambda ends the authorizer, the shortest function. */
export const MAX_AWS_ATTEMPTS = 3;

/** `callTimeoutMs`: from the start of one try to the head of its answer, the connection included. */
export const awsClientLimits = (callTimeoutMs: number) => ({
  maxAttempts: MAX_AWS_ATTEMPTS,
  requestHandler: {
    connectionTimeout: Math.ceil(callTimeoutMs * (2 / 3)),
    requestTimeout: callTimeoutMs,
    // Without this option the client only logs a warning.
    throwOnRequestTimeout: true,
    // Limits the time without a byte after the head of the answer.
    socketTimeout: callTimeoutMs,
    httpAgent: { maxSockets: MAX_CONNECTIONS },
    httpsAgent: { maxSockets: MAX_CONNECTIONS },
  },
});

export const AWS_CLIENT = awsClientLimits(Number(optionalSetting('AWS_CALL_TIMEOUT_MS') ?? CALL_TIMEOUT_MS));
