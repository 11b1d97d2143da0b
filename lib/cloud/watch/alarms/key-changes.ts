// The message about calls that end a KMS key or change who may use it.
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { acknowledge } from '../../acknowledge.ts';
import { CHANGING } from '../../data/key-policy.ts';
import { nameOf } from '../../deployment.ts';
import type { WatchedStack } from '../metrics.ts';
import { RUNBOOKS } from './incidents.ts';

/** Also reports calls that give others the use of a key, copy it, or restore an ended key. */
const REPORTED = [
  ...CHANGING,
  'kms:CreateGrant',
  'kms:ReplicateKey',
  'kms:EnableKey',
  'kms:CancelKeyDeletion',
];

/** EventBridge receives these calls from CloudTrail within a minute. An alarm could not name the caller. */
export function reportKeyChanges(
  scope: Construct,
  { deployment: { stage }, keys }: WatchedStack,
  topics: readonly ITopic[],
): void {
  const eventName = REPORTED.map((action) => action.replace('kms:', ''));
  const ARN = Object.values(keys).flatMap((versions) => versions.map(({ keyArn }) => keyArn));
  const call = {
    name: EventField.fromPath('$.detail.eventName'),
    caller: EventField.fromPath('$.detail.userIdentity.arn'),
    time: EventField.time,
    eventId: EventField.fromPath('$.detail.eventID'),
  };
  const message = RuleTargetInput.fromText(
    `payment ${stage}: ${call.name} of a KMS key by ${call.caller} at ${call.time}, CloudTrail event ` +
      `${call.eventId}. ${RUNBOOKS}/key-changed.md`,
  );
  const rule = new Rule(scope, 'KeyChanges', {
    ruleName: nameOf(stage, 'key-changes'),
    description: 'Reports each call that ends a KMS key or changes who may use it.',
    eventPattern: {
      source: ['aws.kms'],
      detailType: ['AWS API Call via CloudTrail'],
      detail: { eventSource: ['kms.amazonaws.com'], eventName, resources: { ARN } },
    },
    targets: topics.map((topic) => new SnsTopic(topic, { message })),
  });
  acknowledge(rule, {
    'Serverless-EventBusDLQ':
      'The topic is the end of the way; CloudTrail keeps the call whether or not it is told.',
  });
}
