import { expect, test } from 'vitest';
import { resourcesOf, synthesize } from '../cloud.ts';

const alarms = [...resourcesOf(synthesize().watchTemplate, 'AWS::CloudWatch::Alarm').values()];
const alarmNamed = (name: string) =>
  alarms.find(({ Properties }) => Properties['AlarmName'] === `payment-sandbox-${name}`)?.Properties;

type Part = {
  Expression?: string;
  MetricStat?: { Metric: { MetricName: string }; Stat: string; Period: number };
};
const partsOf = (name: string) => (alarmNamed(name)?.['Metrics'] ?? []) as Part[];
const statisticsOf = (name: string) =>
  partsOf(name).flatMap(({ MetricStat: one }) =>
    one === undefined ? [] : [[one.Metric.MetricName, one.Stat, one.Period]],
  );

test('long waits for us in three periods raise the alarm of deliveries, and so do missing runs', () => {
  expect(statisticsOf('deliveries-late')).toEqual([
    ['DeliveryWait', 'Maximum', 300],
    ['StageIsNew', 'Sum', 300],
  ]);
  expect(alarmNamed('deliveries-late')).toMatchObject({
    Threshold: 120,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 3,
    TreatMissingData: 'breaching',
  });
});

test('three failed tries of two merchants raise an alarm if at most a fifth of all succeeds', () => {
  expect(partsOf('webhooks-fail').flatMap(({ Expression = [] }) => Expression)).toEqual([
    'IF(merchants >= 2 AND 5 * failed >= 4 * tries, failed, 0)',
  ]);
  expect(statisticsOf('webhooks-fail')).toEqual([
    ['MerchantsFailing', 'Maximum', 300],
    ['DeliveriesFailed', 'Sum', 300],
    ['DeliveriesFailed', 'SampleCount', 300],
  ]);
  expect(alarmNamed('webhooks-fail')).toMatchObject({
    Threshold: 3,
    DatapointsToAlarm: 1,
    TreatMissingData: 'notBreaching',
  });
});
