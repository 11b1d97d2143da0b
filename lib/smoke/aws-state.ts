// The state of a stage that the smoke test reads from AWS: alarms and their history, topics, logs.
import { defined } from '#domain/defined.ts';
import { addressOf, callAws, type Signer } from '../operator/aws/aws-request.ts';

type LogGroup = { logGroupName: string; retentionInDays?: number };

export type AwsState = {
  /** Sets the alarm until its next evaluation, which follows within minutes. */
  setAlarm(name: string, reason: string): Promise<void>;
  /** The topics to which the alarm sends. */
  actionsOf(name: string): Promise<string[]>;
  /** The outcomes of the alarm's actions since then, newest first, in CloudWatch's own sentences. */
  actionsSince(name: string, since: Date): Promise<string[]>;
  /** The number of a topic's subscriptions. */
  subscriptionsOf(topicArn: string): Promise<{ confirmed: number; pending: number }>;
  logGroups(prefix: string): Promise<LogGroup[]>;
  /** True if a line that contains all these words was logged since then. */
  hasLogged(logGroupName: string, words: string, since: Date): Promise<boolean>;
};

export function openAws(signer: Signer): AwsState {
  return { ...alarms(signer), ...topics(signer), ...logs(signer) };
}

type Answer = Record<string, unknown>;

/** Calls a service that reads the operation from a header. */
const targeted =
  (signer: Signer, service: 'monitoring' | 'logs', prefix: string) =>
  async (operation: string, body: object): Promise<Answer> => {
    const request = { service, url: addressOf(service, signer.region), body };
    const answer = okOf(await callAws({ ...request, target: `${prefix}.${operation}` }, signer), operation);
    return answer === '' ? {} : (JSON.parse(answer) as Answer);
  };

function alarms(signer: Signer): Pick<AwsState, 'setAlarm' | 'actionsOf' | 'actionsSince'> {
  const call = targeted(signer, 'monitoring', 'GraniteServiceVersion20100801');
  return {
    async setAlarm(AlarmName, StateReason) {
      await call('SetAlarmState', { AlarmName, StateValue: 'ALARM', StateReason });
    },
    async actionsOf(name) {
      const { MetricAlarms = [] } = await call('DescribeAlarms', { AlarmNames: [name] });
      return (MetricAlarms as { AlarmActions?: string[] }[]).flatMap(({ AlarmActions = [] }) => AlarmActions);
    },
    async actionsSince(AlarmName, since) {
      const asked = { AlarmName, HistoryItemType: 'Action', StartDate: since.getTime() / 1000 };
      const { AlarmHistoryItems = [] } = await call('DescribeAlarmHistory', asked);
      return (AlarmHistoryItems as { HistorySummary: string }[]).map(({ HistorySummary }) => HistorySummary);
    },
  };
}

function topics(signer: Signer): Pick<AwsState, 'subscriptionsOf'> {
  return {
    async subscriptionsOf(TopicArn) {
      const fields = { Action: 'GetTopicAttributes', TopicArn, Version: '2010-03-31' };
      const body = new URLSearchParams(fields).toString();
      const request = { service: 'sns', url: addressOf('sns', signer.region), body } as const;
      const xml = okOf(await callAws(request, signer), fields.Action);
      const count = (name: string) =>
        Number(new RegExp(`<key>${name}</key>\\s*<value>(\\d+)</value>`).exec(xml)?.[1] ?? 0);
      return { confirmed: count('SubscriptionsConfirmed'), pending: count('SubscriptionsPending') };
    },
  };
}

function logs(signer: Signer): Pick<AwsState, 'logGroups' | 'hasLogged'> {
  const call = targeted(signer, 'logs', 'Logs_20140328');
  /** An empty page may be followed by another one. */
  async function* pagesOf(operation: string, body: object) {
    let nextToken: unknown;
    do {
      const page = await call(operation, { ...body, ...defined({ nextToken }) });
      yield page;
      nextToken = page['nextToken'];
    } while (nextToken !== undefined);
  }
  return {
    async logGroups(logGroupNamePrefix) {
      const groups: LogGroup[] = [];
      for await (const page of pagesOf('DescribeLogGroups', { logGroupNamePrefix })) {
        groups.push(...((page['logGroups'] ?? []) as LogGroup[]));
      }
      return groups;
    },
    async hasLogged(logGroupName, words, since) {
      const filter = { logGroupName, filterPattern: words, startTime: since.getTime(), limit: 1 };
      for await (const page of pagesOf('FilterLogEvents', filter)) {
        if (((page['events'] ?? []) as object[]).length > 0) return true;
      }
      return false;
    },
  };
}

/** The error contains AWS's own code, which shows a missing permission. */
function okOf({ status, text }: { status: number; text: string }, operation: string): string {
  if (status === 200) return text;
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? /"__type":"(?:[^"#]*#)?(\w+)"/.exec(text)?.[1];
  throw new Error(`${operation}: ${code ?? status}`);
}
