// The smoke test against the running service and a server that answers like AWS.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { openAws } from '../../../lib/smoke/aws-state.ts';
import { type SmokeRow, type SmokeStage, smoke } from '../../../lib/smoke/smoke.ts';
import { type Answer, answerAsAws } from '../../harness/aws-server.ts';
import { startHarness } from '../../harness/harness.ts';

const { service, merchant } = await startHarness();

const TOPIC = 'arn:aws:sns:eu-central-1:111111111111:payment-sandbox-alarms';
const GROUPS = ['/payment/sandbox/background', '/aws/apigateway/payment-sandbox-api'];
const DELIVERED = `Successfully executed action ${TOPIC}`;
const REFUSED = `Failed to execute action ${TOPIC}. Received error: not authorized to perform: SNS:Publish`;

/** The answers of AWS; a test changes them. */
const good = () => ({
  confirmed: 1,
  pending: 0,
  history: [DELIVERED],
  looksBefore: 0,
  groups: GROUPS.map((logGroupName) => ({ logGroupName, retentionInDays: 365 })),
  events: [{}] as object[],
  isDenied: '',
});
let aws = good();
let asked: { operation: string; authorization: string; sent: string }[] = [];
beforeEach(() => {
  aws = good();
  asked = [];
});

function answerTo(operation: string): string {
  switch (operation) {
    case 'DescribeAlarms':
      return JSON.stringify({ MetricAlarms: [{ AlarmActions: [TOPIC] }] });
    case 'DescribeAlarmHistory': {
      const isEarly = asked.filter((one) => one.operation === operation).length <= aws.looksBefore;
      const items = isEarly ? [] : aws.history;
      return JSON.stringify({ AlarmHistoryItems: items.map((HistorySummary) => ({ HistorySummary })) });
    }
    case 'GetTopicAttributes':
      return `<GetTopicAttributesResponse><GetTopicAttributesResult><Attributes>
        <entry><key>SubscriptionsConfirmed</key><value>${aws.confirmed}</value></entry>
        <entry><key>SubscriptionsPending</key><value>${aws.pending}</value></entry>
        </Attributes></GetTopicAttributesResult></GetTopicAttributesResponse>`;
    case 'DescribeLogGroups':
      return JSON.stringify({ logGroups: aws.groups });
    case 'FilterLogEvents':
      return JSON.stringify({ events: aws.events });
    default:
      return '';
  }
}

async function receive(request: IncomingMessage): Promise<Answer> {
  const sent = await text(request);
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1];
  const operation = target ?? new URLSearchParams(sent).get('Action') ?? '';
  asked.push({ operation, authorization: request.headers.authorization ?? '', sent });
  if (operation === aws.isDenied) return { status: 403, body: '{"__type":"AccessDenied"}' };
  return { status: 200, body: answerTo(operation) };
}
answerAsAws(receive);

const signer = { credentials: { accessKeyId: 'a', secretAccessKey: 's' }, region: 'eu-central-1' };

async function run(more: Partial<SmokeStage> = {}) {
  const rows: SmokeRow[] = [];
  const isWell = await smoke(
    {
      stage: 'sandbox',
      aws: openAws(signer),
      ask: (_api, path, request) => fetch(`${service.baseUrl}${path}`, { redirect: 'manual', ...request }),
      payUrl: service.baseUrl,
      apiKey: merchant.apiKey,
      logGroupNames: GROUPS,
      sweepLogGroupName: GROUPS[0] ?? '',
      pause: async () => {},
      ...more,
    },
    (row) => void rows.push(row),
  );
  const failed = rows.filter(({ outcome }) => outcome === 'FAILED');
  return { isWell, rows, failed: failed.map(({ name, seen }) => `${name}: ${seen}`) };
}

describe('the smoke test', () => {
  it('the smoke test passes if the stage answers, logs and sweeps, and its alarms arrive', async () => {
    const { isWell, rows } = await run();
    expect(isWell).toBe(true);
    expect(rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'ok'));
    expect(rows).toHaveLength(7);
  });

  it('the smoke test raises one alarm of each severity, with a reason, and signs each call', async () => {
    await run();
    const raised = asked
      .filter(({ operation }) => operation === 'SetAlarmState')
      .map(({ sent }) => JSON.parse(sent) as { AlarmName: string; StateValue: string; StateReason: string });
    expect(raised.map(({ AlarmName, StateValue }) => [AlarmName, StateValue])).toEqual([
      ['payment-sandbox-pages-declined', 'ALARM'],
      ['payment-sandbox-dead-letters', 'ALARM'],
    ]);
    expect(raised[0]?.StateReason).toContain('nothing is wrong');
    for (const { authorization } of asked) expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=a\//);
  });

  it('the smoke test fails if CloudWatch may not publish to the topic, with AWS’s own message', async () => {
    aws.history = [REFUSED];
    const { isWell, failed } = await run();
    expect(isWell).toBe(false);
    expect(failed).toEqual([
      `An urgent alarm arrives: ${REFUSED}`,
      `An alarm for the morning arrives: ${REFUSED}`,
    ]);
  });

  it('the smoke test waits for CloudWatch to act, and fails if it does not', async () => {
    aws.looksBefore = 3;
    expect((await run()).isWell).toBe(true);
    aws.history = [];
    const { failed } = await run();
    expect(failed).toHaveLength(2);
    expect(failed[0]).toContain('CloudWatch has not acted in 60 seconds');
  });

  it.each([
    [{ pending: 1 }, '1 subscriptions are not confirmed'],
    [{ confirmed: 0 }, 'has no subscription'],
  ])('the smoke test fails if the alarm has no receiver: %o', async (subscriptions, reason) => {
    Object.assign(aws, subscriptions);
    const { failed } = await run();
    expect(failed.filter((one) => one.includes(reason))).toHaveLength(2);
    // No alarm is raised if its message would not arrive.
    expect(asked.some(({ operation }) => operation === 'SetAlarmState')).toBe(false);
  });

  it('the smoke test waits for the line of a sweep that is under way', async () => {
    aws.events = [];
    const { failed } = await run({ pause: async () => void Object.assign(aws, { events: good().events }) });
    expect(failed).toEqual([]);
  });

  it('the smoke test fails for a missing or unkept log group, and a sweep that does not run', async () => {
    aws.groups = [{ logGroupName: GROUPS[0] ?? '', retentionInDays: 365 }];
    aws.events = [];
    const { failed } = await run();
    expect(failed).toEqual([
      `Log groups exist and are kept a year: missing: ${GROUPS[1]}`,
      expect.stringContaining('The sweep ran in the last 15 minutes: it logged nothing'),
    ]);
    aws = { ...good(), groups: GROUPS.map((logGroupName) => ({ logGroupName, retentionInDays: 7 })) };
    expect((await run()).failed[0]).toContain('not kept 365 days');
  });

  it('the smoke test lists the skipped steps without a key, and continues after a failed step', async () => {
    const { rows, isWell } = await run({ apiKey: undefined });
    expect(rows.filter(({ outcome }) => outcome === 'skipped').map(({ seen }) => seen)).toEqual([
      'needs a key in SMOKE_API_KEY that may create pages',
    ]);
    expect(isWell).toBe(true);
    const wrong = await run({ apiKey: 'psk_test_wrong' });
    expect(wrong.failed).toEqual(['A merchant creates a page and it opens: 401 API_KEY_INVALID']);
    expect(wrong.rows).toHaveLength(7);
  });

  it('the smoke test fails for pages that do not answer, and names the call that AWS denied', async () => {
    aws.isDenied = 'SetAlarmState';
    const { failed } = await run({ ask: () => fetch(`${service.baseUrl}/nowhere`) });
    expect(failed).toContain('The error reference is read: status 404');
    expect(failed).toContain('The form of a payment page opens: status 404');
    expect(failed.join('\n')).toMatch(
      /^An urgent alarm arrives: SetAlarmState: AccessDenied \(localhost:\d+\)$/m,
    );
  });
});
