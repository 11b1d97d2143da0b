// The log of the functions as lines that a person reads beside a browser: what was called, how it ended, how
// long it took. The functions write JSON for CloudWatch (functions/telemetry/log.ts); `LOG=json` shows that.

type LogLine = { level: string; message: string; at: string } & Record<string, unknown>;

/** The fields that tell one call or object from another, in this order. */
const TOLD = [
  'errorCode',
  'outcome',
  'operation',
  'bank',
  'bankResponseCode',
  'reason',
  'paymentReferenceNumber',
  'refundId',
  'recurringPaymentId',
  'webhookId',
  'eventId',
] as const;

const MINUTE_MS = 60_000;
const UNITS = [
  [24 * 60 * MINUTE_MS, 'day'],
  [60 * MINUTE_MS, 'hour'],
  [MINUTE_MS, 'minute'],
] as const;

/** `31 days`; undefined for less than a minute. */
export function leadOf(aheadMs: number): string | undefined {
  const [unitMs, unit] = UNITS.find(([ms]) => aheadMs >= ms) ?? [];
  if (unitMs === undefined) return undefined;
  const count = Math.floor(aheadMs / unitMs);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const parsed = (line: string): LogLine | undefined =>
  line.startsWith('{"level":') ? (JSON.parse(line) as LogLine) : undefined;

/** What a job that found nothing to do writes: nothing that a person would miss. */
const isIdle = (entry: LogLine) =>
  entry.level === 'info' && entry['method'] === undefined && TOLD.every((name) => entry[name] === undefined);

/** `12:00:05  POST /api/payment/hostedpage  201  34 ms  PAY-…`. */
function readableLine(entry: LogLine): string {
  const { message, at, method, route, status, durationMs, error } = entry;
  const what =
    method === undefined
      ? [message]
      : [`${String(method)} ${String(route)}`, status, `${String(durationMs)} ms`];
  const failure = (error as { name?: string } | undefined)?.name;
  const told = TOLD.map((name) => entry[name]);
  return [at.slice(11, 19), ...what, ...told, failure && `(${failure}; LOG=json shows where)`]
    .filter((part) => part !== undefined)
    .join('  ');
}

/** Returns what is shown of a line of the log. Before a request it tells if the clock was moved. */
export function readableLog(aheadMs: () => number): (line: string) => string[] {
  let lead = leadOf(aheadMs());
  return (line) => {
    const entry = parsed(line);
    if (entry === undefined) return [line];
    if (isIdle(entry)) return [];
    const now = entry['method'] === undefined ? lead : leadOf(aheadMs());
    const moved = now === lead ? [] : [`The local clock now stands ${now} ahead. DATA=memory begins today.`];
    lead = now;
    return [...moved, readableLine(entry)];
  };
}

/** Shows all further lines of the log so. `aheadMs`: the lead of the local clock over the machine's. */
export function showReadableLog(aheadMs: () => number): void {
  const read = readableLog(aheadMs);
  for (const level of ['info', 'warn', 'error'] as const) {
    const write = console[level].bind(console);
    console[level] = (line: unknown, ...values: unknown[]) => {
      if (typeof line === 'string' && values.length === 0) for (const shown of read(line)) write(shown);
      else write(line, ...values);
    };
  }
}
