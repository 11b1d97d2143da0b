import { expect, test } from 'vitest';
import { SETTINGS } from '#setting.ts';
import { HOST_NAMES, type Options, resourcesOf, synthesize, tableWith, textOf } from './cloud.ts';

const cloud = synthesize();

test('the sweep runs every five minutes, in its own group and with a dead-letter queue', () => {
  const sweeps = [...resourcesOf(cloud.serviceTemplate, 'AWS::Scheduler::Schedule').values()].filter(
    ({ Properties }) => String(Properties['Name']).startsWith('payment-sandbox-sweep'),
  );
  const [{ Properties } = { Properties: {} }, buyers] = sweeps;
  // Each minute one of the two schedules fires; the minutes between the whole sweeps cover buyers' payments
  // and refunds only.
  const minutes = /^cron\((\S+) \* \* \* \? \*\)$/.exec(
    String(buyers?.Properties['ScheduleExpression']),
  )?.[1];
  const all = [...(minutes?.split(',') ?? []).map(Number), ...Array.from({ length: 12 }, (_, at) => at * 5)];
  expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  expect(buyers?.Properties['Target']).toMatchObject({ Input: '{"only":"buyers"}' });
  expect(Properties).toMatchObject({
    ScheduleExpression: 'cron(0/5 * * * ? *)',
    FlexibleTimeWindow: { Mode: 'OFF' },
  });
  const [[groupId, group] = ['', undefined]] = [
    ...resourcesOf(cloud.serviceTemplate, 'AWS::Scheduler::ScheduleGroup'),
  ];
  expect(group?.Properties['Name']).toBe('payment-sandbox-beat');
  expect(textOf((Properties as { GroupName: unknown }).GroupName)).toBe(`<${groupId}>`);
  const target = (Properties as { Target: Record<string, unknown> }).Target;
  expect(textOf(target['Arn'])).toMatch(/^<sweepFunctionLive\w+>$/);
  expect(textOf(target['RoleArn'])).toMatch(/^<SchedulesRolesweep\w+\.Arn>$/);
  const { Arn } = target['DeadLetterConfig'] as { Arn: unknown };
  expect(textOf(Arn)).toMatch(/^<SchedulesDeadLetters\w+\.Arn>$/);
});

test('no schedule names a function of a later stack, whose absence would fill the dead-letter queue', () => {
  const templates = [cloud.dataTemplate, cloud.serviceTemplate, cloud.eventsTemplate, cloud.watchTemplate];
  const targets = templates.flatMap((template) => {
    const own = [...Object.keys(template.toJSON()['Resources'] as object)];
    return [...resourcesOf(template, 'AWS::Scheduler::Schedule').values()].map(({ Properties }) => {
      const arn = textOf((Properties['Target'] as { Arn: unknown }).Arn);
      return { name: Properties['Name'], arn, isOfStack: own.some((id) => arn.startsWith(`<${id}`)) };
    });
  });
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter(({ isOfStack }) => !isOfStack)).toEqual([]);
});

test('a run that waited until the next one is dropped, and a charge waits as long as it may', () => {
  const everyMinutes = ({ ScheduleExpression }: Record<string, unknown>) => {
    const expression = String(ScheduleExpression);
    const isHourly = /^cron\(0 \d+-\d+ /.test(expression);
    return isHourly ? 60 : Number(/^(?:rate\(|cron\(0\/)(\d+)/.exec(expression)?.[1]);
  };
  const seconds = new Map(
    [...resourcesOf(cloud.functionsTemplate, 'AWS::Scheduler::Schedule').values()].map(({ Properties }) => [
      String(Properties['Name']).replace('payment-sandbox-', ''),
      60 * everyMinutes(Properties),
    ]),
  );
  const periodic = ['announce', 'canary', 'deliver', 'page-check', 'reconcile'];
  expect([...seconds.keys()].sort()).toEqual([...periodic, 'sweep', 'sweep-buyers']);
  const functions = [
    ...resourcesOf(cloud.functionsTemplate, 'AWS::Lambda::Function'),
    ...resourcesOf(cloud.watchTemplate, 'AWS::Lambda::Function'),
  ];
  const nameOf = new Map(
    functions.map(([id, { Properties }]) => [
      `<${id}>`,
      String(Properties['FunctionName']).replace('payment-sandbox-', ''),
    ]),
  );
  const events = [cloud.functionsTemplate, cloud.watchTemplate].flatMap((template) =>
    [...resourcesOf(template, 'AWS::Lambda::EventInvokeConfig').values()].map(({ Properties }) => [
      nameOf.get(textOf(Properties['FunctionName'])),
      Properties['MaximumEventAgeInSeconds'],
      Properties['MaximumRetryAttempts'],
    ]),
  );
  const expected = (name: string) => (name === 'charge' ? [6 * 3600, 2] : [seconds.get(name) ?? 15 * 60, 0]);
  const names = new Set(events.map(([name]) => String(name)));
  expect([...names].sort()).toEqual([
    'announce',
    'canary',
    'charge',
    'deliver',
    'merchant-watch',
    'page-check',
    'reconcile',
    'sweep',
  ]);
  for (const [name, ...kept] of events) expect(kept, String(name)).toEqual(expected(String(name)));
});

test("the outputs are exactly the functions' settings", () => {
  const { serviceTemplate } = synthesize({ merchantRate: '0' }, tableWith([]));
  const all = Object.entries(serviceTemplate.findOutputs('*') as Record<string, { Export?: object }>);
  const outputs = all.filter(([, { Export }]) => Export === undefined).map(([name]) => name);
  const expected = SETTINGS.map((name) => name.replaceAll('_', '').toLowerCase());
  expect(outputs.map((name) => name.toLowerCase()).sort()).toEqual(expected.sort());
  expect(outputs).toContain('TableName');
});

test('a flood on the pages leaves executions for charges and the authorizer in production', () => {
  const reservedIn = (options: Options) =>
    [...resourcesOf(synthesize(options, tableWith([])).functionsTemplate, 'AWS::Lambda::Function').values()]
      .filter(({ Properties }) => Properties['ReservedConcurrentExecutions'] !== undefined)
      .map(({ Properties }) => [Properties['FunctionName'], Properties['ReservedConcurrentExecutions']]);
  expect(reservedIn({ stage: 'production' }).sort()).toEqual([
    ['payment-production-authorizer', 100],
    ['payment-production-charge', 200],
    ['payment-production-sweep', 5],
  ]);
  // A new account has ten executions and can reserve none.
  expect(reservedIn({})).toEqual([]);
  expect(reservedIn({ stage: 'production', reservedConcurrency: 'false' })).toEqual([]);
  expect(reservedIn({ reservedConcurrency: 'charge=2,sweep=1' }).sort()).toEqual([
    ['payment-sandbox-charge', 2],
    ['payment-sandbox-sweep', 1],
  ]);
  expect(() => synthesize({ reservedConcurrency: 'charge' })).toThrow('reservedConcurrency');
});

test('production and a sandbox have the same functions with the same permissions', () => {
  const without = (one: typeof cloud, stage: string) => {
    const functions = [...resourcesOf(one.functionsTemplate, 'AWS::Lambda::Function')];
    const roles = [...resourcesOf(one.functionsTemplate, 'AWS::IAM::Role')];
    const text = JSON.stringify([functions, roles]).replaceAll(`payment-${stage}`, 'payment-stage');
    return (
      text
        // It stands in the request lines of a stage with gradual deployments.
        .replaceAll(/"RELEASE":"[^"]*",/g, '')
        .replaceAll(`"${stage}"`, '"stage"')
        .replaceAll(`/${stage}"`, '/stage"')
        .replaceAll(`/${stage}/`, '/stage/')
        .replaceAll(`payment${stage}`, 'paymentstage')
    );
  };
  const table = tableWith([]);
  const production = { stage: 'production', reservedConcurrency: 'false', tracing: false };
  const [one, other] = [synthesize(production, table), synthesize({ ...HOST_NAMES, dueShards: 64 }, table)];
  expect(without(one, 'production')).toBe(without(other, 'sandbox'));
});

test('production has a web application firewall for both APIs', () => {
  const { serviceTemplate } = synthesize({ stage: 'production' }, tableWith([]));
  serviceTemplate.resourceCountIs('AWS::WAFv2::WebACLAssociation', 2);
  cloud.serviceTemplate.resourceCountIs('AWS::WAFv2::WebACL', 0);
});
