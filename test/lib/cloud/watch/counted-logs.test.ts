import { expect, test } from 'vitest';
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

test('the lines of every function count in one metric, once', () => {
  const functions = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Function').values()];
  const groups = resourcesOf(functionsTemplate, 'AWS::Logs::LogGroup');
  const written = functions.map(({ Properties }) => {
    const { LogGroup } = Properties['LoggingConfig'] as { LogGroup: { Ref: string } };
    return groups.get(LogGroup.Ref)?.Properties['LogGroupName'];
  });
  const counted = filters.map(({ Properties }) => Properties['LogGroupName']);
  expect(counted.sort()).toEqual([...new Set(written)].sort());
  expect(
    filters.map(({ Properties }) => (Properties['MetricTransformations'] as { MetricName: string }[])[0]),
  ).toEqual(filters.map(() => expect.objectContaining({ MetricName: 'Faults', MetricValue: '1' })));
});
