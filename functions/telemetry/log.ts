// One JSON line per event. The fields are a list, not whatever is at hand: what is not named here cannot
// reach a log, so no card number, CVV or key can.
import { currentRequest } from './request-context.ts';

export type LogFields = {
  /** The caller's own id of this request, where it sent one that has the form of a UUID. */
  clientRequestId?: string;
  method?: string;
  route?: string;
  status?: number;
  errorCode?: string;
  durationMs?: number;
  merchantId?: string;
  /** A hosted page, as `pageMark` names it. */
  page?: string;
  paymentReferenceNumber?: string;
  customerId?: string;
  cardId?: string;
  refundId?: string;
  recurringPaymentId?: string;
  recurringPaymentStatus?: string;
  periodNumber?: number;
  attemptNumber?: number;
  /** ISO instant of an alarm. */
  plannedFor?: string;
  currency?: string;
  /** What the bank was asked. */
  operation?: string;
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
    ...currentRequest(),
    ...fields,
    ...(error !== undefined && { error: describe(error) }),
  });
  console[level](line);
}

/** Names and places only: the message of a foreign error may repeat what it was given. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  // The stack begins with the message, whose lines may look like anything.
  const places = (error.stack ?? '').replace(error.message, '').split('\n');
  const frames = places.filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  };
}
