import { describe, expect, test } from 'vitest';
import { SETTINGS } from '#setting.ts';
import {
  type DeployedFunction,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { PERIODIC } from '../../../../lib/cloud/function/endpoint-function.ts';
import { EVERYTHING, type Resource, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';

const { serviceTemplate } = synthesize();
const functions = resourcesOf(serviceTemplate, 'AWS::Lambda::Function');
const deployed = functionsOf(ROUTE_TABLE);

function functionOf(
  { name }: Pick<DeployedFunction, 'name'>,
  among = functions,
): [id: string, function: Resource] {
  const match = [...among].find(([, { Properties }]) => {
    return Properties['FunctionName'] === `payment-sandbox-${name}`;
  });
  if (match === undefined) throw new Error(`There is no function ${name}.`);
  return match;
}

test('every route and background function has exactly one Lambda function', () => {
  expect([...functions.values()].map(({ Properties }) => Properties['FunctionName']).sort()).toEqual(
    deployed.map(({ name }) => `payment-sandbox-${name}`).sort(),
  );
});

describe.each(deployed)('function $name', (fn) => {
  const [, { Properties }] = functionOf(fn);

  test('the function runs on Node 24 and Graviton and has every setting', () => {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
    });
    const { Variables } = Properties['Environment'] as { Variables: Record<string, unknown> };
    expect(Object.keys(Variables).sort()).toEqual([...SETTINGS].sort());
  });

  test('the function logs to its own group, for a year and with card data masked', () => {
    const { LogGroup } = Properties['LoggingConfig'] as { LogGroup: unknown };
    const groupId = textOf(LogGroup).slice(1, -1);
    const group = resourcesOf(serviceTemplate, 'AWS::Logs::LogGroup').get(groupId)?.Properties;
    expect(group).toMatchObject({
      LogGroupName: `/aws/lambda/payment-sandbox-${fn.name}`,
      RetentionInDays: 365,
    });
    const policy = JSON.stringify(group?.['DataProtectionPolicy']);
    expect(policy).toContain('data-identifier/CreditCardNumber');
    expect(policy).toContain('"Deidentify":{"MaskConfig":{}}');
  });

  test('the function times out before its caller', () => {
    const seconds = Number(Properties['Timeout']);
    const untilNextRun = 60 * (PERIODIC[fn.name] ?? 5);
    expect(seconds).toBeLessThanOrEqual(fn.kind === 'scheduled' ? untilNextRun - 1 : 29);
    if (fn.kind === 'http') expect(seconds).toBe(fn.needs.includes('acquirer') ? 29 : 10);
  });
});

test('the fault metric matches a log line of level error', () => {
  const filters = [...resourcesOf(serviceTemplate, 'AWS::Logs::MetricFilter').values()];
  expect(filters).toHaveLength(deployed.length);
  for (const { Properties } of filters) {
    // A quoted term matches anywhere in the line, with `\"` for quotes inside.
    const term = JSON.parse(String(Properties['FilterPattern'])) as string;
    expect(JSON.stringify({ level: 'error', message: 'request' })).toContain(term);
    expect(JSON.stringify({ level: 'info', message: 'level error' })).not.toContain(term);
  }
});

test('a failed event is kept, also for a background function added later', () => {
  const reminder = {
    file: 'reminder',
    needs: ['schedule:plan'],
    rows: [],
    impact: 'No reminders are sent.',
    timeoutSeconds: 60,
  } as const;
  const { serviceTemplate: later } = synthesize({}, tableWith([], { reminder }));
  const invokes = [...resourcesOf(later, 'AWS::Lambda::EventInvokeConfig').values()];
  const retries = new Map(invokes.map(({ Properties: one }) => [textOf(one['FunctionName']), one]));
  const among = resourcesOf(later, 'AWS::Lambda::Function');
  for (const [name, MaximumRetryAttempts] of Object.entries({ charge: 2, reminder: 2, sweep: 0 })) {
    const [id] = functionOf({ name }, among);
    expect(retries.get(`<${id}>`)).toMatchObject({
      MaximumRetryAttempts,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
  }
});

test('with a fixed egress address, exactly the functions that call a bank are in the VPC', () => {
  const table = tableWith([]);
  const { serviceTemplate: fixed } = synthesize(EVERYTHING, table);
  const inside = [...resourcesOf(fixed, 'AWS::Lambda::Function').values()].filter(
    ({ Properties }) => Properties['VpcConfig'] !== undefined,
  );
  const talkers = functionsOf(table).filter(({ needs }) => needs.includes('acquirer'));
  expect(inside.map(({ Properties }) => Properties['FunctionName']).sort()).toEqual(
    talkers.map(({ name }) => `payment-production-${name}`).sort(),
  );
  expect(talkers.length).toBeGreaterThan(1);
  expect(talkers.length).toBeLessThan(functionsOf(table).length);
});

test("function names fit into Lambda's 64 characters with the longest stage", () => {
  const longest = Math.max(...deployed.map(({ name }) => `payment-${'x'.repeat(16)}-${name}`.length));
  expect(longest).toBeLessThanOrEqual(64);
});
