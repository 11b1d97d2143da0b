import { describe, expect, test } from 'vitest';
import { SETTINGS } from '#setting.ts';
import { deliveryTriggersName } from '../../../../lib/cloud/arns.ts';
import {
  type DeployedFunction,
  functionNameOf,
  functionsOf,
  ROUTE_TABLE,
} from '../../../../lib/cloud/function/deployed-function.ts';
import { PERIODIC } from '../../../../lib/cloud/function/endpoint-function.ts';
import { EVERYTHING, type Resource, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';

const { functionsTemplate } = synthesize();
const functions = resourcesOf(functionsTemplate, 'AWS::Lambda::Function');
const deployed = functionsOf(ROUTE_TABLE);

function functionOf(
  fn: Pick<DeployedFunction, 'name' | 'home'>,
  among = functions,
): [id: string, function: Resource] {
  const match = [...among].find(([, { Properties }]) => {
    return Properties['FunctionName'] === functionNameOf('sandbox', fn);
  });
  if (match === undefined) throw new Error(`There is no function ${fn.name}.`);
  return match;
}

test('every route and background function has exactly one Lambda function', () => {
  const names = [...deployed.map((fn) => functionNameOf('sandbox', fn)), deliveryTriggersName('sandbox')];
  expect([...functions.values()].map(({ Properties }) => Properties['FunctionName']).sort()).toEqual(
    names.sort(),
  );
});

test('where no buyer waits, and what waits for a bank without one, memory is half of the others', () => {
  const small = deployed.filter((fn) => functionOf(fn)[1].Properties['MemorySize'] === 512);
  const refunds = ['refund-approve', 'refund-cancellations', 'refund-partial'];
  const payments = ['payment-capture', 'payment-charge', 'payment-release'];
  const unawaited = deployed.filter(({ kind }) => kind !== 'http' && kind !== 'authorizer');
  expect(small.map(({ name }) => name).sort()).toEqual(
    [...payments, ...refunds, ...unawaited.map(({ name }) => name)].sort(),
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
    // What a merchant may call a second is told by one call alone.
    const more = fn.name === 'me-show' ? ['MERCHANT_RATE'] : [];
    expect(Object.keys(Variables).sort()).toEqual([...SETTINGS, ...more].sort());
  });

  test('the function logs to the group of its home, for a year and with card data masked', () => {
    const { LogGroup } = Properties['LoggingConfig'] as { LogGroup: unknown };
    const groupId = textOf(LogGroup).slice(1, -1);
    const group = resourcesOf(functionsTemplate, 'AWS::Logs::LogGroup').get(groupId)?.Properties;
    expect(group).toMatchObject({
      LogGroupName: `/payment/sandbox/${fn.home}`,
      RetentionInDays: 365,
    });
    const policy = JSON.stringify(group?.['DataProtectionPolicy']);
    expect(policy).toContain('data-identifier/CreditCardNumber');
    expect(policy).toContain('"Deidentify":{"MaskConfig":{}}');
  });

  test('the function times out before its caller', () => {
    const seconds = Number(Properties['Timeout']);
    const untilNextRun = 60 * (PERIODIC[fn.name] ?? 5);
    const most = { scheduled: untilNextRun - 1, stream: 300, queue: 300, http: 29, authorizer: 29 };
    expect(seconds).toBeLessThanOrEqual(most[fn.kind]);
    const callsOut = fn.needs.includes('acquirer') || fn.needs.includes('webhook:send');
    if (fn.kind === 'http') expect(seconds).toBe(callsOut ? 29 : 10);
  });
});

test('a failed event is kept, also for a background function added later', () => {
  const reminder = {
    file: 'reminder',
    needs: ['schedule:plan'],
    rows: [],
    impact: 'No reminders are sent.',
    timeoutSeconds: 60,
  } as const;
  const { functionsTemplate: later } = synthesize({}, tableWith([], { reminder }));
  const invokes = [...resourcesOf(later, 'AWS::Lambda::EventInvokeConfig').values()];
  const retries = new Map(invokes.map(({ Properties: one }) => [textOf(one['FunctionName']), one]));
  const among = resourcesOf(later, 'AWS::Lambda::Function');
  for (const [name, MaximumRetryAttempts] of Object.entries({ charge: 2, reminder: 2, sweep: 0 })) {
    const [id] = functionOf({ name, home: 'background' }, among);
    expect(retries.get(`<${id}>`)).toMatchObject({
      MaximumRetryAttempts,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
  }
});

test('exactly the functions that call a bank are in the VPC with a fixed egress address', () => {
  const table = tableWith([]);
  const { functionsTemplate: fixed } = synthesize(EVERYTHING, table);
  const inside = [...resourcesOf(fixed, 'AWS::Lambda::Function').values()].filter(
    ({ Properties }) => Properties['VpcConfig'] !== undefined,
  );
  const talkers = functionsOf(table).filter(({ needs }) => needs.includes('acquirer'));
  expect(inside.map(({ Properties }) => Properties['FunctionName']).sort()).toEqual(
    talkers.map((fn) => functionNameOf('production', fn)).sort(),
  );
  expect(talkers.length).toBeGreaterThan(1);
  expect(talkers.length).toBeLessThan(functionsOf(table).length);
});

test("function names fit into Lambda's 64 characters with the longest stage", () => {
  const longest = Math.max(...deployed.map((fn) => functionNameOf('x'.repeat(16), fn).length));
  expect(longest).toBeLessThanOrEqual(64);
});
