import { expect, test } from 'vitest';
import { CANARY, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';

const [, canaryKey] = String(CANARY['canary']).split(':');
const cloud = synthesize(CANARY, tableWith([]));
const functions = [...resourcesOf(cloud.functionsTemplate, 'AWS::Lambda::Function')];
const [canaryId = '', canary] = functions.find(([, { Properties }]) =>
  String(Properties['FunctionName']).endsWith('-canary'),
) ?? ['', undefined];

test('only the canary gets its key', () => {
  const withKey = functions.filter(([, { Properties }]) =>
    JSON.stringify(Properties).includes(String(canaryKey)),
  );
  expect(withKey.map(([id]) => id)).toEqual([canaryId]);
  expect(canary?.Properties['Environment']).toMatchObject({ Variables: { CANARY_KEY: canaryKey } });
});

test('the canary runs every five minutes, and a failed run is neither retried nor kept', () => {
  const schedules = [...resourcesOf(cloud.functionsTemplate, 'AWS::Scheduler::Schedule').values()];
  const schedule = schedules.find(({ Properties }) => Properties['Name'] === 'payment-sandbox-canary');
  expect(schedule?.Properties['ScheduleExpression']).toBe('rate(5 minutes)');
  const configs = [...resourcesOf(cloud.functionsTemplate, 'AWS::Lambda::EventInvokeConfig').values()];
  const config = configs.find(({ Properties }) => textOf(Properties['FunctionName']) === `<${canaryId}>`);
  expect(config?.Properties).toMatchObject({ MaximumRetryAttempts: 0 });
  expect(config?.Properties).not.toHaveProperty('DestinationConfig');
});

test('two of three canary runs that failed or did not begin raise an urgent alarm', () => {
  const alarms = [...resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::Alarm').values()];
  const alarm = alarms.find(
    ({ Properties }) => Properties['AlarmName'] === 'payment-sandbox-canary-unanswered',
  );
  expect(alarm?.Properties).toMatchObject({
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 2,
    TreatMissingData: 'breaching',
  });
  expect(JSON.stringify(alarm?.Properties['Metrics'])).toContain('FILL(runs, 0) - FILL(errors, 0))"');
});
