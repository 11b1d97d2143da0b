// Who is told when something hurts, and the alarms that belong to no single function: what an API answers as
// a whole, events that nobody will try again, a sweep that has stopped.
import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IAlarm,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { type Deployment, nameOf } from './deployment.ts';
import type { EndpointFunction } from './endpoint-function.ts';

const FIVE_MINUTES = Duration.minutes(5);

export function tableThrottles(table: ITable): [reads: Metric, writes: Metric] {
  const sum = { period: FIVE_MINUTES, statistic: 'Sum' };
  return [table.metric('ReadThrottleEvents', sum), table.metric('WriteThrottleEvents', sum)];
}

export class Alarms extends Construct {
  readonly topic: ITopic;
  readonly all: IAlarm[] = [];
  readonly #stage: string;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    this.#stage = deployment.stage;
    this.topic = this.createTopic(deployment);
  }

  tell(alarm: Alarm): void {
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }

  /** What a single function's alarm cannot see: requests that never reached one. */
  watchApi(name: string, api: RestApi, hurts: string): void {
    const metric = api.metricServerError({ period: FIVE_MINUTES, statistic: 'Sum' });
    this.add(`${name}-answers-5xx`, hurts, { metric, threshold: 5 });
  }

  watchDeadLetters(queue: Queue, hurts: string): void {
    const metric = queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES });
    this.add('dead-letters', hurts, { metric, threshold: 1 });
  }

  watchTable(table: ITable, hurts: string): void {
    const [reads, writes] = tableThrottles(table);
    const usingMetrics = { reads, writes };
    const expression = 'FILL(reads, 0) + FILL(writes, 0)';
    const metric = new MathExpression({ expression, usingMetrics, label: 'throttled', period: FIVE_MINUTES });
    this.add('table-throttles', hurts, { metric, threshold: 10 });
  }

  /** Silence is the fault here: no data is the alarm. */
  watchHeartbeat({ function: beating, door }: EndpointFunction): void {
    this.add(`${door.name}-stopped`, door.hurts, {
      metric: beating.metricInvocations({ period: FIVE_MINUTES }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: 3,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  private add(
    name: string,
    alarmDescription: string,
    condition: Pick<AlarmProps, 'metric' | 'threshold'> & Partial<AlarmProps>,
  ): void {
    const alarm = new Alarm(this, name, {
      alarmName: nameOf(this.#stage, name),
      alarmDescription,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...condition,
    });
    this.tell(alarm);
  }

  private createTopic({ stage, alarmEmail, alarmTopicArn }: Deployment): ITopic {
    if (alarmTopicArn !== undefined) return Topic.fromTopicArn(this, 'Topic', alarmTopicArn);
    const topic = new Topic(this, 'Topic', { topicName: nameOf(stage, 'alarms'), enforceSSL: true });
    if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
    const reason = "Carries names of alarms and their sentences; CloudWatch cannot use SNS's own key.";
    acknowledge(topic, { 'AwsSolutions-SNS2': reason, 'PCI.DSS.321-SNSEncryptedKMS': reason });
    return topic;
  }
}
