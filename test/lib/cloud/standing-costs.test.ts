// The fixed monthly costs of a stage, counted from the synthesised templates, so that deployers know them
// before the first bill.
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { STANDING_PRICES } from '../../bench/prices.ts';
import { expectTable } from '../../harness/cost-table.ts';
import { type Options, type Resource, synthesize } from './cloud.ts';

type FixedCost = keyof typeof STANDING_PRICES;
const NAMES = Object.keys(STANDING_PRICES) as FixedCost[];

/**
 * Counts the metrics of an alarm: an alarm on one metric names it; an alarm on an expression lists its
 * metrics. A query counts for each resource that it finds, here one NAT gateway.
 */
function metricsOf({ Properties }: Resource): number {
  const parts = (Properties['Metrics'] ?? [{ MetricStat: {} }]) as Part[];
  return parts.filter(({ MetricStat, Expression }) => MetricStat ?? Expression?.startsWith('SELECT ')).length;
}
type Part = { MetricStat?: object; Expression?: string };

function countFixedCosts(options: Options): Record<FixedCost, number> {
  const { data, service, events, watch, backup, bank } = synthesize(options);
  const stacks = [data, service, events, watch, ...(backup ? [backup] : []), ...(bank ? [bank] : [])];
  const resources = stacks.flatMap((stack) => {
    return Object.values(Template.fromStack(stack).toJSON()['Resources'] as Record<string, Resource>);
  });
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  return {
    key: of('AWS::KMS::Key').length,
    alarmMetric: of('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    incident: of('AWS::CloudWatch::CompositeAlarm').length,
    dashboard: of('AWS::CloudWatch::Dashboard').length,
    rule: of('AWS::WAFv2::WebACL').length,
    networkAddress: of('AWS::EC2::NatGateway').length,
    publicAddress: of('AWS::EC2::EIP').length,
    pipe: of('AWS::Pipes::Pipe').length,
  };
}

const sandbox = countFixedCosts({});
const production = countFixedCosts({ stage: 'production', fixedEgress: 'true' });

it('docs/costs.md lists the fixed monthly costs of the deployed resources', () => {
  const priceOf = (name: FixedCost, count: number) => (STANDING_PRICES[name].usd * count).toFixed(2);
  const rows = NAMES.map((name) => {
    const { of, source, asOf } = STANDING_PRICES[name];
    const [inSandbox, inProduction] = [sandbox[name], production[name]];
    const cells = [
      of,
      inSandbox,
      priceOf(name, inSandbox),
      inProduction,
      priceOf(name, inProduction),
      source,
      asOf,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const total = (counts: Record<FixedCost, number>) =>
    NAMES.reduce((sum, name) => sum + STANDING_PRICES[name].usd * counts[name], 0).toFixed(2);
  const head = ['| For each | Sandbox | USD | Production, fixed address | USD | Source | As of |'];
  const sum = `| **together** | | **${total(sandbox)}** | | **${total(production)}** | | |`;
  expectTable(
    'A month in which nothing happens',
    [...head, '|---|--:|--:|--:|--:|---|---|', ...rows, sum].join('\n'),
  );
});

it('a sandbox has no resource that is charged by the hour', () => {
  expect([sandbox.rule, sandbox.networkAddress, sandbox.publicAddress]).toEqual([0, 0, 0]);
});
