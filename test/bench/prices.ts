// AWS prices in Frankfurt (eu-central-1) for a million of each operation, to compute the price of a call:
// list prices of the first tier, without free tiers, taxes or data transfer. Each was looked up on 21
// November 2026 in a public record of the named source and date.
import type { DeployedFunction } from '../../lib/cloud/function/deployed-function.ts';
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
  /** Creating and deleting a schedule is free. */
  scheduleMillion: {
    of: 'Scheduler, a million invocations',
    usd: 1,
    source: 'aws.amazon.com/eventbridge/pricing, of us-east-1',
    asOf: '2026-03',
  },
  pipeMillion: {
    of: 'EventBridge Pipes, a million announcements',
    usd: 0.4,
    source: 'aws.amazon.com/eventbridge/pricing, of us-east-1',
    asOf: '2026-03',
  },
  queueMillion: {
    of: 'SQS, a million requests',
    usd: 0.4,
    source: 'aws.amazon.com/sqs/pricing, of us-east-1',
    asOf: 'undated',
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

/** Prices independent of use, in USD for a month of 730 hours. */
export const STANDING_PRICES = {
  key: { of: 'KMS key', usd: 1, source: 'aws.amazon.com/kms/pricing', asOf: '2026-06' },
  alarmMetric: { of: 'metric that an alarm watches', usd: 0.1, source: PRICE_LIST, asOf: '2026-09-11' },
  incident: {
    of: 'incident: an alarm over alarms',
    usd: 0.5,
    source: 'aws.amazon.com/cloudwatch/pricing',
    asOf: 'undated',
  },
  dashboard: { of: 'dashboard', usd: 3, source: 'aws.amazon.com/cloudwatch/pricing', asOf: '2025-01' },
  rule: {
    of: 'firewall with its seven rules and groups',
    usd: 12,
    source: 'aws.amazon.com/waf/pricing, of us-east-1',
    asOf: 'undated',
  },
  networkAddress: {
    of: 'NAT gateway, 0.052 an hour',
    usd: 37.96,
    source: 'AWS Price List (`EUC1-NatGateway-Hours`)',
    asOf: 'undated',
  },
  publicAddress: {
    of: 'public IPv4 address, 0.005 an hour',
    usd: 3.65,
    source: 'aws.amazon.com/vpc/pricing',
    asOf: 'undated',
  },
  pipe: {
    of: 'pipe that reads [four shards](#events) of the stream',
    usd: 8.41,
    source: 'aws.amazon.com/dynamodb/pricing, of us-east-1',
    asOf: 'undated',
  },
} as const satisfies Record<string, Price>;

/** Assumptions for values that cannot be measured on one machine. */
const ASSUMED = {
  roundTripMs: 5,
  bankMs: 800,
  /** Lambda's own three lines and the access log's one. */
  platformLogBytes: 900,
  /** The share of a processor that Lambda gives with 1,024 MB. */
  processorShare: 0.6,
} as const;

type PricedCall = Cost & {
  /** The response time of a bank or a merchant's server. */
  answerMs?: number;
  memoryMb: number;
  logBytes: number;
  /** Invoked by API Gateway for a request, by EventBridge, or by API Gateway as the authorizer. */
  kind: DeployedFunction['kind'];
};

/** USD for a million such calls. */
export function usdPerMillion(call: PricedCall): number {
  const busyMs = call.ownMs / ASSUMED.processorShare;
  const answersMs = call.bankCalls * (call.answerMs ?? ASSUMED.bankMs);
  const billedMs = Math.ceil(busyMs + call.rounds * ASSUMED.roundTripMs + answersMs);
  const gigabyteSeconds = (billedMs / 1000) * (call.memoryMb / 1024);
  const logGigabytes = (call.logBytes + ASSUMED.platformLogBytes) / 1e9;
  const triggerUsd = {
    http: PRICES.restApiMillion.usd,
    scheduled: PRICES.scheduleMillion.usd,
    authorizer: 0,
    // Lambda reads the stream free of charge; announcements of deliveries have their own price.
    stream: 0,
    queue: 0,
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

/** USD for a million announcements sent in batches: the pipe sends each, and it is received and deleted. */
export const announcementsUsdPerMillion = (inABatch: number): number =>
  PRICES.pipeMillion.usd + (3 * PRICES.queueMillion.usd) / inABatch;

/** Polls for work that are made also without any work. */
const POLLS = {
  /** Lambda's long polls of a queue, twenty seconds each. */
  queue: 5 * 3 * 60 * 730,
  /** Reads of a shard of the stream, four a second; DynamoDB charges the reads of a pipe. */
  streamShard: 4 * 3600 * 730,
} as const;
const STREAM_READ_MILLION_USD = 0.2;

/** USD for a month without any work; a new on-demand table has four shards. */
export const idlePollsUsd = (shards: number) => ({
  queue: (POLLS.queue / 1e6) * PRICES.queueMillion.usd,
  stream: ((shards * POLLS.streamShard) / 1e6) * STREAM_READ_MILLION_USD,
});
