// The table of limits in docs/deploy-options.md: its numbers about our own code equal the templates.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publishedWritesOfPayment } from '../../harness/cost-table.ts';
import { resourcesOf, synthesize, textOf } from './cloud.ts';

const page = readFileSync(new URL('../../../docs/deploy-options.md', import.meta.url), 'utf8');
const rows = new Map(
  [
    ...page.slice(page.indexOf('\n## Limits')).matchAll(/^\| ([A-Z][^|]+) \| ([^|]+) \| [^|]+ \| (.+) \|$/gm),
  ].map(([, name = '', limit = '', counts = '']) => [name, { limit, counts }]),
);
function rowOf(name: string) {
  const row = rows.get(name);
  if (row === undefined) throw new Error(`There is no limit ${name}.`);
  return row;
}
const numberIn = (text: string, pattern = /([\d,]+)/) => Number(pattern.exec(text)?.[1]?.replaceAll(',', ''));

const { watchTemplate, functionsTemplate } = synthesize();
const alarms = [...resourcesOf(watchTemplate, 'AWS::CloudWatch::Alarm').values()];
const alarmNamed = (name: string) =>
  alarms.find(({ Properties }) => Properties['AlarmName'] === `payment-sandbox-${name}`)?.Properties;

it('the alarm about KMS is raised at four fifths of its limit', () => {
  const limit = numberIn(rowOf('KMS: requests a second').limit);
  expect(alarmNamed('keys-near-limit')?.['Threshold']).toBe(0.8 * limit);
});

it('the APIs have the limits of the table', () => {
  const own = numberIn(rowOf('API Gateway: requests a second').counts, /each limits itself to (\d+)/);
  const stages = [...resourcesOf(functionsTemplate, 'AWS::ApiGateway::Stage').values()];
  const settings = JSON.stringify(stages.map(({ Properties }) => Properties['MethodSettings']));
  expect(settings.match(new RegExp(`"ThrottlingRateLimit":${own}\\b`, 'g'))?.length).toBe(2);
});

it('a stage has about as many alarms as the table states, and an incident few enough parts', () => {
  const { counts } = rowOf('CloudWatch: alarms');
  const incidents = [...resourcesOf(watchTemplate, 'AWS::CloudWatch::CompositeAlarm').values()];
  expect(Math.abs(alarms.length + incidents.length - numberIn(counts, /about (\d+)/))).toBeLessThan(10);
  const parts = incidents.map(({ Properties }) => textOf(Properties['AlarmRule']).split('ALARM(').length - 1);
  expect(Math.max(...parts)).toBeLessThanOrEqual(numberIn(counts, /at most (\d+) parts/));
});

it('a payment writes about as many units as the table states', () => {
  const units = publishedWritesOfPayment();
  expect(Math.abs(units - numberIn(rowOf('DynamoDB: the table').counts, /about (\d+)/))).toBeLessThan(6);
});

it('a charge waits for an execution as long as Lambda allows', () => {
  const hours = numberIn(rowOf('Lambda: an event waits for its turn').limit);
  const ages = [...resourcesOf(functionsTemplate, 'AWS::Lambda::EventInvokeConfig').values()];
  const longest = Math.max(...ages.map(({ Properties }) => Number(Properties['MaximumEventAgeInSeconds'])));
  expect(longest).toBe(hours * 3600);
});
