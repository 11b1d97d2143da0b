// Names that a stage needs for itself, and resources of others that the options name.
import { nameOf } from '../cloud/deployment.ts';
import { rest, targeted, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { readStack } from '../operator/aws/stack-outputs.ts';
import { mapOf, query } from '../operator/aws/xml-calls.ts';
import type { Check, Lack, Target } from './check.ts';

const PARTS = ['data', 'roles', 'release', '', 'events', 'watch', 'backup', 'bank'] as const;

export function nameChecks(target: Target): Check[] {
  const { alarms, notices, operatorRoleArn, breakGlassRoleArn } = target.deployment;
  const topics = new Set([alarms.topicArn, notices.topicArn].filter((arn) => arn !== undefined));
  const roles = [operatorRoleArn, breakGlassRoleArn].filter((arn) => arn !== undefined);
  return [
    { name: 'Every stack can be deployed', look: () => stacks(target) },
    { name: 'The names of the stage are free', look: () => names(target) },
    ...[...topics].map((arn) => ({
      name: `Alarms may publish to ${lastOf(arn)}`,
      look: () => topic(arn, target.signer),
    })),
    ...roles.map((arn) => ({ name: `The role ${lastOf(arn)} exists`, look: () => role(arn, target.signer) })),
  ];
}

const lastOf = (arn: string) => arn.split(/[:/]/).at(-1) ?? arn;

const stackName = (stage: string, part: string) => (part === '' ? nameOf(stage) : nameOf(stage, part));

/** CloudFormation takes a change; a stack in review has nothing yet. */
const READY = /^(?:(?:CREATE|UPDATE|IMPORT|UPDATE_ROLLBACK|IMPORT_ROLLBACK)_COMPLETE|REVIEW_IN_PROGRESS)$/;
/** The first deployment of this stack failed: it never served anything, and can only be deleted. */
const NEVER_WAS = /^(?:CREATE_FAILED|ROLLBACK_COMPLETE|ROLLBACK_FAILED)$/;

/** What a person does about a stack that CloudFormation does not change in this state. */
function mendOf(name: string, status: string): string[] {
  const [stacks, of] = ['aws cloudformation', `--stack-name ${name}`];
  if (status.endsWith('_IN_PROGRESS')) {
    const state = '--query "Stacks[0].StackStatus" --output text';
    return [`# busy: wait until it has ended:`, `${stacks} describe-stacks ${of} ${state}`];
  }
  if (NEVER_WAS.test(status)) {
    return [
      '# its first deployment failed, nothing of it is in use:',
      `${stacks} update-termination-protection --no-enable-termination-protection ${of}`,
      `${stacks} delete-stack ${of}`,
    ];
  }
  if (status === 'UPDATE_ROLLBACK_FAILED') return [`${stacks} continue-update-rollback ${of}`];
  if (status === 'UPDATE_FAILED') return [`${stacks} rollback-stack ${of}`];
  const failed = `--query "StackEvents[?contains(ResourceStatus,'FAILED')].ResourceStatusReason"`;
  return ['# see which resource is in the way:', `${stacks} describe-stack-events ${of} ${failed}`];
}

async function stacks({ deployment, signer }: Target): Promise<string | Lack> {
  const found = await Promise.all(
    PARTS.map(async (part) => {
      const name = stackName(deployment.stage, part);
      return { name, status: (await readStack(signer, name))?.status };
    }),
  );
  const known = found.flatMap(({ name, status }) => (status === undefined ? [] : [{ name, status }]));
  const stuck = known.filter(({ status }) => !READY.test(status));
  if (stuck.length === 0) return known.length === 0 ? 'there is none yet' : `${known.length} stacks`;
  return {
    seen: stuck.map(({ name, status }) => `${name}: ${status}`).join(', '),
    mend: stuck.flatMap(({ name, status }) => mendOf(name, status)),
  };
}

/** What production keeps after its stacks were deleted, and roles, which are named in the whole account. */
async function names({ deployment, signer }: Target): Promise<string | Lack> {
  const { stage, tableName } = deployment;
  const [data, service] = await Promise.all([
    readStack(signer, nameOf(stage, 'data')),
    readStack(signer, nameOf(stage)),
  ]);
  const [table, group, logs, role] = await Promise.all([
    data === undefined && tableName === undefined ? tableOf(nameOf(stage), signer) : undefined,
    data === undefined ? groupOf(nameOf(stage), signer) : undefined,
    service === undefined ? logGroupOf(stage, signer) : undefined,
    service === undefined ? roleOf(nameOf(stage, 'charge'), signer) : undefined,
  ]);
  if (role !== undefined) {
    return {
      seen: `the role ${role} exists: another Region has this stage, whose roles are named for the account`,
      mend: [`npm run preflight -- -c stage=${stage}-2`],
    };
  }
  const kept = [table, group, logs].filter((one) => one !== undefined);
  if (kept.length === 0) return 'yes, or of this stage';
  return {
    seen: `kept from before: ${kept.join(', ')}`,
    mend: ['npx cdk deploy --all --import-existing-resources'],
  };
}

async function tableOf(name: string, signer: Signer): Promise<string | undefined> {
  const call = targeted(signer, 'dynamodb', 'DynamoDB_20120810');
  const found = await unless(['ResourceNotFoundException'], call('DescribeTable', { TableName: name }));
  return found && `table ${name}`;
}

async function groupOf(name: string, signer: Signer): Promise<string | undefined> {
  const asked = rest(signer, 'scheduler')('GET', `/schedule-groups/${name}`);
  return (await unless(['404'], asked)) && `schedule group ${name}`;
}

async function logGroupOf(stage: string, signer: Signer): Promise<string | undefined> {
  const call = targeted(signer, 'logs', 'Logs_20140328');
  const { logGroups = [] } = await call('DescribeLogGroups', { logGroupNamePrefix: `/payment/${stage}/` });
  const [first] = logGroups as { logGroupName: string }[];
  return first && `log group ${first.logGroupName}`;
}

async function roleOf(RoleName: string, signer: Signer): Promise<string | undefined> {
  const found = await unless(['NoSuchEntity'], query(signer, 'iam', '2010-05-08')('GetRole', { RoleName }));
  return found === undefined ? undefined : RoleName;
}

async function role(arn: string, signer: Signer): Promise<string | Lack> {
  if ((await roleOf(lastOf(arn), signer)) !== undefined) return 'yes';
  return { seen: 'no', mend: [`# leave the option out: production makes a role of its own`] };
}

const SERVICES = ['cloudwatch.amazonaws.com', 'events.amazonaws.com'];

/** Without its policy an alarm becomes active and nobody is told. */
async function topic(TopicArn: string, signer: Signer): Promise<string | Lack> {
  const call = query(signer, 'sns', '2010-03-31');
  const found = await unless(['NotFound'], call('GetTopicAttributes', { TopicArn }));
  if (found === undefined)
    return { seen: 'there is no such topic', mend: [`aws sns create-topic --name ${lastOf(TopicArn)}`] };
  const policy = mapOf(found['Attributes'])['Policy'] ?? '';
  const missing = SERVICES.filter((service) => !policy.includes(service));
  if (missing.length === 0) return 'yes';
  return {
    seen: `its policy does not name ${missing.join(' and ')}`,
    mend: [
      '# policy.json: docs/deploy-options.md, Who is told',
      `aws sns set-topic-attributes --topic-arn ${TopicArn} ` +
        '--attribute-name Policy --attribute-value file://policy.json',
    ],
  };
}
