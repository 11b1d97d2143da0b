// One JSON line per event. The fields are a list, not whatever is at hand: what is not named here cannot
// reach a log, so no card number, CVV or key can.

export type LogFields = {
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  errorCode?: string;
  durationMs?: number;
  merchantId?: string;
  paymentReferenceNumber?: string;
  refundId?: string;
  recurringPaymentId?: string;
  periodNumber?: number;
  attemptNumber?: number;
  outcome?: string;
  bankResponseCode?: string;
  reason?: string;
  found?: number;
  settled?: number;
  replayed?: boolean;
  fieldNames?: readonly string[];
};
export type LogLevel = 'info' | 'warn' | 'error';

export function log(level: LogLevel, message: string, fields: LogFields = {}, error?: unknown): void {
  const line = JSON.stringify({
    level,
    message,
    at: new Date().toISOString(),
    ...fields,
    ...(error !== undefined && { error: describe(error) }),
  });
  console[level](line);
}

/** Names and places only: the message of a foreign error may repeat what it was given. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  };
}
