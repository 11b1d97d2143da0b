// Names that a stage needs for itself, and resources of others that the options name.
import { type Deployment, nameOf } from '../cloud/deployment.ts';
import { query, rest, targeted, unless } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import type { Check, Lack } from './check.ts';
import { stackStatus } from './stack-status.ts';

type Of = { deployment: Deployment; signer: Signer };

const PARTS = ['data', 'roles', 'release', '', 'events', 'watch', 'backup', 'bank'] as const;

export function nameChecks(of: Of): Check[] {
  const { alarms, notices, operatorRoleArn, breakGlassRoleArn } = of.deployment;
  const topics = new Set([alarms.topicArn, notices.topicArn].filter((arn) => arn !== undefined));
  const roles = [operatorRoleArn, breakGlassRoleArn].filter((arn) => arn !== undefined);
  return [
    { name: 'No stack failed before', look: () => stacks(of) },
    { name: 'The names of the stage are free', look: () => names(of) },
    ...[...topics].map((arn) => ({
      name: `Alarms may publish to ${lastOf(arn)}`,
      look: () => topic(arn, of.signer),
    })),
    ...roles.map((arn) => ({ name: `The role ${lastOf(arn)} exists`, look: () => role(arn, of.signer) })),
  ];
}

const lastOf = (arn: string) => arn.split(/[:/]/).at(-1) ?? arn;

const stackName = (stage: string, part: string) => (part === '' ? nameOf(stage) : nameOf(stage, part));

const UNPROTECT = 'aws cloudformation update-termination-protection --no-enable-termination-protection';

/** A first deployment that failed leaves a stack that can only be deleted. */
async function stacks({ deployment, signer }: Of): Promise<string | Lack> {
  const found = await Promise.all(
    PARTS.map(async (part) => {
      const name = stackName(deployment.stage, part);
      return { name, status: await stackStatus(signer, name) };
    }),
  );
  const failed = found.filter(({ status }) => status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED');
  const known = found.filter(({ status }) => status !== undefined).length;
  if (failed.length === 0) return known === 0 ? 'there is none yet' : `${known} stacks`;
  return {
    seen: failed.map(({ name, status }) => `${name}: ${status}`).join(', '),
    mend: failed.flatMap(({ name }) => [
      `${UNPROTECT} --stack-name ${name}`,
      `aws cloudformation delete-stack --stack-name ${name}`,
    ]),
  };
}

/** What production keeps after its stacks were deleted, and roles, which are named in the whole account. */
async function names({ deployment, signer }: Of): Promise<string | Lack> {
  const { stage, tableName } = deployment;
  const [data, service] = await Promise.all([
    stackStatus(signer, nameOf(stage, 'data')),
    stackStatus(signer, nameOf(stage)),
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
  return found && RoleName;
}

async function role(arn: string, signer: Signer): Promise<string | Lack> {
  if ((await roleOf(lastOf(arn), signer)) !== undefined) return 'yes';
  return { seen: 'no', mend: [`# leave the option out: production makes a role of its own`] };
}

const SERVICES = ['cloudwatch.amazonaws.com', 'events.amazonaws.com'];

/** Without its policy an alarm becomes active and nobody is told. */
async function topic(TopicArn: string, signer: Signer): Promise<string | Lack> {
  const call = query(signer, 'sns', '2010-03-31');
  const xml = await unless(['NotFound'], call('GetTopicAttributes', { TopicArn }));
  if (xml === undefined)
    return { seen: 'there is no such topic', mend: [`aws sns create-topic --name ${lastOf(TopicArn)}`] };
  const policy = /<key>Policy<\/key>\s*<value>(.*?)<\/value>/s.exec(xml)?.[1] ?? '';
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
