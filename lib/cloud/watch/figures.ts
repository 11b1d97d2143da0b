// What functions measure themselves, looked up in their own table of metrics: a name that nobody writes does
// not compile.
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { BANK_CALLS } from '#acquirer/measured.ts';
import { CURRENCIES } from '#domain/money.ts';
import { METRICS, type MetricName, NAMESPACE } from '#telemetry/metric.ts';

const VALUES = { currency: CURRENCIES, operation: BANK_CALLS } as const;
type Plans = typeof METRICS;
type By<Name extends MetricName> = Plans[Name] extends { by: infer Dimension extends keyof typeof VALUES }
  ? Dimension
  : never;
/** Metrics that have no dimension but the stage. */
export type Plain = { [Name in MetricName]: [By<Name>] extends [never] ? Name : never }[MetricName];
type Divided = Exclude<MetricName, Plain>;

type FigureStatistic = 'Sum' | 'Average' | 'SampleCount' | 'Maximum' | 'p50' | 'p99';
export type FigureOptions = { statistic?: FigureStatistic; label?: string; minutes?: number };

export function figure(stage: string, name: Plain, options: FigureOptions = {}): Metric {
  return metricOf(name, { stage }, { label: name, ...options });
}

/** One for each value of the metric's dimension, labelled with it. */
export function figures<Name extends Divided>(
  stage: string,
  name: Name,
  { label, ...options }: FigureOptions = {},
): Metric[] {
  const { by } = METRICS[name];
  const labelOf = (value: string) => (label === undefined ? value : `${value} ${label}`);
  return VALUES[by].map((value) =>
    metricOf(name, { stage, [by]: value }, { ...options, label: labelOf(value) }),
  );
}

/** Amounts are measured in minor units and shown in major ones. */
export function amounts(stage: string, name: 'TakenMinor' | 'RefundedMinor'): IMetric[] {
  return figures(stage, name).map((metric, at) => {
    const label = CURRENCIES[at] ?? '';
    const id = `${name.charAt(0).toLowerCase()}${name.slice(1)}_${label}`;
    return new MathExpression({ expression: `${id} / 100`, label, usingMetrics: { [id]: metric } });
  });
}

/**
 * How many of a hundred a metric of zeros and ones was 1, over `minutes`; 0 where there were fewer than
 * `atLeast`, because one of two is no rate.
 */
export function percentage(
  stage: string,
  name: Plain,
  { atLeast, minutes }: { atLeast: number; minutes: number },
): MathExpression {
  return new MathExpression({
    expression: `IF(all >= ${atLeast}, 100 * hits / all, 0)`,
    label: `${name} %`,
    period: Duration.minutes(minutes),
    usingMetrics: {
      all: figure(stage, name, { statistic: 'SampleCount', minutes }),
      hits: figure(stage, name, { statistic: 'Sum', minutes }),
    },
  });
}

function metricOf(
  metricName: MetricName,
  dimensionsMap: Record<string, string>,
  { statistic = 'Sum', label, minutes = 5 }: FigureOptions,
): Metric {
  const period = Duration.minutes(minutes);
  return new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap,
    statistic,
    period,
    ...(label !== undefined && { label }),
  });
}
