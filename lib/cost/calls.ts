// The price of a call of a function, from its counted calls to other services and its own time.
import type { DeployedFunction } from '../cloud/function/deployed-function.ts';
import { PRICES } from './prices.ts';

/** Assumptions for values that cannot be measured on one machine. */
const ASSUMED = {
  roundTripMs: 5,
  bankMs: 800,
  /** Lambda's own three lines and the access log's one. */
  platformLogBytes: 900,
  /** The memory with which Lambda gives one processor; less gives its share. */
  processorMb: 1769,
} as const;

export type PricedCall = {
  rounds: number;
  kmsCalls: number;
  bankCalls: number;
  readUnits: number;
  writeUnits: number;
  ownMs: number;
  /** The response time of a bank or a merchant's server. */
  answerMs?: number;
  memoryMb: number;
  logBytes: number;
  /** Invoked by API Gateway for a request, by EventBridge, or by API Gateway as the authorizer. */
  kind: DeployedFunction['kind'];
};

const TRIGGER_USD = {
  http: PRICES.restApiMillion.usd,
  scheduled: PRICES.scheduleMillion.usd,
  authorizer: 0,
  // Lambda reads the stream free of charge; announcements of deliveries have their own price.
  stream: 0,
  queue: 0,
} as const;

/** USD for a million such calls, by the service that charges them. */
export function partsPerMillion(call: PricedCall) {
  const busyMs = call.ownMs / Math.min(1, call.memoryMb / ASSUMED.processorMb);
  const answersMs = call.bankCalls * (call.answerMs ?? ASSUMED.bankMs);
  const billedMs = Math.ceil(busyMs + call.rounds * ASSUMED.roundTripMs + answersMs);
  const gigabyteSeconds = (billedMs / 1000) * (call.memoryMb / 1024);
  return {
    trigger: TRIGGER_USD[call.kind],
    lambda: PRICES.lambdaMillion.usd + gigabyteSeconds * PRICES.lambdaArmMillionGbSeconds.usd,
    table: call.readUnits * PRICES.readUnitMillion.usd + call.writeUnits * PRICES.writeUnitMillion.usd,
    keys: call.kmsCalls * PRICES.kmsMillion.usd,
    logs: logsUsd(call.logBytes + ASSUMED.platformLogBytes) * 1e6,
  };
}

/** USD for bytes of log lines that are taken in and searched for card numbers. */
export const logsUsd = (bytes: number): number =>
  (bytes / 1e9) * (PRICES.logGigabyte.usd + PRICES.maskGigabyte.usd);

/** USD for a million such calls. */
export const usdPerMillion = (call: PricedCall): number =>
  Object.values(partsPerMillion(call)).reduce((sum, usd) => sum + usd, 0);

/**
 * USD for a million announcements sent in batches: a small function sends each, and it is received and
 * deleted.
 */
export const announcementsUsdPerMillion = (inABatch: number): number =>
  (usdPerMillion(ANNOUNCEMENT) + 3 * PRICES.queueMillion.usd) / inABatch;
const ANNOUNCEMENT: PricedCall = {
  rounds: 1,
  kmsCalls: 0,
  bankCalls: 0,
  readUnits: 0,
  writeUnits: 0,
  ownMs: 2,
  memoryMb: 128,
  logBytes: 0,
  kind: 'stream',
};

/** USD for a month of Lambda's long polls of a queue, twenty seconds each, also without any message. */
export const idlePollsUsd = (): number => ((5 * 3 * 60 * 730) / 1e6) * PRICES.queueMillion.usd;
