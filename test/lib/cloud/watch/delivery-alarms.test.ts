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
  expect(statisticsOf('deliveries-late')).toEqual([['DeliveryWait', 'Maximum', 300]]);
  expect(alarmNamed('deliveries-late')).toMatchObject({
    Threshold: 120,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 3,
    TreatMissingData: 'breaching',
  });
});

test('five merchants whose webhooks begin to fail raise an alarm if half of all tries fail', () => {
  expect(partsOf('webhooks-fail').flatMap(({ Expression = [] }) => Expression)).toEqual([
    'IF(2 * failed >= tries, merchants, 0)',
  ]);
  expect(statisticsOf('webhooks-fail')).toEqual([
    ['MerchantsFailing', 'Maximum', 300],
    ['DeliveriesFailed', 'Sum', 300],
    ['DeliveriesFailed', 'SampleCount', 300],
  ]);
  expect(alarmNamed('webhooks-fail')).toMatchObject({
    Threshold: 5,
    DatapointsToAlarm: 1,
    TreatMissingData: 'notBreaching',
  });
});
