// The delivery of events: the changes that start a function, the handling of failed ones, and the readers.
import { expect, test } from 'vitest';
import { streamFact } from '../../../../lib/cloud/data-options.ts';
import { EVENT_FUNCTIONS, HOST_NAMES, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';
import { readStatements, rolesOf } from '../permissions/iam-policy.ts';

const table = tableWith([], EVENT_FUNCTIONS);
const cloud = synthesize({}, table);
const mappings = [...resourcesOf(cloud.eventsTemplate, 'AWS::Lambda::EventSourceMapping').values()];
const mappingOf = (name: string) =>
  mappings.find(({ Properties }) =>
    String((Properties['FunctionName'] as { Ref: string }).Ref).startsWith(name),
  )?.Properties ?? {};
const triggers = mappingOf('SendTriggers');
const queueOf = (name: string) =>
  [...resourcesOf(cloud.eventsTemplate, 'AWS::SQS::Queue').values()].find(
    ({ Properties }) => Properties['QueueName'] === `payment-sandbox-${name}`,
  )?.Properties ?? {};

type Pattern = { [name: string]: Pattern | unknown[] };
const patternsIn = (criteria: unknown) =>
  (criteria as { Filters: { Pattern: string }[] }).Filters.map(
    ({ Pattern: text }) => JSON.parse(text) as Pattern,
  );

/** Matches as EventBridge does: each named field has one of the values, or exists, or does not exist. */
function matches(pattern: Pattern | unknown[], value: unknown): boolean {
  if (Array.isArray(pattern)) {
    return pattern.some((one) => {
      const exists = (one as { exists?: boolean }).exists;
      return exists === undefined ? one === value : exists === (value !== undefined);
    });
  }
  return Object.entries(pattern).every(([name, below]) =>
    matches(below as Pattern, (value as Record<string, unknown> | undefined)?.[name]),
  );
}
const reaches = (criteria: unknown, record: object) =>
  patternsIn(criteria).some((pattern) => matches(pattern, record));

const changed = (eventName: string, sk: string, image: object = {}) => ({
  eventName,
  dynamodb: { Keys: { pk: { S: 'M#m#X#1' }, sk: { S: sk } }, NewImage: image },
});

test('capture is started by every row that has events, and by no other row', () => {
  const { FilterCriteria } = mappingOf('captureFunction');
  for (const sk of ['PAGE', 'PAYMENT', 'REFUND', 'CUSTOMER', 'CARD', 'RECURRING', 'KEY']) {
    expect(reaches(FilterCriteria, changed('INSERT', sk)), sk).toBe(true);
    expect(reaches(FilterCriteria, changed('MODIFY', sk)), sk).toBe(true);
    expect(reaches(FilterCriteria, changed('REMOVE', sk)), sk).toBe(false);
  }
  for (const sk of ['EVENT', 'FEED', 'TRY#1', 'ORDER', '000000000001#0#evt_1']) {
    expect(reaches(FilterCriteria, changed('INSERT', sk)), sk).toBe(false);
  }
});

test('capture is started by a write of a webhook that has the trigger, and by no other', () => {
  const { FilterCriteria } = mappingOf('captureFunction');
  const id = '01a1f82f-2105-72d8-8805-b88479ff637a';
  const reached = [{ tell: { N: '1' } }, { ring: { N: '1' } }, {}].map((image) =>
    reaches(FilterCriteria, changed('MODIFY', id, image)),
  );
  expect(reached).toEqual([true, false, false]);
});

test('a change that cannot be recorded is repeated for an hour, in the end alone, and then kept', () => {
  expect(mappingOf('captureFunction')).toMatchObject({
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRecordAgeInSeconds: 3600,
    MaximumRetryAttempts: -1,
  });
  const { DestinationConfig } = mappingOf('captureFunction') as {
    DestinationConfig: { OnFailure: { Destination: unknown } };
  };
  expect(textOf(DestinationConfig.OnFailure.Destination)).toMatch(/^<Uncaptured\w+\.Arn>$/);
  expect(queueOf('uncaptured')).toMatchObject({ MessageRetentionPeriod: 14 * 86_400 });
});

test('only rows with work due now invoke the sender: due deliveries, webhooks and replays with work', () => {
  const { FilterCriteria } = triggers;
  const delivery = { lane: { S: 'p' }, merchantId: { S: 'm' }, state: { S: 'Due' } };
  expect(reaches(FilterCriteria, changed('INSERT', 'x', delivery))).toBe(true);
  expect(reaches(FilterCriteria, changed('REMOVE', 'x', delivery))).toBe(false);
  const quiet = [
    { ...delivery, state: { S: 'Sending' } },
    { ...delivery, state: { S: 'Delivered' } },
    { ...delivery, nextTryAt: { S: '2026-11-20T09:00:00.000Z' } },
    { state: { S: 'Due' } },
    { merchantId: { S: 'm' }, url: { S: 'https://shop.example' } },
  ];
  for (const image of quiet) expect(reaches(FilterCriteria, changed('MODIFY', 'x', image))).toBe(false);
  expect(reaches(FilterCriteria, changed('MODIFY', 'x', { ring: { N: '1' } }))).toBe(true);
});

test('triggers of deliveries go to a standard queue, which no message can block', () => {
  expect(queueOf('delivery-triggers')).not.toHaveProperty('FifoQueue');
  expect(mappingOf('deliverFunction')).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
  expect(Number(queueOf('delivery-triggers')['VisibilityTimeout'])).toBeGreaterThanOrEqual(60);
});

test('a trigger that cannot be sent holds the stream up for a minute at the most', () => {
  expect(triggers).toMatchObject({
    StartingPosition: 'LATEST',
    MaximumRecordAgeInSeconds: 60,
    BisectBatchOnFunctionError: true,
  });
  const names = [...resourcesOf(cloud.eventsTemplate, 'AWS::Lambda::Function').values()].map(
    ({ Properties }) => Properties['FunctionName'],
  );
  expect(names).toContain('payment-sandbox-delivery-triggers');
});

test('the function that sends triggers reads the stream, and reaches its queue and its log only', () => {
  const [role] = [...resourcesOf(cloud.eventsTemplate, 'AWS::IAM::Role')].flatMap(([id, { Properties }]) =>
    id.startsWith('TriggersRole') ? [Properties] : [],
  );
  const policies = role?.['Policies'] as { PolicyDocument: { Statement: Record<string, unknown>[] } }[];
  const grants = policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument.Statement));
  expect(grants.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
    expect.stringMatching(/^logs:CreateLogStream <TriggersLog/),
    expect.stringMatching(/^logs:PutLogEvents <TriggersLog/),
    expect.stringMatching(/^dynamodb:DescribeStream /),
    expect.stringMatching(/^dynamodb:GetRecords /),
    expect.stringMatching(/^dynamodb:GetShardIterator /),
    'dynamodb:ListStreams *',
    expect.stringMatching(/^sqs:SendMessage <Triggers\w+\.Arn>$/),
  ]);
});

test('the delivering function also runs each minute, so a lost trigger delays by a minute', () => {
  const schedules = [...resourcesOf(cloud.eventsTemplate, 'AWS::Scheduler::Schedule').values()];
  const own = schedules.filter(({ Properties }) => Properties['Name'] === 'payment-sandbox-deliver');
  expect(own.map(({ Properties }) => Properties['ScheduleExpression'])).toEqual(['rate(1 minute)']);
});

test('only the recording function reads the stream, and only the delivering one receives triggers', () => {
  const actionsOf = (name: string) =>
    (rolesOf(cloud, 'sandbox').get(name)?.grants['source'] ?? []).map(({ action }) => action);
  expect(actionsOf('capture').sort()).toEqual([
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    'sqs:SendMessage',
  ]);
  expect(actionsOf('deliver').sort()).toEqual([
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'sqs:ReceiveMessage',
  ]);
  expect(actionsOf('sweep')).toEqual([]);
});

test('listing streams is allowed for all of them, because DynamoDB supports no narrower resource', () => {
  const grants = rolesOf(cloud, 'sandbox').get('capture')?.grants['source'] ?? [];
  const listing = grants.filter(({ action }) => action === 'dynamodb:ListStreams');
  expect(listing.map(({ resource }) => resource)).toEqual(['*']);
  const roles = JSON.stringify([...resourcesOf(cloud.eventsTemplate, 'AWS::IAM::Role').values()]);
  expect(roles).toContain('"Action":"dynamodb:ListStreams","Effect":"Allow","Resource":"*"');
});

test('the stream is found without a reference between stacks, so that a table can be exchanged', () => {
  const template = JSON.stringify(cloud.eventsTemplate.toJSON());
  const imported = [...template.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => String(name));
  expect(imported.filter((name) => /table|stream/i.test(name))).toEqual([]);
  const [parameter] = resourcesOf(cloud.dataTemplate, 'AWS::SSM::Parameter').values();
  expect(template).toContain(String(parameter?.Properties['Name']));
});

test('the exports that functions import stay when the stage gets its own host names', () => {
  const template = JSON.stringify(cloud.eventsTemplate.toJSON());
  const imports = [...template.matchAll(/"Fn::ImportValue":"payment-sandbox:([^"]+)"/g)];
  const before = [...new Set(imports.map(([, name]) => String(name)))];
  const outputs = Object.keys(synthesize(HOST_NAMES, table).serviceTemplate.findOutputs('*'));
  expect(before.length).toBeGreaterThan(2);
  expect(outputs).toEqual(expect.arrayContaining(before));
});

test('an existing table, a replica too, has its own stream, and without one no events are recorded', () => {
  const streamOf = (name: string) => `arn:aws:dynamodb:eu-central-1:111111111111:table/${name}/stream/2026`;
  const streamArn = streamOf('restored');
  const taken = { tableName: 'restored', [streamFact('restored')]: streamArn };
  const { eventsTemplate } = synthesize(taken, table);
  const sources = [...resourcesOf(eventsTemplate, 'AWS::Lambda::EventSourceMapping').values()].map(
    ({ Properties }) => Properties['EventSourceArn'],
  );
  expect(sources.filter((source) => source === streamArn)).toHaveLength(2);
  const without = synthesize({ tableName: 'restored' }, table).eventsTemplate;
  expect(resourcesOf(without, 'AWS::Lambda::EventSourceMapping').size).toBe(0);
});
