// The metrics of alarms and graphs, by name: our names are fixed, so this stack needs no reference to the
// service stack, and neither stack blocks the other's deployment. A metric is a function of the deployment,
// so that alarms and graphs are tables. Names of the functions' own metrics are typed by their table.
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { BANK_CALLS } from '#acquirer/measured.ts';
import { defined } from '#domain/defined.ts';
import { CURRENCIES } from '#domain/money.ts';
import { METRICS, type MetricName, NAMESPACE } from '#telemetry/metric.ts';
import type { KeysInUse } from '../data/keys.ts';
import { tableNameOf } from '../data/table.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { type DeployedFunction, functionNameOf } from '../function/deployed-function.ts';

export type WatchedStack = {
  deployment: Deployment;
  functions: readonly DeployedFunction[];
  keys: KeysInUse;
};
export type MetricOf = (watched: WatchedStack) => IMetric;

/** Default: the sum of five minutes. `PR(:60)` is the percentage of values up to 60. */
type MetricOptions = {
  statistic?: 'Sum' | 'SampleCount' | 'Maximum' | 'p50' | 'p99' | `PR(:${number})`;
  minutes?: number;
  label?: string | undefined;
};

type MetricSource = { namespace: string; dimensionsMap?: Record<string, string> };

const from =
  (metricName: string, sourceOf: (watched: WatchedStack) => MetricSource, options: MetricOptions = {}) =>
  (watched: WatchedStack): Metric => {
    const { statistic = 'Sum', minutes = 5, label } = options;
    const period = Duration.minutes(minutes);
    return new Metric({ ...sourceOf(watched), metricName, statistic, period, ...defined({ label }) });
  };

/** A metric of AWS. A dimension is a fixed value, or derived from the deployment. */
export const aws = (
  service: string,
  metricName: string,
  dimensionsOf: (watched: WatchedStack) => Record<string, string> = () => ({}),
  options?: MetricOptions,
) =>
  from(
    metricName,
    (watched) => ({ namespace: `AWS/${service}`, dimensionsMap: dimensionsOf(watched) }),
    options,
  );

/** The period of an expression is that of all its metrics. */
export const math =
  (label: string, expression: string, parts: Readonly<Record<string, MetricOf>>, minutes = 5): MetricOf =>
  (watched) => {
    const usingMetrics = Object.fromEntries(Object.entries(parts).map(([id, one]) => [id, one(watched)]));
    return new MathExpression({ expression, label, usingMetrics, period: Duration.minutes(minutes) });
  };

/** A missing count is zero. */
export const sumOf = (label: string, parts: Readonly<Record<string, MetricOf>>): MetricOf =>
  math(
    label,
    Object.keys(parts)
      .map((id) => `FILL(${id}, 0)`)
      .join(' + '),
    parts,
  );

const VALUES = { currency: CURRENCIES, operation: BANK_CALLS } as const;
type Plans = typeof METRICS;
type By<Name extends MetricName> = Plans[Name] extends { by: infer Dimension extends keyof typeof VALUES }
  ? Dimension
  : never;
/** Metrics whose only dimension is the stage. */
export type StageMetricName = { [Name in MetricName]: [By<Name>] extends [never] ? Name : never }[MetricName];
type DimensionedMetricName = Exclude<MetricName, StageMetricName>;

/** A metric that functions publish. */
export const service = (name: StageMetricName, options: MetricOptions = {}): MetricOf =>
  from(name, ({ deployment: { stage } }) => ({ namespace: NAMESPACE, dimensionsMap: { stage } }), {
    label: name,
    ...options,
  });

/** One metric for each value of the dimension, labelled with the value. */
export function serviceBy(
  name: DimensionedMetricName,
  { label, ...options }: MetricOptions = {},
): MetricOf[] {
  const { by } = METRICS[name];
  return VALUES[by].map((value) =>
    from(
      name,
      ({ deployment: { stage } }) => ({ namespace: NAMESPACE, dimensionsMap: { stage, [by]: value } }),
      { ...options, label: label === undefined ? value : `${value} ${label}` },
    ),
  );
}

/**
 * The percentage of ones in a metric of zeros and ones. 0 if there are fewer ones than `hits`, because a rate
 * of few cases is meaningless.
 */
export const percentage = (name: StageMetricName, hits: number, minutes: number): MetricOf =>
  math(
    `${name} %`,
    `IF(hits >= ${hits}, 100 * hits / all, 0)`,
    { all: service(name, { statistic: 'SampleCount' }), hits: service(name) },
    minutes,
  );

/** The namespace of what is counted in logs: faults, refused names, merchants with declines only. */
export const countedIn = (stage: string, what: 'Faults' | 'Network' | 'Merchants') =>
  `Payment/${stage}/${what}`;
export const counted = (what: Parameters<typeof countedIn>[1], metricName: string, options?: MetricOptions) =>
  from(metricName, ({ deployment: { stage } }) => ({ namespace: countedIn(stage, what) }), options);

type Function = Pick<DeployedFunction, 'name' | 'home'>;
type FunctionMetric = 'Errors' | 'Invocations' | 'Duration' | 'Throttles' | 'IteratorAge';
export const ofFunction = (fn: Function, metricName: FunctionMetric, options: MetricOptions = {}) =>
  aws('Lambda', metricName, ({ deployment: { stage } }) => ({ FunctionName: functionNameOf(stage, fn) }), {
    label: fn.name,
    ...options,
  });
/** A function of no API. */
export const ofBackground = (name: string, metricName: FunctionMetric, options?: MetricOptions) =>
  ofFunction({ name, home: 'background' }, metricName, options);

/**
 * A value whose absence is a fault, but not in a new stage, in which it has not begun yet. `isNew` in the
 * expression is true there.
 */
export const onceBegun = (
  label: string,
  expression: string,
  parts: Readonly<Record<string, MetricOf>>,
  minutes?: number,
): MetricOf =>
  math(
    label,
    expression.replaceAll('isNew', 'FILL(new, 0) > 0'),
    { ...parts, new: service('StageIsNew', defined({ minutes })) },
    minutes,
  );

/**
 * Crashes that Lambda counts, and faults that functions returned as status 500. Without a function's name
 * Lambda's metric is that of all functions of the account and Region: one price, however many there are.
 */
export const failures = sumOf('crashes and faults', {
  crashes: aws('Lambda', 'Errors', undefined, { label: 'crashes' }),
  faults: counted('Faults', 'Faults', { label: 'faults' }),
});

export const API_NAMES = ['api', 'pay'] as const;
type ApiMetric = 'Count' | '4XXError' | '5XXError' | 'Latency';
export const ofApi = (api: (typeof API_NAMES)[number], metricName: ApiMetric, options?: MetricOptions) =>
  aws('ApiGateway', metricName, ({ deployment }) => ({ ApiName: nameOf(deployment.stage, api) }), {
    label: metricName,
    ...options,
  });

/** A metric of the table without its indexes, or of one index. */
export const ofTable = (
  metricName: string,
  index?: string,
  options: MetricOptions = defined({ label: index }),
) =>
  aws(
    'DynamoDB',
    metricName,
    ({ deployment }) => ({
      TableName: tableNameOf(deployment),
      ...defined({ GlobalSecondaryIndexName: index }),
    }),
    options,
  );

/** Letters of an earlier fault that wait keep no deployment from its end. */
export const arrivedIn = (queue: 'dead-letters') =>
  aws('SQS', 'NumberOfMessagesSent', ({ deployment: { stage } }) => ({ QueueName: nameOf(stage, queue) }));
/** The messages in a queue. `uncaptured`: changes whose events could not be recorded. */
export const waitingIn = (queue: 'dead-letters' | 'uncaptured') =>
  aws(
    'SQS',
    'ApproximateNumberOfMessagesVisible',
    ({ deployment: { stage } }) => ({ QueueName: nameOf(stage, queue) }),
    { statistic: 'Maximum' },
  );

/** Percent of the account's limit of concurrent executions that are reserved or in use. */
export const claimedConcurrency = math('percent of the concurrency', '100 * claimed / SERVICE_QUOTA(used)', {
  claimed: aws('Lambda', 'ClaimedAccountConcurrency', undefined, { statistic: 'Maximum' }),
  used: aws(
    'Usage',
    'ResourceCount',
    () => ({ Service: 'Lambda', Resource: 'ConcurrentExecutions', Type: 'Resource', Class: 'None' }),
    { statistic: 'Maximum' },
  ),
});
