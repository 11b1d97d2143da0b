// The limits of every client of AWS. Without them a request to a silent server waits until Lambda ends the
// function, and no try is left for a healthy one.
import { optionalSetting } from './setting.ts';

/** A healthy DynamoDB, KMS or Scheduler answers in some ten milliseconds. */
const CALL_TIMEOUT_MS = 1_500;
/** A call that waits for a free connection counts as connecting. The sweep makes many at once. */
const MAX_CONNECTIONS = 256;
/** Three silent tries, with their pauses, end before Lambda ends the authorizer, the shortest function. */
export const MAX_AWS_ATTEMPTS = 3;

/** `callTimeoutMs`: from the start of one try to the head of its answer, the connection included. */
export const awsClientLimits = (callTimeoutMs: number) => ({
  maxAttempts: MAX_AWS_ATTEMPTS,
  requestHandler: {
    connectionTimeout: Math.ceil(callTimeoutMs * (2 / 3)),
    requestTimeout: callTimeoutMs,
    // Without it the client only warns.
    throwOnRequestTimeout: true,
    // From the head of the answer on: no byte for so long.
    socketTimeout: callTimeoutMs,
    httpAgent: { maxSockets: MAX_CONNECTIONS },
    httpsAgent: { maxSockets: MAX_CONNECTIONS },
  },
});

export const AWS_CLIENT = awsClientLimits(Number(optionalSetting('AWS_CALL_TIMEOUT_MS') ?? CALL_TIMEOUT_MS));
