// Alarms about the KMS keys: calls that end a key or change who may use it, and stored cards that are
// decrypted without a sale. The second alarm counts in KMS's own metrics, so malicious code in a function
// cannot hide from it.
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { acknowledge } from '../../acknowledge.ts';
import { CHANGING } from '../../data/key-policy.ts';
import type { Keys } from '../../data/keys.ts';
import { type Deployment, nameOf } from '../../deployment.ts';
import { serviceMetrics } from '../service-metrics.ts';
import type { AlarmPlan } from './incidents.ts';

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
  { stage, runbooks }: Pick<Deployment, 'stage' | 'runbooks'>,
  keys: Keys,
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
      `${call.eventId}. ${runbooks}/key-changed.md`,
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

const MINUTES = 15;
/** A sale decrypts one or two ciphertexts of a card; a few decryptions end without a sale. */
const DECRYPTIONS_PER_SALE = 2;
const DECRYPTIONS_WITHOUT_SALE = 20;

export function keyAlarms(stage: string, keys: Keys): AlarmPlan[] {
  const [sales] = serviceMetrics(stage, 'BankLatency', { statistic: 'SampleCount', minutes: MINUTES });
  if (sales === undefined) throw new Error('There is no metric of sales.');
  const decryptions = new Metric({
    namespace: 'AWS/KMS',
    metricName: 'SuccessfulRequest',
    dimensionsMap: { KeyArn: keys.card[0].keyArn, Operation: 'Decrypt' },
    statistic: 'Sum',
    period: Duration.minutes(MINUTES),
    label: 'decryptions',
  });
  return [
    {
      name: 'cards-opened-unsold',
      impact: 'Stored cards are decrypted without a sale: card numbers may be read by an attacker.',
      runbook: 'cards-opened-unsold',
      reportedAs: 'urgent',
      metric: new MathExpression({
        expression: `FILL(decryptions, 0) - ${DECRYPTIONS_PER_SALE} * FILL(sales, 0)`,
        label: 'decryptions without a sale',
        period: Duration.minutes(MINUTES),
        usingMetrics: { decryptions, sales },
      }),
      threshold: DECRYPTIONS_WITHOUT_SALE,
    },
  ];
}
