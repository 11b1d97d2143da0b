import { describe, expect, test } from 'vitest';
import { type Cloud, type Options, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';

type Part = { Expression?: string; MetricStat?: { Metric: Metric; Stat: string } };
type Metric = { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };

const alarmsOf = ({ watchTemplate }: Cloud) =>
  new Map(
    [...resourcesOf(watchTemplate, 'AWS::CloudWatch::Alarm').values()].map(({ Properties }) => [
      String(Properties['AlarmName']).replace(/^payment-[a-z]+-/, ''),
      Properties,
    ]),
  );
const partsOf = (alarm: Record<string, unknown> | undefined) => (alarm?.['Metrics'] ?? []) as Part[];
const metricsOf = (alarm: Record<string, unknown> | undefined) =>
  partsOf(alarm).flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
const dimensionsOf = ({ Dimensions = [] }: Metric) =>
  Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, textOf(Value)]));

const cloud = synthesize();
const alarms = alarmsOf(cloud);
const few = tableWith([]);
const withOptions = (options: Options) => synthesize(options, few);

test('throttles of every index are watched under the index, where alone DynamoDB counts them', () => {
  const queries = ['index-reads-throttled', 'index-writes-throttled'].flatMap((name) =>
    partsOf(alarms.get(name)).map(({ Expression }) => Expression),
  );
  const found = 'FROM SCHEMA("AWS/DynamoDB", TableName, GlobalSecondaryIndexName)';
  expect(queries).toEqual([
    `SELECT SUM(ReadThrottleEvents) ${found} WHERE TableName = 'payment-sandbox'`,
    `SELECT SUM(WriteThrottleEvents) ${found} WHERE TableName = 'payment-sandbox'`,
  ]);
});

test('no alarm has more than the ten metrics that CloudWatch allows in an expression', () => {
  const many = [...alarms].filter(([, alarm]) => metricsOf(alarm).length > 10);
  expect(many.map(([name]) => name)).toEqual([]);
});

test('throttles of the authorizer and of every function of a buyer’s sale are watched', () => {
  const watched = metricsOf(alarms.get('functions-throttled')).map(
    (one) => dimensionsOf(one)['FunctionName'],
  );
  const ofPage = ['form', 'pay', 'three-d', 'three-d-callback'].map((name) => `pay-hosted-page-${name}`);
  const names = ['authorizer', 'api-hosted-page-create', ...ofPage];
  expect(watched.sort()).toEqual(names.map((name) => `payment-sandbox-${name}`).sort());
});

test.each([
  ['concurrency-near-limit', '100 * claimed / SERVICE_QUOTA(used)', 80],
  ['keys-near-limit', 'calls / PERIOD(calls)', 16_000],
])('alarm %s is raised before the limit is reached', (name, expression, threshold) => {
  expect(alarms.get(name)?.['Threshold']).toBe(threshold);
  expect(partsOf(alarms.get(name)).flatMap(({ Expression = [] }) => Expression)).toEqual([expression]);
});

test('schedules that Scheduler throttles for fifteen minutes raise an alarm', () => {
  expect(alarms.get('schedules-throttled')).toMatchObject({ EvaluationPeriods: 3, DatapointsToAlarm: 3 });
  const throttled = metricsOf(alarms.get('schedules-throttled')).map(({ MetricName }) => MetricName);
  expect(throttled).toEqual(['InvocationThrottleCount', 'TargetErrorThrottledCount']);
});

describe('alarms of some deployments only', () => {
  const full = withOptions({ stage: 'production', bankHosts: 'pos.bank.example' });
  const fullAlarms = alarmsOf(full);

  test('an option of some deployments has alarms there and nowhere else', () => {
    const names = ['egress-ports', 'firewall-blocks', 'names-refused'];
    expect(names.filter((name) => alarms.has(name))).toEqual([]);
    expect(names.filter((name) => !fullAlarms.has(name))).toEqual([]);
    const openEgress = alarmsOf(withOptions({ fixedEgress: 'true', egressBy: 'gateway' }));
    expect(names.filter((name) => openEgress.has(name))).toEqual(['egress-ports']);
  });

  test('ports of every NAT gateway are watched by a query', () => {
    const [{ Expression } = {}] = partsOf(fullAlarms.get('egress-ports'));
    expect(Expression).toBe('SELECT SUM(ErrorPortAllocation) FROM SCHEMA("AWS/NATGateway", NatGatewayId)');
  });

  test('the alarm reads the firewall’s metrics by the names that the firewall publishes', () => {
    const [acl] = resourcesOf(full.functionsTemplate, 'AWS::WAFv2::WebACL').values();
    const { MetricName = '' } = (acl?.Properties['VisibilityConfig'] ?? {}) as { MetricName?: string };
    expect(acl?.Properties['Name']).toBe(MetricName);
    for (const metric of metricsOf(fullAlarms.get('firewall-blocks'))) {
      expect(dimensionsOf(metric)).toEqual({ WebACL: MetricName, Region: '<AWS::Region>', Rule: 'ALL' });
    }
  });

  test('one refused name raises an alarm, counted in the log to which the resolver writes', () => {
    const filters = [...resourcesOf(full.watchTemplate, 'AWS::Logs::MetricFilter').entries()];
    const [, filter] = filters.find(([id]) => id.startsWith('NamesRefused')) ?? [];
    const groups = [...resourcesOf(full.dataTemplate, 'AWS::Logs::LogGroup').values()];
    const { LogGroupName, FilterPattern, MetricTransformations } = filter?.Properties ?? {};
    expect(groups.map(({ Properties }) => Properties['LogGroupName'])).toContain(LogGroupName);
    expect(FilterPattern).toBe('{ $.firewall_rule_action = "BLOCK" }');
    const [{ MetricName, MetricNamespace } = {}] = MetricTransformations as Record<string, string>[];
    expect(fullAlarms.get('names-refused')).toMatchObject({
      MetricName,
      Namespace: MetricNamespace,
      Threshold: 1,
    });
  });
});
