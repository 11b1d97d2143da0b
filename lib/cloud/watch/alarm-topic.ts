// Who hears of alarms: a topic that exists, or one of our own with the address that was named.
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { type Deployment, nameOf } from '../deployment.ts';

export function createAlarmTopic(scope: Construct, deployment: Deployment): ITopic {
  const { stage, alarmEmail, alarmTopicArn } = deployment;
  if (alarmTopicArn !== undefined) return Topic.fromTopicArn(scope, 'Topic', alarmTopicArn);
  const topic = new Topic(scope, 'Topic', { topicName: nameOf(stage, 'alarms'), enforceSSL: true });
  acknowledge(topic, {
    'PCI.DSS.321-SNSEncryptedKMS':
      "Carries names of alarms and their sentences; CloudWatch cannot publish through SNS's own key.",
  });
  if (alarmEmail !== undefined) {
    topic.addSubscription(new EmailSubscription(alarmEmail));
    acknowledge(topic, {
      'Serverless-SNSRedrivePolicy':
        'A mailbox; an alarm that could not be mailed still stands in CloudWatch.',
    });
  }
  return topic;
}
