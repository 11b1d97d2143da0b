// What a stage costs before anybody calls it, counted from what is synthesised: a deployer should learn it
// here and not from the first bill.
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { STANDING_PRICES } from '../../bench/prices.ts';
import { expectTable } from '../../harness/cost-table.ts';
import { type Resource, synthesize, type Words } from './cloud.ts';

type Standing = keyof typeof STANDING_PRICES;
const NAMES = Object.keys(STANDING_PRICES) as Standing[];

/** Alarms on one metric name it; those on a sum list what they add up. */
function metricsOf({ Properties }: Resource): number {
  const parts = (Properties['Metrics'] ?? [{ MetricStat: {} }]) as { MetricStat?: object }[];
  return parts.filter(({ MetricStat }) => MetricStat !== undefined).length;
}

function standing(words: Words): Record<Standing, number> {
  const { data, service, watch, bank } = synthesize(words);
  const stacks = [data, service, watch, ...(bank ? [bank] : [])];
  const resources = stacks.flatMap((stack) => {
    return Object.values(Template.fromStack(stack).toJSON()['Resources'] as Record<string, Resource>);
  });
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  return {
    key: of('AWS::KMS::Key').length,
    alarmMetric: of('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    dashboard: of('AWS::CloudWatch::Dashboard').length,
    rule: of('AWS::WAFv2::WebACL').length,
    networkAddress: of('AWS::EC2::NatGateway').length,
  };
}

const sandbox = standing({});
const production = standing({ stage: 'production', fixedEgress: 'true' });

it('the published month in which nothing happens is counted from what is deployed', () => {
  const priceOf = (name: Standing, count: number) => (STANDING_PRICES[name].usd * count).toFixed(2);
  const rows = NAMES.map((name) => {
    const { of, source, asOf } = STANDING_PRICES[name];
    const [here, there] = [sandbox[name], production[name]];
    const cells = [of, here, priceOf(name, here), there, priceOf(name, there), source, asOf];
    return `| ${cells.join(' | ')} |`;
  });
  const total = (counts: Record<Standing, number>) =>
    NAMES.reduce((sum, name) => sum + STANDING_PRICES[name].usd * counts[name], 0).toFixed(2);
  const head = ['| For each | Sandbox | USD | Production, fixed address | USD | Source | As of |'];
  const sum = `| **together** | | **${total(sandbox)}** | | **${total(production)}** | | |`;
  expectTable(
    'A month in which nothing happens',
    [...head, '|---|--:|--:|--:|--:|---|---|', ...rows, sum].join('\n'),
  );
});

it('a sandbox has nothing that is paid by the hour', () => {
  expect([sandbox.rule, sandbox.networkAddress]).toEqual([0, 0]);
});
