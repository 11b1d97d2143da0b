import { expect, test } from 'vitest';
import { BROKEN_ROW } from '#store/table/invariants.ts';
import { resourcesOf, synthesize } from '../cloud.ts';

const { functionsTemplate, watchTemplate } = synthesize();
const filters = [...resourcesOf(watchTemplate, 'AWS::Logs::MetricFilter').values()];

const nameOf = ({ Properties }: (typeof filters)[number]) =>
  (Properties['MetricTransformations'] as { MetricName: string }[])[0]?.MetricName;
const filtersOf = (name: string) => filters.filter((filter) => nameOf(filter) === name);

test('a line about a row that contradicts itself is counted', () => {
  for (const { Properties } of filtersOf('InvariantsBroken')) {
    const term = JSON.parse(String(Properties['FilterPattern'])) as string;
    expect(JSON.stringify({ level: 'error', message: BROKEN_ROW, at: 'now' })).toContain(term);
    expect(JSON.stringify({ level: 'error', message: 'request', reason: BROKEN_ROW })).not.toContain(term);
  }
});

test('the fault metric matches a log line of level error', () => {
  for (const { Properties } of filtersOf('Faults')) {
    // A quoted term matches anywhere in the line, with `\"` for quotes inside.
    const term = JSON.parse(String(Properties['FilterPattern'])) as string;
    expect(JSON.stringify({ level: 'error', message: 'request' })).toContain(term);
    expect(JSON.stringify({ level: 'info', message: 'level error' })).not.toContain(term);
  }
});

test.each(['Faults', 'InvariantsBroken'])('the lines of every function count in %s, once', (name) => {
  // A function without the service's settings writes no such line: what it throws, Lambda counts.
  const functions = [...resourcesOf(functionsTemplate, 'AWS::Lambda::Function').values()].filter(
    ({ Properties }) => 'STAGE' in (Properties['Environment'] as { Variables: object }).Variables,
  );
  const groups = resourcesOf(functionsTemplate, 'AWS::Logs::LogGroup');
  const written = functions.map(({ Properties }) => {
    const { LogGroup } = Properties['LoggingConfig'] as { LogGroup: { Ref: string } };
    return groups.get(LogGroup.Ref)?.Properties['LogGroupName'];
  });
  const counted = filtersOf(name).map(({ Properties }) => Properties['LogGroupName']);
  expect(counted.sort()).toEqual([...new Set(written)].sort());
  for (const { Properties } of filtersOf(name)) {
    expect(Properties['MetricTransformations']).toEqual([expect.objectContaining({ MetricValue: '1' })]);
  }
});
