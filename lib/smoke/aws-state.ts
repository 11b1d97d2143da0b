// The state of a stage that the smoke test reads from AWS: alarms and their history, topics, logs.
import { defined } from '#domain/defined.ts';
import { targeted } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { mapOf, query } from '../operator/aws/xml-calls.ts';

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
      const found = await query(signer, 'sns', '2010-03-31')('GetTopicAttributes', { TopicArn });
      const attributes = mapOf(found['Attributes']);
      const count = (name: string) => Number(attributes[name] ?? 0);
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
