// What AWS asks in Frankfurt (eu-central-1) for a million of everything, so that a call can be given a price:
// list prices of the first tier, without free tiers, taxes or data transfer. Each was looked up on
// 21 November 2026 in a public record of the source that is named, of the day that is named.
import type { Cost } from '../harness/costs.ts';

type Price = { of: string; usd: number; source: string; asOf: string };

const PRICE_LIST = 'AWS Price List, eu-central-1';
const PRICES = {
  lambdaMillion: { of: 'Lambda on arm64, a million calls', usd: 0.2, source: PRICE_LIST, asOf: '2026-09-11' },
  lambdaArmMillionGbSeconds: {
    of: 'Lambda on arm64, a million GB-seconds',
    usd: 13.3334,
    source: PRICE_LIST,
    asOf: '2026-09-11',
  },
  restApiMillion: {
    of: 'API Gateway (REST), a million calls',
    usd: 3.7,
    source: `${PRICE_LIST} (\`EUC1-ApiGatewayRequest\`)`,
    asOf: '2026-08-12',
  },
  readUnitMillion: {
    of: 'DynamoDB on demand, a million read units',
    usd: 0.1525,
    source: PRICE_LIST,
    asOf: '2026-09-11',
  },
  writeUnitMillion: {
    of: 'DynamoDB on demand, a million write units',
    usd: 0.7625,
    source: PRICE_LIST,
    asOf: '2026-09-11',
  },
  kmsMillion: {
    of: 'KMS, a million requests with symmetric and HMAC keys',
    usd: 3,
    source: 'aws.amazon.com/kms/pricing, one price for all regions',
    asOf: '2026-06',
  },
  /** Creating and dropping a schedule costs nothing. */
  scheduleMillion: {
    of: 'Scheduler, a million alarms',
    usd: 1,
    source: 'aws.amazon.com/eventbridge/pricing, of us-east-1',
    asOf: '2026-03',
  },
  logGigabyte: {
    of: 'CloudWatch Logs, a GB taken in',
    usd: 0.63,
    source: PRICE_LIST,
    asOf: '2026-09-11',
  },
  maskGigabyte: {
    of: 'CloudWatch Logs, a GB searched for card numbers',
    usd: 0.12,
    source: 'aws.amazon.com/cloudwatch/pricing, of us-east-1',
    asOf: 'undated',
  },
} as const satisfies Record<string, Price>;

export const PRICE_TABLE = [
  '| Price | USD | Source | As of |',
  '|---|--:|---|---|',
  ...Object.values(PRICES).map(({ of, usd, source, asOf }) => `| ${of} | ${usd} | ${source} | ${asOf} |`),
].join('\n');

/** What is there is paid for, whether anything happens or not: USD a month of 730 hours. */
export const STANDING_PRICES = {
  key: { of: 'KMS key', usd: 1, source: 'aws.amazon.com/kms/pricing', asOf: '2026-06' },
  alarmMetric: { of: 'metric that an alarm watches', usd: 0.1, source: PRICE_LIST, asOf: '2026-09-11' },
  dashboard: { of: 'dashboard', usd: 3, source: 'aws.amazon.com/cloudwatch/pricing', asOf: '2025-01' },
  rule: {
    of: 'firewall with its one rule',
    usd: 6,
    source: 'aws.amazon.com/waf/pricing, of us-east-1',
    asOf: 'undated',
  },
  networkAddress: {
    of: 'NAT gateway, 0.052 an hour',
    usd: 37.96,
    source: 'AWS Price List (`EUC1-NatGateway-Hours`)',
    asOf: 'undated',
  },
} as const satisfies Record<string, Price>;

/** What cannot be measured on one machine is assumed, in favour of nobody. */
const ASSUMED = {
  roundTripMs: 5,
  bankMs: 800,
  /** Lambda's own three lines and the access log's one. */
  platformLogBytes: 900,
  /** Of a processor, with 1,024 MB. */
  processorShare: 0.6,
} as const;

type PricedCall = Cost & {
  memoryMb: number;
  logBytes: number;
  /** Through API Gateway, by the clock, or by API Gateway for itself. */
  kind: 'http' | 'scheduled' | 'authorizer';
};

/** USD for a million such calls. */
export function usdPerMillion(call: PricedCall): number {
  const busyMs = call.ownMs / ASSUMED.processorShare;
  const billedMs = Math.ceil(busyMs + call.rounds * ASSUMED.roundTripMs + call.bankCalls * ASSUMED.bankMs);
  const gigabyteSeconds = (billedMs / 1000) * (call.memoryMb / 1024);
  const logGigabytes = (call.logBytes + ASSUMED.platformLogBytes) / 1e9;
  const triggerUsd = {
    http: PRICES.restApiMillion.usd,
    scheduled: PRICES.scheduleMillion.usd,
    authorizer: 0,
  };
  return (
    triggerUsd[call.kind] +
    PRICES.lambdaMillion.usd +
    gigabyteSeconds * PRICES.lambdaArmMillionGbSeconds.usd +
    call.readUnits * PRICES.readUnitMillion.usd +
    call.writeUnits * PRICES.writeUnitMillion.usd +
    call.kmsCalls * PRICES.kmsMillion.usd +
    logGigabytes * 1e6 * (PRICES.logGigabyte.usd + PRICES.maskGigabyte.usd)
  );
}
