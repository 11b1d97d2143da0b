// The control API of the local service (docs/interface/local-service.md 1.4): clock, outages, bank script,
// ledger.

import { Temporal } from 'temporal-polyfill';
import { ShapeError } from '#domain/shape.ts';
import { BANK_PROTOCOLS, type BankProtocol } from '../bank/account.ts';
import { readSettings, SettingError } from '../operator/merchant-settings.ts';
import { signInLink } from '../operator/people.ts';
import type { Bank } from './bank/bank.ts';
import { MalformedOutcome } from './bank/script.ts';
import type { HttpHandler, HttpResponse } from './http-handler.ts';
import type { LocalMerchant, LocalMerchantOptions } from './local-merchant.ts';
import type { Snapshot } from './snapshot.ts';
import type { Clock } from './time/clock.ts';
import type { Timeline } from './time/timeline.ts';

type ControlApiOptions = {
  baseUrl: string;
  merchant: LocalMerchant;
  clock: Clock;
  timeline: Timeline;
  bank: Bank;
  addMerchant(options?: LocalMerchantOptions): Promise<LocalMerchant>;
  /** Stores the target of the clock's last move, and the clock's lead over the machine's clock. */
  clockStore: Snapshot<number>;
  /** Makes the timers and the stream reader read the table, after a change that no function made. */
  rescheduleTimers(): void;
  /** The functions' environment variables, for command-line tools that run the same code. */
  environment: Record<string, string>;
};

type Input = Record<string, unknown>;
type ControlOperation = (input: Input) => unknown;

/** An invalid request; the message is the reason. */
class InvalidRequest extends Error {}
const REJECTIONS = [InvalidRequest, SettingError, MalformedOutcome, ShapeError];

export function createControlApi(options: ControlApiOptions): HttpHandler {
  const { baseUrl, merchant, clock, timeline, bank, addMerchant } = options;
  const operations: Record<string, ControlOperation> = {
    'GET /info': () => ({
      baseUrl,
      payUrl: baseUrl,
      merchantId: merchant.merchantId,
      apiKey: merchant.apiKey,
      now: clock.now().toISOString(),
    }),
    // A command requests the environment. It may write changes that no function makes.
    'GET /environment': () => {
      options.rescheduleTimers();
      return options.environment;
    },
    'POST /merchant': (input) => addMerchant(merchantOptions(input)),
    'GET /clock': () => ({ now: clock.now().toISOString() }),
    'POST /clock': async (input) => {
      const targetMs = target(input, clock.nowMs());
      // Stored first: a service that is killed during the move may have written rows of later times.
      options.clockStore.set('now', targetMs);
      const fired = await timeline.moveTo(targetMs);
      options.clockStore.set('aheadMs', clock.aheadMs());
      return { now: clock.now().toISOString(), fired };
    },
    'POST /bank/script': ({ outcomes }) => {
      if (!Array.isArray(outcomes)) throw new InvalidRequest('`outcomes` must be a list of texts.');
      bank.script(outcomes.map(String));
      return { outcomes };
    },
    'POST /scheduler': async ({ running }) => {
      if (typeof running !== 'boolean') throw new InvalidRequest('`running` must be true or false.');
      return { running, fired: await timeline.setRunning(running) };
    },
    'POST /sweep': () => {
      options.rescheduleTimers();
      return { touched: true };
    },
    // A clock that moved has ended the sessions at the console.
    'POST /sign-in': ({ merchant: id, person }) =>
      signInLink(String(id ?? merchant.merchantId), String(person), clock.now()),
    'GET /bank/ledger': () => ({ operations: bank.ledger() }),
  };
  return async ({ method, url, body }) => {
    const [path] = url.split('?');
    const operation = operations[`${method} ${path}`];
    if (operation === undefined) return json(404, { error: `There is no ${method} /local${path}.` });
    try {
      return json(200, await operation(readInput(body)));
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

function readInput(body: Buffer): Input {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Input;
  } catch {
    // Rejected below, like other bodies that are not an object.
  }
  throw new InvalidRequest('The body must be a JSON object.');
}

/**
 * The target time of `{ to: instant }` or `{ by: duration }` in milliseconds. Throws if it is in the past.
 */
function target({ to, by }: Input, nowMs: number): number {
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

function readBankProtocol(text: string): BankProtocol {
  const protocol = BANK_PROTOCOLS.find((one) => one === text);
  if (protocol !== undefined) return protocol;
  throw new InvalidRequest(`\`bank\` must be one of ${BANK_PROTOCOLS.join(', ')}.`);
}

function merchantOptions({ face, installments, bank, ...input }: Input): LocalMerchantOptions {
  const counts = Array.isArray(installments) && installments.length > 0 ? installments : undefined;
  return {
    ...readSettings({ ...input, installments: counts }),
    ...(typeof face === 'object' && face !== null && { face }),
    ...(bank !== undefined && { protocol: readBankProtocol(String(bank)) }),
  };
}
