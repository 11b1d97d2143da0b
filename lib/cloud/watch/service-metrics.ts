// The metrics that functions publish. Names are typed by the functions' own table of metrics, so an unknown
// name does not compile.
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { BANK_CALLS } from '#acquirer/measured.ts';
import { defined } from '#domain/defined.ts';
import { CURRENCIES } from '#domain/money.ts';
import { METRICS, type MetricName, NAMESPACE } from '#telemetry/metric.ts';

const VALUES = { currency: CURRENCIES, operation: BANK_CALLS } as const;
type Plans = typeof METRICS;
type By<Name extends MetricName> = Plans[Name] extends { by: infer Dimension extends keyof typeof VALUES }
  ? Dimension
  : never;
/** Metrics whose only dimension is the stage. */
export type StageMetricName = { [Name in MetricName]: [By<Name>] extends [never] ? Name : never }[MetricName];
type DimensionedMetricName = Exclude<MetricName, StageMetricName>;

type ServiceMetricStatistic = 'Sum' | 'Average' | 'SampleCount' | 'Maximum' | 'p50' | 'p99';
export type ServiceMetricOptions = { statistic?: ServiceMetricStatistic; label?: string; minutes?: number };

export function serviceMetric(
  stage: string,
  name: StageMetricName,
  options: ServiceMetricOptions = {},
): Metric {
  return createMetric(name, { stage }, { label: name, ...options });
}

/** One metric for each value of the dimension, labelled with the value. */
export function serviceMetrics<Name extends DimensionedMetricName>(
  stage: string,
  name: Name,
  { label, ...options }: ServiceMetricOptions = {},
): Metric[] {
  const { by } = METRICS[name];
  const labelOf = (value: string) => (label === undefined ? value : `${value} ${label}`);
  return VALUES[by].map((value) =>
    createMetric(name, { stage, [by]: value }, { ...options, label: labelOf(value) }),
  );
}

/** Amounts are published in minor units and shown in major units. */
export function amountMetrics(stage: string, name: 'TakenMinor' | 'RefundedMinor'): IMetric[] {
  return serviceMetrics(stage, name).map((metric, at) => {
    const label = CURRENCIES[at] ?? '';
    const id = `${name.charAt(0).toLowerCase()}${name.slice(1)}_${label}`;
    return new MathExpression({ expression: `${id} / 100`, label, usingMetrics: { [id]: metric } });
  });
}

/**
 * The percentage of ones in a metric of zeros and ones, over `minutes`. 0 if there are fewer than `atLeast`
 * samples, because a rate of few samples is meaningless.
 */
export function percentage(
  stage: string,
  name: StageMetricName,
  { atLeast, minutes }: { atLeast: number; minutes: number },
): MathExpression {
  return new MathExpression({
    expression: `IF(all >= ${atLeast}, 100 * hits / all, 0)`,
    label: `${name} %`,
    period: Duration.minutes(minutes),
    usingMetrics: {
      all: serviceMetric(stage, name, { statistic: 'SampleCount', minutes }),
      hits: serviceMetric(stage, name, { statistic: 'Sum', minutes }),
    },
  });
}

function createMetric(
  metricName: MetricName,
  dimensionsMap: Record<string, string>,
  { statistic = 'Sum', label, minutes = 5 }: ServiceMetricOptions,
): Metric {
  const period = Duration.minutes(minutes);
  return new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap,
    statistic,
    period,
    ...defined({ label }),
  });
}
