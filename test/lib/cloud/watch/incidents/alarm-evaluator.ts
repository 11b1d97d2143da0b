// Computes which synthesised alarms become active for given data, and after how many minutes, as CloudWatch
// does: statistics of periods in a window that slides each minute, metric math, M of N periods, missing data,
// incidents of several alarms.
import { resourcesOf, synthesize, textOf } from '../../cloud.ts';
import { type PeriodValues, readExpression } from './metric-math.ts';
import { keyOf, type MinuteData, type Summary } from './minute-data.ts';

type Metric = { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };
type Part = {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: Metric; Stat: string; Period: number };
  Period?: number;
  ReturnData?: boolean;
};
type Properties = Record<string, unknown>;

export type Severity = 'urgent' | 'morning' | 'silent';
export type KnownAlarm = {
  name: string;
  severity: Severity;
  runbook: string;
  /** The names of the alarms of an incident; empty for a single alarm. */
  parts: readonly string[];
  /** The most minutes from the first period with the fault to the last one that the alarm needs. */
  minutes: number;
  isActive(data: MinuteData, atMs: number): boolean;
  periodMs: number;
};

const MINUTE_MS = 60_000;

const STATISTICS: Readonly<Record<string, (values: Summary) => number>> = {
  Sum: ({ sum }) => sum,
  SampleCount: ({ count }) => count,
  Maximum: ({ max }) => max(),
};

/** A sum over all metrics that have just these dimensions, or one value in the first of them. */
const QUERY = /^SELECT SUM\((\w+)\) FROM SCHEMA\("([\w/]+)", ([\w, ]+)\)(?: WHERE \w+ = '([\w.-]+)')?$/;

/** A deployment with every alarm. */
const { watchTemplate } = synthesize({ firewall: 'true', bankHosts: 'pos.bank.example', backupDays: 7 });
export const STAGE = 'sandbox';
const shortName = (name: unknown) => String(name).replace(`payment-${STAGE}-`, '');

/** All alarms and incidents of the template, by name. */
export const ALARMS: ReadonlyMap<string, KnownAlarm> = knownAlarms();

function knownAlarms(): Map<string, KnownAlarm> {
  const alarms = resourcesOf(watchTemplate, 'AWS::CloudWatch::Alarm');
  const known = new Map([...alarms].map(([id, { Properties }]) => [id, alarmOf(Properties)]));
  const incidents = resourcesOf(watchTemplate, 'AWS::CloudWatch::CompositeAlarm');
  for (const [id, { Properties }] of incidents) {
    // The rule of an incident is true for any part, or for any part while another incident is active.
    const rules = textOf(Properties['AlarmRule']).split(' AND ');
    const [parts = [], ...during] = rules.map((rule) =>
      [...rule.matchAll(/<(\w+)\.Arn>/g)].map(
        ([, one = '']) => known.get(one) ?? never(`${one} is defined later.`),
      ),
    );
    const name = shortName(Properties['AlarmName']);
    known.set(id, {
      ...described(Properties),
      name,
      parts: parts.map((part) => part.name),
      minutes: Math.min(...parts.map((part) => part.minutes)),
      periodMs: Math.min(...parts.map((part) => part.periodMs)),
      isActive: (data, atMs) =>
        [parts, ...during].every((any) => any.some((part) => part.isActive(data, atMs))),
    });
  }
  return new Map([...known.values()].map((alarm) => [alarm.name, alarm]));
}

function described({
  AlarmDescription,
  AlarmActions = [],
}: Properties): Pick<KnownAlarm, 'severity' | 'runbook'> {
  const topics = (AlarmActions as unknown[]).map(textOf);
  const isUrgent = topics.some((topic) => /^<Topic[0-9A-F]{8}>$/.test(topic));
  const severity = topics.length === 0 ? 'silent' : isUrgent ? 'urgent' : 'morning';
  return { severity, runbook: /docs\/runbooks\/(\S+\.md)$/.exec(String(AlarmDescription))?.[1] ?? '' };
}

/** One alarm by itself, of any stack. */
export function alarmOf(alarm: Properties): KnownAlarm {
  const { EvaluationPeriods: n, DatapointsToAlarm: m = n, Threshold, TreatMissingData } = alarm;
  const series = seriesOf(alarm);
  const isBelow = alarm['ComparisonOperator'] === 'LessThanThreshold';
  const breaches = (value: number | undefined) =>
    value === undefined
      ? TreatMissingData === 'breaching'
      : isBelow
        ? value < Number(Threshold)
        : value >= Number(Threshold);
  return {
    ...described(alarm),
    name: shortName(alarm['AlarmName']),
    parts: [],
    minutes: (Number(m) * series.periodMs) / MINUTE_MS,
    periodMs: series.periodMs,
    isActive(data, atMs) {
      const { periodMs, read } = series;
      const end = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
      const periods = Array.from({ length: Number(n) }, (_, back) => end - (back + 1) * periodMs);
      return periods.filter((from) => breaches(read(data, from))).length >= Number(m);
    },
  };
}

type Series = { periodMs: number; read(data: MinuteData, fromMs: number): number | undefined };

/** Returns the series that the alarm compares with its threshold. */
function seriesOf(alarm: Properties): Series {
  const parts = alarm['Metrics'] as Part[] | undefined;
  if (parts === undefined) {
    const { Statistic, ExtendedStatistic, Period } = alarm;
    const one = { Metric: alarm as unknown as Metric, Stat: String(Statistic ?? ExtendedStatistic) };
    return statisticOf({ ...one, Period: Number(Period) });
  }
  const metrics = parts.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, statisticOf(MetricStat)] as const] : [],
  );
  const [expression] = parts.flatMap(({ Expression }) => Expression ?? []);
  const [first] = metrics;
  if (expression === undefined) return first?.[1] ?? never('An alarm without a metric.');
  const query = QUERY.exec(expression);
  if (query) return foundBy(query, Number(parts[0]?.Period) * 1000);
  // Limits of an account are never reached by a simulated incident.
  if (/SERVICE_QUOTA|PERIOD/.test(expression)) return { periodMs: MINUTE_MS, read: () => undefined };
  const compute = readExpression(expression);
  return {
    periodMs: first?.[1].periodMs ?? MINUTE_MS,
    read(data, fromMs) {
      const values: PeriodValues = Object.fromEntries(
        metrics.map(([id, { read }]) => [id, read(data, fromMs)]),
      );
      return compute(values);
    },
  };
}

function foundBy([, name, namespace, names = '', value]: readonly string[], periodMs: number): Series {
  const dimensions = names.split(', ');
  const isFound: Parameters<MinuteData['keysOf']>[0] = (metric) =>
    metric.name === name &&
    metric.namespace === namespace &&
    Object.keys(metric.dimensions).sort().join() === dimensions.toSorted().join() &&
    (value === undefined || metric.dimensions[dimensions[0] ?? ''] === value);
  return {
    periodMs,
    read(data, fromMs) {
      const sums = data
        .keysOf(isFound)
        .flatMap((key) => data.summary(key, fromMs, fromMs + periodMs)?.sum ?? []);
      return sums.length === 0 ? undefined : sums.reduce((sum, one) => sum + one);
    },
  };
}

function never(message: string): never {
  throw new Error(message);
}

function statisticOf({ Metric: metric, Stat, Period }: NonNullable<Part['MetricStat']>): Series {
  const { Namespace, MetricName, Dimensions = [] } = metric;
  const statistic = STATISTICS[Stat] ?? never(`${Stat} is not known.`);
  const periodMs = Period * 1000;
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, textOf(Value)]));
  const key = keyOf({ namespace: Namespace, name: MetricName, dimensions });
  return {
    periodMs,
    read(data, fromMs) {
      const values = data.summary(key, fromMs, fromMs + periodMs);
      return values && statistic(values);
    },
  };
}

type FiredAlarm = { name: string; severity: Severity; afterMinutes: number };

/** The alarms with messages that become active between two instants, with the minutes since the first. */
export function firedWithin(data: MinuteData, fromMs: number, toMs: number): FiredAlarm[] {
  const fired: FiredAlarm[] = [];
  for (const { name, severity, isActive } of ALARMS.values()) {
    if (severity === 'silent') continue;
    for (let at = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS; at <= toMs; at += MINUTE_MS) {
      if (!isActive(data, at)) continue;
      fired.push({ name, severity, afterMinutes: Math.ceil((at - fromMs) / MINUTE_MS) });
      break;
    }
  }
  return fired.sort((one, other) => one.afterMinutes - other.afterMinutes);
}
