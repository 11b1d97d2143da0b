// Writes one JSON line per event. The fields are an allow-list, so no card number, CVV or key can reach the
// log (observability.md 1.3).
import { currentRequest } from './request-context.ts';

export type LogFields = {
  /** The caller's own id of this request, if it sent a UUID. */
  clientRequestId?: string;
  method?: string;
  route?: string;
  status?: number;
  /** Of the function that answered, where new versions get their calls step by step. */
  release?: string | undefined;
  errorCode?: string;
  durationMs?: number;
  merchantId?: string;
  /** The id of a refused API key. The id of an accepted key is in each line of its request. */
  keyId?: string;
  /** A hosted page, by its `pageMark`. */
  page?: string;
  paymentReferenceNumber?: string;
  customerId?: string;
  /** A person at the console, for whom another one acts. */
  personId?: string;
  cardId?: string;
  refundId?: string;
  settlementId?: string;
  recurringPaymentId?: string;
  recurringPaymentStatus?: string;
  webhookId?: string;
  eventId?: string;
  periodNumber?: number;
  attemptNumber?: number;
  /** ISO instant of a schedule. */
  plannedFor?: string;
  currency?: string;
  /** The id of a virtual POS. */
  virtualPos?: string;
  bankOrderId?: string;
  /** A bank's day. */
  day?: string;
  /** Host and port of a bank. */
  bank?: string;
  /** The call to the bank. */
  operation?: string;
  /** The key of a row. */
  row?: string;
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
    ...(error !== undefined && { error: describeError(error) }),
  });
  console[level](line);
}

/** Name and stack only, because the message of a library's error may repeat its input. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  // The stack begins with the message, which can contain any text.
  const lines = (error.stack ?? '').replace(error.message, '').split('\n');
  const frames = lines.filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
