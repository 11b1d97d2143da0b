import { describe, expect, test } from 'vitest';
import { SETTINGS } from '#setting.ts';
import {
  type DeployedFunction,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { EVERYTHING, type Resource, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';

const { serviceTemplate } = synthesize();
const functions = resourcesOf(serviceTemplate, 'AWS::Lambda::Function');
const doors = functionsOf(ROUTE_TABLE);

function functionOf(
  { name }: Pick<DeployedFunction, 'name'>,
  among = functions,
): [id: string, function: Resource] {
  const found = [...among].find(([, { Properties }]) => {
    return Properties['FunctionName'] === `payment-sandbox-${name}`;
  });
  if (found === undefined) throw new Error(`There is no function ${name}.`);
  return found;
}

test('every row and every watch has its function, and there is no other', () => {
  expect([...functions.values()].map(({ Properties }) => Properties['FunctionName']).sort()).toEqual(
    doors.map(({ name }) => `payment-sandbox-${name}`).sort(),
  );
});

describe.each(doors)('$name', (door) => {
  const [, { Properties }] = functionOf(door);

  test('runs on Node 24 and Graviton and is told every setting', () => {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
    });
    const { Variables } = Properties['Environment'] as { Variables: Record<string, unknown> };
    expect(Object.keys(Variables).sort()).toEqual([...SETTINGS].sort());
  });

  test('logs for a year to its own group, where card data is masked for every reader', () => {
    const { LogGroup } = Properties['LoggingConfig'] as { LogGroup: unknown };
    const groupId = textOf(LogGroup).slice(1, -1);
    const group = resourcesOf(serviceTemplate, 'AWS::Logs::LogGroup').get(groupId)?.Properties;
    expect(group).toMatchObject({
      LogGroupName: `/aws/lambda/payment-sandbox-${door.name}`,
      RetentionInDays: 365,
    });
    const policy = JSON.stringify(group?.['DataProtectionPolicy']);
    expect(policy).toContain('data-identifier/CreditCardNumber');
    expect(policy).toContain('"Deidentify":{"MaskConfig":{}}');
  });

  test('gives up before whoever waits for it does', () => {
    const seconds = Number(Properties['Timeout']);
    expect(seconds).toBeLessThanOrEqual(door.kind === 'clock' ? 299 : 29);
    if (door.kind === 'http') expect(seconds).toBe(door.needs.includes('acquirer') ? 29 : 10);
  });
});

test('faults are counted by the very words of a log line of level error', () => {
  const filters = [...resourcesOf(serviceTemplate, 'AWS::Logs::MetricFilter').values()];
  expect(filters).toHaveLength(doors.length);
  for (const { Properties } of filters) {
    // A quoted term: it matches wherever the words stand, with `\"` for the quotes inside.
    const term = JSON.parse(String(Properties['FilterPattern'])) as string;
    expect(JSON.stringify({ level: 'error', message: 'request' })).toContain(term);
    expect(JSON.stringify({ level: 'info', message: 'level error' })).not.toContain(term);
  }
});

test('an event whose last try failed is kept, and a watch that comes later gets the same', () => {
  const reminder = {
    file: 'reminder',
    needs: ['schedule:plan'],
    rows: [],
    impact: 'Nobody is reminded.',
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

test('with a fixed egress address, functions that talk to banks leave through it and no others', () => {
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

test("names fit into Lambda's 64 characters on the longest stage", () => {
  const longest = Math.max(...doors.map(({ name }) => `payment-${'x'.repeat(16)}-${name}`.length));
  expect(longest).toBeLessThanOrEqual(64);
});
