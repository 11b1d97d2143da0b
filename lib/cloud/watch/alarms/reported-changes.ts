// The messages about calls that end a KMS key or change who may use it, and about calls that change the code, the
// settings or the callers of a function outside a deployment: by its code whoever may change it decrypts.
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

/** As CloudTrail names them, with the version of the API: UpdateFunctionCode20150331v2. */
const CHANGES_CODE = ['UpdateFunctionCode', 'UpdateFunctionConfiguration', 'AddPermission'];

/** EventBridge receives these calls from CloudTrail within a minute. An alarm could not name the caller. */
export function reportChanges(
  scope: Construct,
  { deployment: { stage }, keys }: WatchedStack,
  topics: readonly ITopic[],
): void {
  const ARN = Object.values(keys).flatMap((versions) => versions.map(({ keyArn }) => keyArn));
  report(scope, 'KeyChanges', topics, {
    ruleName: nameOf(stage, 'key-changes'),
    description: 'Reports each call that ends a KMS key or changes who may use it.',
    what: `payment ${stage}: a KMS key`,
    service: 'kms',
    detail: { eventName: REPORTED.map((action) => action.replace('kms:', '')), resources: { ARN } },
  });
  report(scope, 'CodeChanges', topics, {
    ruleName: nameOf(stage, 'code-changes'),
    description: 'Reports each change of a function that no deployment made.',
    what: `payment ${stage}: a function, outside a deployment`,
    service: 'lambda',
    detail: {
      eventName: CHANGES_CODE.map((prefix) => ({ prefix })),
      // A caller may name the function by its ARN.
      requestParameters: { functionName: [{ wildcard: `*${nameOf(stage, '*')}` }] },
      userIdentity: { invokedBy: [{ exists: false }] },
    },
  });
}

type ReportedCalls = {
  ruleName: string;
  description: string;
  what: string;
  service: 'kms' | 'lambda';
  detail: Record<string, unknown>;
};

function report(
  scope: Construct,
  id: string,
  topics: readonly ITopic[],
  { ruleName, description, what, service, detail }: ReportedCalls,
): void {
  const name = EventField.fromPath('$.detail.eventName');
  const caller = EventField.fromPath('$.detail.userIdentity.arn');
  const eventId = EventField.fromPath('$.detail.eventID');
  const message = RuleTargetInput.fromText(
    `${what}: ${name} by ${caller} at ${EventField.time}, CloudTrail event ${eventId}. ${RUNBOOKS}/key-changed.md`,
  );
  const rule = new Rule(scope, id, {
    ruleName,
    description,
    eventPattern: {
      source: [`aws.${service}`],
      detailType: ['AWS API Call via CloudTrail'],
      detail: { eventSource: [`${service}.amazonaws.com`], ...detail },
    },
    targets: topics.map((topic) => new SnsTopic(topic, { message })),
  });
  acknowledge(rule, {
    'Serverless-EventBusDLQ':
      'The topic is the end of the way; CloudTrail keeps the call whether or not it is told.',
  });
}
