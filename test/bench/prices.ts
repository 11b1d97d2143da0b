// What AWS asks in Frankfurt (eu-central-1) for a million of everything, so that a call can be given a price:
// list prices of the first tier, without free tiers, taxes or data transfer, as known in November 2026.
import type { Cost } from '../costs.ts';

/** USD, and the page of AWS on which to look it up. */
export const PRICES = {
  lambdaMillion: { of: 'Lambda, a million calls', usd: 0.2, page: 'AWS Lambda Pricing' },
  lambdaArmMillionGbSeconds: {
    of: 'Lambda on arm64, a million GB-seconds',
    usd: 13.3334,
    page: 'AWS Lambda Pricing',
  },
  restApiMillion: { of: 'API Gateway (REST), a million calls', usd: 3.7, page: 'Amazon API Gateway Pricing' },
  readUnitMillion: {
    of: 'DynamoDB, a million read units',
    usd: 0.1525,
    page: 'Amazon DynamoDB Pricing for On-Demand Capacity',
  },
  writeUnitMillion: {
    of: 'DynamoDB, a million write units',
    usd: 0.7625,
    page: 'Amazon DynamoDB Pricing for On-Demand Capacity',
  },
  kmsMillion: { of: 'KMS, a million requests', usd: 3, page: 'AWS Key Management Service Pricing' },
  /** Creating and dropping a schedule costs nothing. */
  scheduleMillion: { of: 'Scheduler, a million alarms', usd: 1, page: 'Amazon EventBridge Pricing' },
  logGigabyte: {
    of: 'CloudWatch Logs, a GB taken in and searched for card numbers',
    usd: 0.75,
    page: 'Amazon CloudWatch Pricing',
  },
} as const;

export const PRICE_TABLE = [
  '| Price | USD | Look it up under |',
  '|---|--:|---|',
  ...Object.values(PRICES).map(({ of, usd, page }) => `| ${of} | ${usd} | ${page} |`),
].join('\n');

/** What cannot be measured on one machine is assumed, in favour of nobody. */
export const ASSUMED = {
  roundTripMs: 5,
  bankMs: 800,
  /** Lambda's own three lines and the access log's one. */
  platformLogBytes: 900,
  /** Of a processor, with 1,024 MB. */
  processorShare: 0.6,
} as const;

export type PricedCall = Cost & {
  memoryMb: number;
  logBytes: number;
  /** Through API Gateway, by the clock, or by API Gateway for itself. */
  kind: 'http' | 'clock' | 'authorizer';
};

/** USD for a million such calls. */
export function usdPerMillion(call: PricedCall): number {
  const busyMs = call.ownMs / ASSUMED.processorShare;
  const billedMs = Math.ceil(busyMs + call.rounds * ASSUMED.roundTripMs + call.bankCalls * ASSUMED.bankMs);
  const gigabyteSeconds = (billedMs / 1000) * (call.memoryMb / 1024);
  const logGigabytes = (call.logBytes + ASSUMED.platformLogBytes) / 1e9;
  const door = { http: PRICES.restApiMillion.usd, clock: PRICES.scheduleMillion.usd, authorizer: 0 };
  return (
    door[call.kind] +
    PRICES.lambdaMillion.usd +
    gigabyteSeconds * PRICES.lambdaArmMillionGbSeconds.usd +
    call.readUnits * PRICES.readUnitMillion.usd +
    call.writeUnits * PRICES.writeUnitMillion.usd +
    call.kmsCalls * PRICES.kmsMillion.usd +
    logGigabytes * 1e6 * PRICES.logGigabyte.usd
  );
}
