// The one table of AWS's prices in Frankfurt (eu-central-1), of which every figure of a bill is made: list
// prices of the first tier, without free tiers, taxes or data transfer. Each was looked up on 21 November
// 2026 in a public record of the named source and date, if it names one: `list` is AWS's price list of the Region.
type Price = { of: string; usd: number; source: string; asOf: string };

const PRICE_LIST = 'list';
/** Prices that no public record of today showed to us. */
const REMEMBERED = { source: 'not looked up', asOf: '' } as const;
export const PRICES = {
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
  queueMillion: {
    of: 'SQS, a million requests',
    usd: 0.4,
    source: 'aws.amazon.com/sqs/pricing, of us-east-1',
    asOf: '',
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
    asOf: '',
  },
  traceMillion: {
    of: 'X-Ray, a million traces of sampled calls',
    usd: 5,
    source: 'aws.amazon.com/xray/pricing, of us-east-1',
    asOf: '',
  },
  keptLogGigabyte: { of: 'CloudWatch Logs, a GB kept for a month', usd: 0.0324, ...REMEMBERED },
  firewallMillion: {
    of: 'WAF, a million requests',
    usd: 0.6,
    source: 'aws.amazon.com/waf/pricing, of us-east-1',
    asOf: '',
  },
  storedGigabyte: { of: 'DynamoDB, a GB of rows and indexes for a month', usd: 0.306, ...REMEMBERED },
  restorableGigabyte: {
    of: 'DynamoDB, a GB of rows restorable to each second, for a month',
    usd: 0.2448,
    ...REMEMBERED,
  },
  copiedGigabyte: { of: 'AWS Backup, a GB of rows in a copy for a month', usd: 0.1224, ...REMEMBERED },
  coldGigabyte: { of: 'AWS Backup, a GB of rows in cold storage for a month', usd: 0.0367, ...REMEMBERED },
  egressGigabyte: {
    of: 'NAT gateway, a GB',
    usd: 0.052,
    source: 'list (`EUC1-NatGateway-Bytes`)',
    asOf: '',
  },

  // For a month of 730 hours, whether or not there are calls.
  key: { of: 'KMS key, for a month', usd: 1, source: 'aws.amazon.com/kms/pricing', asOf: '2026-06' },
  alarmMetric: {
    of: 'metric that an alarm watches, for a month',
    usd: 0.1,
    source: PRICE_LIST,
    asOf: '2026-09-11',
  },
  incident: {
    of: 'incident: an alarm over alarms, for a month',
    usd: 0.5,
    source: 'aws.amazon.com/cloudwatch/pricing',
    asOf: '',
  },
  dashboard: {
    of: 'dashboard, for a month',
    usd: 3,
    source: 'aws.amazon.com/cloudwatch/pricing',
    asOf: '2025-01',
  },
  ownMetric: {
    of: 'metric of our own, for a month of hours in which it is measured',
    usd: 0.3,
    source: 'aws.amazon.com/cloudwatch/pricing',
    asOf: '',
  },
  firewall: {
    of: 'WAF, a firewall, for a month',
    usd: 5,
    source: 'aws.amazon.com/waf/pricing, of us-east-1',
    asOf: '',
  },
  firewallRule: {
    of: 'WAF, a rule or group of rules, for a month',
    usd: 1,
    source: 'aws.amazon.com/waf/pricing, of us-east-1',
    asOf: '',
  },
  gateway: {
    of: 'NAT gateway, 0.052 an hour, for a month',
    usd: 37.96,
    source: 'list (`EUC1-NatGateway-Hours`)',
    asOf: '',
  },
  instance: { of: 'NAT instance (t4g.nano), 0.0048 an hour, for a month', usd: 3.5, ...REMEMBERED },
  diskGigabyte: { of: 'its disk (gp3), a GB for a month', usd: 0.0952, ...REMEMBERED },
  publicAddress: {
    of: 'public IPv4 address, 0.005 an hour, for a month',
    usd: 3.65,
    source: 'aws.amazon.com/vpc/pricing',
    asOf: '',
  },
} as const satisfies Record<string, Price>;
export type PriceName = keyof typeof PRICES;

export const isFromRecord = (name: PriceName): boolean => PRICES[name].source !== REMEMBERED.source;

/** The table of docs/costs.md. */
export const PRICE_TABLE = [
  '| Price | USD | Source | As of |',
  '|---|--:|---|---|',
  ...Object.values(PRICES).map(
    ({ of, usd, source, asOf }) => `| ${of} | ${usd} | ${source} | ${asOf === '' ? '' : `${asOf} `}|`,
  ),
].join('\n');
