// The SNS topic of the alarms: an existing one, or a new one with an e-mail subscription.
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
      'Contains alarm names and descriptions only; CloudWatch cannot publish to a topic with the SNS key.',
  });
  if (alarmEmail !== undefined) {
    topic.addSubscription(new EmailSubscription(alarmEmail));
    acknowledge(topic, {
      'Serverless-SNSRedrivePolicy':
        'An e-mail subscription; an undelivered alarm is still shown in CloudWatch.',
    });
  }
  return topic;
}
