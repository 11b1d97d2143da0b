// The JSON calls under /local, by which programs and people of this machine control what is simulated.
import { Temporal } from 'temporal-polyfill';
import { ShapeError } from '#domain/shape.ts';
import { BANK_PROTOCOLS, type BankProtocol } from '../bank/account.ts';
import { SettingError } from '../operator/merchant-settings.ts';
import { MalformedOutcome } from './bank/script.ts';
import type { HttpHandler, HttpResponse } from './http-handler.ts';

/** The fields of the body, and of the query. */
export type ControlInput = Record<string, unknown>;
export type ControlOperation = (input: ControlInput) => unknown;

/** An invalid request; the message is the reason. */
export class InvalidRequest extends Error {}
const REJECTIONS = [InvalidRequest, SettingError, MalformedOutcome, ShapeError];

/** `operations`: by method and path below /local, such as `GET /info`. */
export function jsonCalls(operations: Readonly<Record<string, ControlOperation>>): HttpHandler {
  return async ({ method, url, body }) => {
    const [path] = url.split('?');
    const operation = operations[`${method} ${path}`];
    if (operation === undefined) return json(404, { error: `There is no ${method} /local${path}.` });
    try {
      return json(200, await operation(readInput(url, body)));
    } catch (error) {
      if (!REJECTIONS.some((rejection) => error instanceof rejection)) throw error;
      return json(400, { error: (error as Error).message });
    }
  };
}

const json = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  body: JSON.stringify(value),
});

function readInput(url: string, body: Buffer): ControlInput {
  const query = Object.fromEntries(new URLSearchParams(url.split('?')[1]));
  if (body.length === 0) return query;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return { ...query, ...value };
  } catch {
    // Rejected below, like other bodies that are not an object.
  }
  throw new InvalidRequest('The body must be a JSON object.');
}

/**
 * The target time of `{ to: instant }` or `{ by: duration }` in milliseconds. Throws if it is in the past.
 */
export function targetIn({ to, by }: ControlInput, nowMs: number): number {
  try {
    if (typeof to === 'string') return requireFuture(Temporal.Instant.from(to).epochMilliseconds, nowMs);
    if (typeof by === 'string') {
      const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC');
      return requireFuture(now.add(Temporal.Duration.from(by)).epochMilliseconds, nowMs);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new InvalidRequest(
    'Send `to` as an instant (2026-11-20T09:00:00Z) or `by` as a duration (P1M, PT5M).',
  );
}

/** After this instant an ISO year has more than four digits, and texts no longer sort by time. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function requireFuture(instantMs: number, nowMs: number): number {
  if (instantMs > LAST_MS) throw new InvalidRequest('Time ends with the year 9999 here.');
  if (instantMs < nowMs) throw new InvalidRequest('Time moves forward only.');
  return instantMs;
}

/** What the bank does next, as `{ outcomes: ['lost-after'] }`. */
export function outcomesIn({ outcomes }: ControlInput): string[] {
  if (!Array.isArray(outcomes)) throw new InvalidRequest('`outcomes` must be a list of texts.');
  return outcomes.map(String);
}

export function protocolIn({ bank }: ControlInput): BankProtocol {
  const protocol = BANK_PROTOCOLS.find((one) => one === bank);
  if (protocol !== undefined) return protocol;
  throw new InvalidRequest(`\`bank\` must be one of ${BANK_PROTOCOLS.join(', ')}.`);
}
