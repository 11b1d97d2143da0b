// What a stage costs without any call: counted in its templates, so that a new alarm or key is on the bill.
import { PRICES, type PriceName } from './prices.ts';

export type Resource = { Type: string; Properties?: Record<string, unknown> };
type Metric = { MetricStat?: object; Expression?: string };
type Disk = { Ebs?: { VolumeSize?: number } };

/** The metrics that are measured each minute, whether or not there is anything to measure. */
const ALWAYS_MEASURED = ['DeliveryWait'] as const;

/**
 * Counts the metrics of an alarm: an alarm on one metric names it; an alarm on an expression lists its
 * metrics. A query counts for each resource that it finds, here one NAT gateway.
 */
function metricsOf({ Properties = {} }: Resource): number {
  const parts = (Properties['Metrics'] ?? [{ MetricStat: {} }]) as Metric[];
  return parts.filter(({ MetricStat, Expression }) => MetricStat ?? Expression?.startsWith('SELECT ')).length;
}

const lengthOf = (name: string, { Properties = {} }: Resource) =>
  ((Properties[name] ?? []) as unknown[]).length;
const gigabytesOf = ({ Properties = {} }: Resource) =>
  ((Properties['BlockDeviceMappings'] ?? []) as Disk[]).reduce(
    (sum, { Ebs }) => sum + (Ebs?.VolumeSize ?? 0),
    0,
  );

export type Standing = Readonly<Partial<Record<PriceName, number>>>;

export function standingOf(resources: readonly Resource[]) {
  const sumOf = (type: string, count: (one: Resource) => number = () => 1) =>
    resources.filter(({ Type }) => Type === type).reduce((sum, one) => sum + count(one), 0);
  return {
    key: sumOf('AWS::KMS::Key'),
    alarmMetric: sumOf('AWS::CloudWatch::Alarm', metricsOf),
    incident: sumOf('AWS::CloudWatch::CompositeAlarm'),
    dashboard: sumOf('AWS::CloudWatch::Dashboard'),
    ownMetric: ALWAYS_MEASURED.length,
    firewall: sumOf('AWS::WAFv2::WebACL'),
    firewallRule: sumOf('AWS::WAFv2::WebACL', (one) => lengthOf('Rules', one)),
    gateway: sumOf('AWS::EC2::NatGateway'),
    instance: sumOf('AWS::EC2::Instance'),
    diskGigabyte: sumOf('AWS::EC2::Instance', gigabytesOf),
    publicAddress: sumOf('AWS::EC2::EIP'),
  } satisfies Standing;
}

export const usdOf = (name: PriceName, count: number): number => PRICES[name].usd * count;
