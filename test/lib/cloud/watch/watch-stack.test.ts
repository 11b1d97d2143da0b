import { describe, expect, test } from 'vitest';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { NAMESPACE } from '#telemetry/metric.ts';
import {
  type Cloud,
  type Options,
  type Resource,
  resourcesOf,
  synthesize,
  tableWith,
  textOf,
} from '../cloud.ts';

const cloud = synthesize();
const alarms = [...resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::Alarm').values()];

function alarmNamed(name: string): Resource['Properties'] {
  const found = alarms.find(({ Properties }) => Properties['AlarmName'] === `payment-sandbox-${name}`);
  if (found === undefined) throw new Error(`There is no alarm ${name}.`);
  return found.Properties;
}

type MetricStat = { MetricStat?: { Metric: Metric } };
type Metric = { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: string }[] };
const metricsOf = (alarm: Resource['Properties']): Metric[] => {
  const parts = (alarm['Metrics'] ?? []) as MetricStat[];
  return parts.flatMap(({ MetricStat: one }) => (one === undefined ? [] : [one.Metric]));
};

test('one alarm counts crashes and faults of all functions, whose number does not change its price', () => {
  const alarm = alarmNamed('function-fails');
  expect(alarm).toMatchObject({ Threshold: 1, TreatMissingData: 'notBreaching' });
  expect(metricsOf(alarm)).toEqual([
    { Namespace: 'AWS/Lambda', MetricName: 'Errors' },
    { Namespace: 'Payment/sandbox/Faults', MetricName: 'Faults' },
  ]);
});

/** Namespaces of metrics that functions publish themselves, and those of a whole account. */
const PUBLISHED = [NAMESPACE, 'Payment/sandbox/Merchants', 'AWS/Usage'];

test('alarms refer to existing functions, fault metrics, APIs, queues and tables', () => {
  const nameOfAllIn = (template: Cloud['dataTemplate'], type: string, property: string) =>
    [...resourcesOf(template, type).values()].map(({ Properties }) => Properties[property]);
  const nameOfAll = (type: string, property: string) => nameOfAllIn(cloud.functionsTemplate, type, property);
  const faults = [...resourcesOf(cloud.watchTemplate, 'AWS::Logs::MetricFilter').values()].map(
    ({ Properties }) => (Properties['MetricTransformations'] as [Record<string, string>])[0],
  );
  const names = {
    FunctionName: [
      ...nameOfAll('AWS::Lambda::Function', 'FunctionName'),
      ...nameOfAllIn(cloud.watchTemplate, 'AWS::Lambda::Function', 'FunctionName'),
    ],
    ApiName: nameOfAll('AWS::ApiGateway::RestApi', 'Name'),
    QueueName: [
      ...nameOfAll('AWS::SQS::Queue', 'QueueName'),
      ...nameOfAllIn(cloud.eventsTemplate, 'AWS::SQS::Queue', 'QueueName'),
    ],
    TableName: [
      resourcesOf(cloud.dataTemplate, 'AWS::DynamoDB::GlobalTable').get('Table')?.Properties['TableName'],
    ],
    KeyArn: ['<CardKey.Arn>'],
    Operation: ['Decrypt'],
    GlobalSecondaryIndexName: Object.keys(TABLE_SHAPE.indexes),
    ScheduleGroup: nameOfAllIn(cloud.dataTemplate, 'AWS::Scheduler::ScheduleGroup', 'Name'),
  };
  const metrics = alarms
    .flatMap(({ Properties }) => [
      ...metricsOf(Properties),
      ...('MetricName' in Properties ? [Properties as unknown as Metric] : []),
    ])
    // Metrics that functions publish themselves are checked in written-names.test.ts.
    .filter(({ Namespace }) => !PUBLISHED.includes(Namespace));
  expect(metrics.length).toBeGreaterThan(30);
  for (const { Namespace, MetricName, Dimensions = [] } of metrics) {
    for (const { Name, Value } of Dimensions) {
      expect(names[Name as keyof typeof names]).toContain(textOf(Value));
    }
    if (!Namespace.startsWith('AWS/')) {
      expect(faults).toContainEqual(
        expect.objectContaining({ MetricNamespace: Namespace, MetricName, MetricValue: '1' }),
      );
    }
  }
});

test('every alarm and every incident describes its impact in a sentence', () => {
  const incidents = [...resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::CompositeAlarm').values()];
  for (const { Properties } of [...alarms, ...incidents]) {
    expect(Properties['AlarmDescription']).toMatch(/^[A-Z].+\. \S+\.md$/);
    expect(Properties['AlarmDescription']).not.toMatch(/\b(somebody|someone|something|whoever)\b/i);
  }
});

test('only windows of hours, which late metrics hardly change, are evaluated alone', () => {
  const newestOnly = alarms.filter(({ Properties }) => Properties['EvaluationPeriods'] === 1);
  const minutesOf = ({ Properties }: Resource) => {
    const parts = (Properties['Metrics'] ?? []) as { MetricStat?: { Period: number } }[];
    const [Period] = parts.flatMap(({ MetricStat }) => MetricStat?.Period ?? []);
    return Number(Period ?? Properties['Period']) / 60;
  };
  const short = newestOnly.filter((alarm) => minutesOf(alarm) < 60);
  expect(short.map(({ Properties }) => Properties['AlarmName'])).toEqual([
    'payment-sandbox-manual-review',
    'payment-sandbox-all-declined',
    // Two runs of each check are in its window.
    'payment-sandbox-checks-stopped',
  ]);
});

test.each([
  ['api-answers-5xx', 1.4],
  ['pay-answers-5xx', 1.4],
  ['dead-letters', 1],
  ['table-throttles', 10],
  ['index-reads-throttled', 10],
  ['index-writes-throttled', 10],
])('alarm %s covers errors that no single function reports', (name, threshold) => {
  expect(alarmNamed(name)).toMatchObject({
    Threshold: threshold,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'notBreaching',
  });
});

test('a stopped sweep raises an alarm although nothing fails, also if one of its schedules runs', () => {
  const alarm = alarmNamed('sweep-stopped');
  expect(metricsOf(alarm)).toMatchObject([
    { Namespace: 'AWS/Lambda', MetricName: 'Invocations' },
    { MetricName: 'StageIsNew' },
  ]);
  expect(alarm).toMatchObject({
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 5,
    EvaluationPeriods: 3,
    TreatMissingData: 'breaching',
  });
});

describe('alarms about payments', () => {
  const expressionOf = (alarm: Resource['Properties']) =>
    (alarm['Metrics'] as { Expression?: string }[]).find(({ Expression }) => Expression)?.Expression;

  test('15 minutes with overdue charges and no attempt raise the alarm', () => {
    const alarm = alarmNamed('nothing-charged');
    expect(expressionOf(alarm)).toBe('IF(FILL(overdue, 0) > 0 AND FILL(attempted, 0) == 0, 1, 0)');
    expect(metricsOf(alarm).map(({ MetricName }) => MetricName)).toEqual([
      'ChargesOverdue',
      'ChargesAttempted',
    ]);
    expect(alarm).toMatchObject({ Threshold: 1, EvaluationPeriods: 3, TreatMissingData: 'notBreaching' });
  });

  test.each([
    ['manual-review', 'ReviewsWaiting', 'Maximum'],
    ['charges-late', 'ChargesLate', 'Sum'],
    ['periods-missed', 'PeriodsMissed', 'Sum'],
  ])('alarm %s is raised by a single case', (name, metric, stat) => {
    const alarm = alarmNamed(name);
    expect(alarm).toMatchObject({ Threshold: 1, DatapointsToAlarm: 1 });
    expect(metricsOf(alarm).map(({ MetricName }) => MetricName)).toEqual([metric]);
    expect(JSON.stringify(alarm['Metrics'])).toContain(`"Stat":"${stat}"`);
  });

  test.each([
    ['bank-answers-unknown', 'BankUnknown', 3, 5, 30],
    ['bank-unreachable', 'BankUnreachable', 3, 20, 30],
    ['pages-declined', 'PagesDeclined', 12, 60, 15],
    ['charges-declined', 'ChargesDeclined', 16, 80, 15],
    ['declined-by-systems', 'TechnicalDeclines', 3, 33, 180],
    ['all-declined', 'UnspecificDeclines', 6, 80, 10],
    ['challenges-refused', 'ThreeDAnswersRefused', 3, 2, 1440],
  ])(
    'alarm %s is raised by a percentage from a number of cases on',
    (name, metric, hits, percent, minutes) => {
      const alarm = alarmNamed(name);
      expect(expressionOf(alarm)).toBe(`IF(hits >= ${hits}, 100 * hits / all, 0)`);
      expect(alarm['Threshold']).toBe(percent);
      const parts = (
        alarm['Metrics'] as { MetricStat?: { Stat: string; Period: number; Metric: Metric } }[]
      ).flatMap(({ MetricStat }) => MetricStat ?? []);
      expect(parts.map(({ Stat, Period, Metric: one }) => [Stat, Period, one.MetricName])).toEqual([
        ['SampleCount', minutes * 60, metric],
        ['Sum', minutes * 60, metric],
      ]);
    },
  );
});

test('more decryptions of cards than two for each sale raise an alarm, counted by KMS itself', () => {
  const alarm = alarmNamed('cards-opened-unsold');
  const [expression] = (alarm['Metrics'] as { Expression?: string }[]).flatMap(
    ({ Expression = [] }) => Expression,
  );
  expect(expression).toBe('FILL(decryptions, 0) - 2 * FILL(sales, 0)');
  expect(alarm).toMatchObject({ Threshold: 20, TreatMissingData: 'notBreaching' });
  expect(metricsOf(alarm).map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`)).toEqual([
    'AWS/KMS SuccessfulRequest',
    'Payment BankLatency',
  ]);
});

test('errors of an API are a percentage of its calls, in two of three periods, from five errors on', () => {
  for (const name of ['api-answers-5xx', 'pay-answers-5xx']) {
    expect(alarmNamed(name)).toMatchObject({ DatapointsToAlarm: 2, EvaluationPeriods: 3 });
    expect(JSON.stringify(alarmNamed(name))).toContain('IF(errors >= 5, 100 * errors / calls, 0)');
  }
});

test('one crash of a background function is not urgent, crashes that it cannot repair are', () => {
  const crashesOf = (name: string) => JSON.stringify(alarmNamed(`${name}-crashes`));
  expect(alarmNamed('sweep-crashes')).toMatchObject({ DatapointsToAlarm: 3, EvaluationPeriods: 3 });
  expect(crashesOf('sweep')).toContain('IF(crashes >= 1, 100 * crashes / invocations, 0)');
  expect(alarmNamed('charge-crashes')).toMatchObject({ DatapointsToAlarm: 2, EvaluationPeriods: 2 });
  expect(crashesOf('charge')).toContain('IF(crashes >= 5, 100 * crashes / invocations, 0)');
});

test('a topic of our own is created only for an e-mail address, or if there is no receiver at all', () => {
  const alarmTo = 'arn:aws:sns:eu-central-1:111111111111:on-call';
  const topicsOf = (options: Options) => {
    const topics = resourcesOf(synthesize(options, tableWith([])).watchTemplate, 'AWS::SNS::Topic');
    return [...topics.values()].map(({ Properties }) => Properties['TopicName']);
  };
  expect(topicsOf({ alarmTo })).toEqual([]);
  expect(topicsOf({})).toEqual(['payment-sandbox-alarms', 'payment-sandbox-notices']);
  expect(topicsOf({ alarmTo, noticeTo: 'day@example.com' })).toEqual(['payment-sandbox-notices']);
});

test('the watch stack refers to the keys, which survive, and to no other resource of other stacks', () => {
  const imports = [...JSON.stringify(cloud.watchTemplate).matchAll(/"Fn::ImportValue":"([^"]+)"/g)];
  const keys = /^payment-sandbox-data:ExportsOutputFnGetAtt(Card|Secrets|Fingerprint|Digest|Merchant)KeyArn/;
  expect(imports.map(([, name = '']) => name).filter((name) => !keys.test(name))).toEqual([]);
  const { Outputs } = cloud.eventsTemplate.toJSON() as { Outputs?: object };
  expect(Outputs).toBeUndefined();
});

test('a small watch has no dashboard, no incident and no limit of a stage with load', () => {
  const small = synthesize({ watch: 'small' }, tableWith([])).watchTemplate;
  small.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
  small.resourceCountIs('AWS::CloudWatch::CompositeAlarm', 0);
  const namesIn = (template: typeof small) =>
    [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()].map(({ Properties }) =>
      String(Properties['AlarmName']).replace('payment-sandbox-', ''),
    );
  const full = synthesize({}, tableWith([])).watchTemplate;
  expect(namesIn(full).filter((name) => !namesIn(small).includes(name))).toEqual([
    'index-reads-throttled',
    'index-writes-throttled',
    'functions-throttled',
    'concurrency-near-limit',
    'keys-near-limit',
    'schedules-throttled',
  ]);
  for (const { Properties } of resourcesOf(small, 'AWS::CloudWatch::Alarm').values()) {
    expect(Properties['AlarmActions'], String(Properties['AlarmName'])).toHaveLength(1);
  }
});
