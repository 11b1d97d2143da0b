// An alarm reaches its receivers: from the alarm by its actions to a topic, by the topic's policy to a
// subscription. All of it is read from the synthesised template, as AWS reads it.
import { describe, expect, test } from 'vitest';
import { type Cloud, type Options, resourcesOf, synthesize, tableWith, textOf } from '../cloud.ts';
import { isAllowed, readStatements } from '../permissions/iam-policy.ts';

const PAGER = 'arn:aws:sns:eu-central-1:111111111111:pager';
const DESK = 'arn:aws:sns:eu-central-1:111111111111:desk';
const alarmsOf = ({ watchTemplate }: Cloud) =>
  ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
    [...resourcesOf(watchTemplate, type).values()].map(({ Properties }) => Properties),
  );
const actionsOf = (alarm: Record<string, unknown>) =>
  [alarm['AlarmActions'] ?? [], alarm['OKActions'] ?? []].map((actions) =>
    (actions as unknown[]).map(textOf),
  );

type Statement = { Principal?: { Service?: string } | '*' };

/** True if the policy of this topic lets `service` publish, for `sourceArn`, over TLS. */
function mayPublish(
  cloud: Cloud,
  topic: string,
  service: string,
  sourceArn: string,
  context: Readonly<Record<string, readonly string[]>> = {},
): boolean {
  const policies = [...resourcesOf(cloud.watchTemplate, 'AWS::SNS::TopicPolicy').values()];
  const statements = policies
    .filter(({ Properties }) => (Properties['Topics'] as unknown[]).map(textOf).includes(topic))
    .flatMap(({ Properties }) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
    .filter(({ Principal }) => Principal === '*' || Principal?.Service === service);
  return isAllowed(readStatements(statements), {
    action: 'sns:Publish',
    resource: topic,
    context: {
      'aws:SourceAccount': ['<AWS::AccountId>'],
      'aws:SourceArn': [sourceArn],
      'aws:SecureTransport': ['true'],
      ...context,
    },
  });
}

/** The receivers of a topic's messages. A topic of another stack is a receiver itself. */
function receiversOf({ watchTemplate }: Cloud, topic: string): string[] {
  if (topic.startsWith('arn:')) return [topic];
  return [...resourcesOf(watchTemplate, 'AWS::SNS::Subscription').values()]
    .filter(({ Properties }) => textOf(Properties['TopicArn']) === topic)
    .map(({ Properties }) => String(Properties['Endpoint']));
}

const arnOf = (alarm: Record<string, unknown>) =>
  `arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:${alarm['AlarmName']}`;

/** The receivers that messages of an alarm reach. */
function reachedBy(cloud: Cloud, alarm: Record<string, unknown>): string[] {
  const [actions = []] = actionsOf(alarm);
  return actions
    .filter(
      (topic) =>
        topic.startsWith('arn:') || mayPublish(cloud, topic, 'cloudwatch.amazonaws.com', arnOf(alarm)),
    )
    .flatMap((topic) => receiversOf(cloud, topic));
}

const few = tableWith([]);
const named = (alarm: Record<string, unknown>) => String(alarm['AlarmName']).replace(/^payment-[a-z]+-/, '');
const ops = { alarmTo: 'ops@example.com' };

/** The receivers of urgent alarms and of notices. */
const DEPLOYMENTS: Record<string, [Options, urgent: string[], morning: string[]]> = {
  'with a mail address': [ops, ['ops@example.com'], ['ops@example.com']],
  'with a topic': [{ alarmTo: PAGER }, [PAGER], [PAGER]],
  'with both': [
    { alarmTo: `ops@example.com,${PAGER}` },
    ['ops@example.com', PAGER],
    ['ops@example.com', PAGER],
  ],
  'with receivers of notices': [
    { alarmTo: PAGER, noticeTo: `day@example.com,${DESK}` },
    [PAGER],
    ['day@example.com', DESK],
  ],
  'of production': [{ stage: 'production', ...ops }, ['ops@example.com'], ['ops@example.com']],
};

describe.each(Object.entries(DEPLOYMENTS))('a deployment %s', (_name, [options, urgent, morning]) => {
  const cloud = synthesize(options, few);
  const alarms = alarmsOf(cloud);

  test('every alarm reaches all receivers of its severity, itself or through its incident', () => {
    const parts = partsOf(cloud);
    const silent = alarms.filter((alarm) => actionsOf(alarm).flat().length === 0);
    expect(silent.map(named).filter((name) => !parts.has(name))).toEqual([]);
    const telling = alarms.filter((alarm) => !silent.includes(alarm));
    expect(telling.length).toBeGreaterThan(10);
    for (const alarm of telling) {
      expect([urgent, morning], named(alarm)).toContainEqual(reachedBy(cloud, alarm));
    }
    expect(reachedBy(cloud, found(alarms, 'answers-fail'))).toEqual(urgent);
    expect(reachedBy(cloud, found(alarms, 'function-fails'))).toEqual(morning);
  });

  test('the end of an alarm is sent to the receivers of its beginning', () => {
    for (const alarm of alarms) expect(alarm['OKActions'], named(alarm)).toEqual(alarm['AlarmActions']);
  });

  test('a changed key is reported to the receivers of urgent alarms', () => {
    const [rule] = rulesAboutKeys(cloud);
    const targets = (rule?.Properties['Targets'] ?? []) as { Arn: unknown }[];
    const topics = targets.map(({ Arn }) => textOf(Arn));
    const publishable = topics.filter(
      (topic) => topic.startsWith('arn:') || mayPublish(cloud, topic, 'events.amazonaws.com', 'arn:rule'),
    );
    expect(publishable.flatMap((topic) => receiversOf(cloud, topic))).toEqual(urgent);
  });
});

const rulesAboutKeys = ({ watchTemplate }: Cloud) =>
  [...resourcesOf(watchTemplate, 'AWS::Events::Rule').values()].filter(({ Properties }) =>
    JSON.stringify(Properties['EventPattern'] ?? {}).includes('aws.kms'),
  );

function found(alarms: readonly Record<string, unknown>[], name: string): Record<string, unknown> {
  const alarm = alarms.find((one) => named(one) === name);
  if (alarm === undefined) throw new Error(`There is no alarm ${name}.`);
  return alarm;
}

/** Returns the incident that each alarm is a part of, if the incident sends messages. */
function partsOf({ watchTemplate }: Cloud): Map<string, string> {
  const byId = resourcesOf(watchTemplate, 'AWS::CloudWatch::Alarm');
  const incidents = [...resourcesOf(watchTemplate, 'AWS::CloudWatch::CompositeAlarm').values()];
  return new Map(
    incidents
      .map(({ Properties }) => Properties)
      .filter((incident) => actionsOf(incident).flat().length > 0)
      .flatMap((incident) =>
        [...textOf(incident['AlarmRule']).matchAll(/ALARM\("<(\w+)\.Arn>"\)/g)].map(
          ([, id = '']) => [named(byId.get(id)?.Properties ?? {}), named(incident)] as const,
        ),
      ),
  );
}

test('an alarm of another account, and a call without TLS, cannot publish', () => {
  const cloud = synthesize(ops, few);
  const [topic] = actionsOf(found(alarmsOf(cloud), 'answers-fail'))[0] ?? [];
  const service = 'cloudwatch.amazonaws.com';
  const own = arnOf({ AlarmName: 'payment-sandbox-any' });
  expect(mayPublish(cloud, topic ?? '', service, own)).toBe(true);
  const others = 'arn:aws:cloudwatch:eu-central-1:222222222222:alarm:payment-sandbox-any';
  expect(mayPublish(cloud, topic ?? '', service, others)).toBe(false);
  expect(mayPublish(cloud, topic ?? '', service, own, { 'aws:SecureTransport': ['false'] })).toBe(false);
  expect(mayPublish(cloud, topic ?? '', service, own, { 'aws:SourceAccount': ['222222222222'] })).toBe(false);
});

/** The alarms that become active if the table does not answer. */
const FAILING = /-(fails|crashes|5xx)$|^table-throttles$|^nothing-charged$|^charges-late$/;

test('an outage of the table that stops every function sends three urgent messages and two others', () => {
  const cloud = synthesize();
  const alarms = alarmsOf(cloud);
  const names = [...resourcesOf(cloud.watchTemplate, 'AWS::CloudWatch::Alarm').values()]
    .map(({ Properties }) => named(Properties))
    .filter((name) => FAILING.test(name));
  expect(names.length).toBeGreaterThan(7);
  const incidentOf = partsOf(cloud);
  const messages = [...new Set(names.map((name) => incidentOf.get(name) ?? name))];
  const urgent = textOf((found(alarms, 'answers-fail')['AlarmActions'] as unknown[])[0]);
  const isUrgent = (name: string) => actionsOf(found(alarms, name))[0]?.includes(urgent);
  expect(messages.filter(isUrgent).sort()).toEqual(['answers-fail', 'charges-fail', 'limits-reached']);
  expect(messages.filter((name) => !isUrgent(name)).sort()).toEqual(['charges-late', 'function-fails']);
});
