import { expect, test } from 'vitest';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { resourcesOf, synthesize } from '../cloud.ts';

const { functionsTemplate, watchTemplate } = synthesize();
const filters = [...resourcesOf(watchTemplate, 'AWS::Logs::MetricFilter').values()];

test('the fault metric matches a log line of level error', () => {
  for (const { Properties } of filters) {
    // A quoted term matches anywhere in the line, with `\"` for quotes inside.
    const term = JSON.parse(String(Properties['FilterPattern'])) as string;
    expect(JSON.stringify({ level: 'error', message: 'request' })).toContain(term);
    expect(JSON.stringify({ level: 'info', message: 'level error' })).not.toContain(term);
  }
});

test("each function has one fault metric, which reads the log group that is the function's own", () => {
  const groups = [...resourcesOf(functionsTemplate, 'AWS::Logs::LogGroup').values()];
  const existing = groups.map(({ Properties }) => Properties['LogGroupName']);
  const counted = filters.map(({ Properties }) => {
    const [{ MetricName } = {}] = Properties['MetricTransformations'] as { MetricName?: string }[];
    expect(existing).toContain(Properties['LogGroupName']);
    expect(Properties['LogGroupName']).toBe(`/aws/lambda/payment-sandbox-${MetricName}`);
    return MetricName;
  });
  expect(counted.sort()).toEqual(
    functionsOf(ROUTE_TABLE)
      .map(({ name }) => name)
      .sort(),
  );
});
