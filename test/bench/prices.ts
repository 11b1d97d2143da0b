// What AWS asks in Frankfurt (eu-central-1) for a million of everything, so that a call can be given a price:
// list prices of the first tier, without free tiers, taxes or data transfer, as known in November 2026.
import type { Cost } from '../costs.ts';

/** USD, and the page of AWS on which to look it up. */
export const PRICES = {
  lambdaMillion: { usd: 0.2, page: 'AWS Lambda Pricing' },
  lambdaArmGbSecond: { usd: 0.0000133334, page: 'AWS Lambda Pricing' },
  restApiMillion: { usd: 3.7, page: 'Amazon API Gateway Pricing' },
  readUnitMillion: { usd: 0.1525, page: 'Amazon DynamoDB Pricing for On-Demand Capacity' },
  writeUnitMillion: { usd: 0.7625, page: 'Amazon DynamoDB Pricing for On-Demand Capacity' },
  kmsMillion: { usd: 3, page: 'AWS Key Management Service Pricing' },
  /** One invocation; creating and dropping a schedule costs nothing. */
  scheduleMillion: { usd: 1, page: 'Amazon EventBridge Pricing' },
  /** Taken in, and searched for what looks like a card number. */
  logGigabyte: { usd: 0.63 + 0.12, page: 'Amazon CloudWatch Pricing' },
} as const;

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
    gigabyteSeconds * 1e6 * PRICES.lambdaArmGbSecond.usd +
    call.readUnits * PRICES.readUnitMillion.usd +
    call.writeUnits * PRICES.writeUnitMillion.usd +
    call.kmsCalls * PRICES.kmsMillion.usd +
    logGigabytes * 1e6 * PRICES.logGigabyte.usd
  );
}
