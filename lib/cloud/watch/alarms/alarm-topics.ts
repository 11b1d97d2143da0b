// The SNS topics of the alarms, one for each severity: a topic of this stage with an e-mail subscription, an
// existing topic, or both. The policy of our own topic names who may publish; it replaces SNS's default
// policy.
import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { acknowledge } from '../../acknowledge.ts';
import { type Deployment, nameOf, type Receivers } from '../../deployment.ts';
import type { Severity } from './incidents.ts';

export type Topics = Readonly<Record<Severity, readonly ITopic[]>>;

export function createAlarmTopics(scope: Construct, { stage, alarms, notices }: Deployment): Topics {
  const own = (id: string, name: string, receivers: Receivers) =>
    topicsOf(scope, id, nameOf(stage, name), { stage, ...receivers });
  return { urgent: own('Topic', 'alarms', alarms), morning: own('Notices', 'notices', notices) };
}

type TopicPlan = Receivers & { stage: string };

function topicsOf(
  scope: Construct,
  id: string,
  topicName: string,
  { stage, email, topicArn }: TopicPlan,
): ITopic[] {
  const existing = topicArn === undefined ? [] : [Topic.fromTopicArn(scope, `${id}Existing`, topicArn)];
  if (email === undefined && existing.length > 0) return existing;
  const topic = new Topic(scope, id, { topicName, enforceSSL: true });
  topic.addToResourcePolicy(publishedByAlarms(topic, stage));
  acknowledge(topic, {
    'PCI.DSS.321-SNSEncryptedKMS':
      'Contains alarm names and descriptions only; CloudWatch cannot publish to a topic with the SNS key.',
  });
  if (email !== undefined) {
    topic.addSubscription(new EmailSubscription(email));
    acknowledge(topic, {
      'Serverless-SNSRedrivePolicy':
        'An e-mail subscription; an undelivered alarm is still shown in CloudWatch.',
    });
  }
  return [topic, ...existing];
}

/** Allows CloudWatch to publish. Without it an alarm would be recorded only in its own history. */
function publishedByAlarms(topic: Topic, stage: string): PolicyStatement {
  const region = `arn:${Aws.PARTITION}:cloudwatch:${Aws.REGION}`;
  const alarmArn = `${region}:${Aws.ACCOUNT_ID}:alarm:${nameOf(stage, '*')}`;
  return new PolicyStatement({
    sid: 'AlarmsPublish',
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topic.topicArn],
    conditions: {
      StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
      ArnLike: { 'aws:SourceArn': alarmArn },
    },
  });
}
