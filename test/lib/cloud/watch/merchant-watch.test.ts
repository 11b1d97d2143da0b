import { expect, test } from 'vitest';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { QUERIES, queryText } from '../../../../lib/cloud/watch/queries.ts';
import { resourcesOf, synthesize, textOf } from '../cloud.ts';

const { watchTemplate, functionsTemplate } = synthesize();
const [watch] = resourcesOf(watchTemplate, 'AWS::Lambda::Function').values();
const { Variables } = (watch?.Properties['Environment'] ?? {}) as { Variables: Record<string, string> };
const read = (Variables['LOG_GROUPS'] ?? '').split(',');

test('the merchant watch runs the saved query over the logs of payment functions only', () => {
  const saved = QUERIES.find(({ name }) => name === 'declines by merchant');
  expect(saved && queryText(saved)).toBe(Variables['QUERY']);
  const existing = [...resourcesOf(functionsTemplate, 'AWS::Logs::LogGroup').values()];
  const names = existing.map(({ Properties }) => Properties['LogGroupName']);
  expect(read.filter((name) => !names.includes(name))).toEqual([]);
  const finishing = ['hosted-page-pay', 'hosted-page-three-d-callback', 'payment-charge', 'charge', 'sweep'];
  const homes = functionsOf(ROUTE_TABLE).flatMap(({ name, home }) => (finishing.includes(name) ? home : []));
  expect(new Set(read)).toEqual(new Set(homes.map((home) => `/payment/sandbox/${home}`)));
});

test('the merchant watch may start queries over these logs and read results, and call nothing else', () => {
  const [role] = resourcesOf(watchTemplate, 'AWS::IAM::Role').values();
  type Policy = { PolicyDocument: { Statement: { Action: string; Resource: unknown }[] } };
  const statements = ((role?.Properties['Policies'] ?? []) as Policy[]).flatMap(
    (one) => one.PolicyDocument.Statement,
  );
  const resourcesFor = (action: string) =>
    statements.filter(({ Action }) => [Action].flat().includes(action)).flatMap(({ Resource }) => Resource);
  const actions = statements.flatMap(({ Action }) => Action);
  expect(actions.sort()).toEqual([
    'logs:CreateLogStream',
    'logs:GetQueryResults',
    'logs:PutLogEvents',
    'logs:StartQuery',
  ]);
  const started = resourcesFor('logs:StartQuery').map(textOf);
  expect(started.map((arn) => /log-group:(\S+):\*$/.exec(arn)?.[1]).sort()).toEqual(read.toSorted());
});

test('the merchant watch runs every fifteen minutes, and its alarms report declines and missing runs', () => {
  const rules = [...resourcesOf(watchTemplate, 'AWS::Events::Rule').values()];
  expect(rules.map(({ Properties }) => Properties['ScheduleExpression'])).toContain('rate(15 minutes)');
  const alarms = [...resourcesOf(watchTemplate, 'AWS::CloudWatch::Alarm').values()];
  const named = (name: string) =>
    alarms.find(({ Properties }) => Properties['AlarmName'] === `payment-sandbox-${name}`)?.Properties;
  expect(named('merchant-declined')).toMatchObject({
    Namespace: Variables['NAMESPACE'],
    MetricName: 'MerchantsDeclined',
    Threshold: 1,
  });
  expect(JSON.stringify(named('checks-stopped'))).toContain('payment-sandbox-merchant-watch');
});
