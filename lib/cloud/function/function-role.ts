// The role of one function: the grants of its row, its log streams, and the permissions that its trigger
// needs.
// All statements are inline, so an auditor reads one resource per function.
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { ANY_STREAM, acknowledge, reasonForAny, reasonForWide } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { logStreamsArn, STREAM_ACTIONS } from '../arns.ts';
import { type FunctionNeeds, type GrantTargets, statementsFor } from './grants.ts';

type RolePlan = {
  /** A fixed name, because the policies of the keys name the roles. */
  roleName: string;
  functionNeeds: FunctionNeeds;
  targets: GrantTargets;
  functionArn: string;
  logGroupName: string;
  /** The queue for events that failed on every retry. */
  deadLetterArn: string | undefined;
  insideVpc: boolean;
  isTraced: boolean;
  /** Lambda reads from and reports to these resources if it invokes the function from a stream or queue. */
  source?: PolicyStatement[];
};

/** Policies that our code does not use itself. Each policy name has its user. */
export const USED_BY_LAMBDA = {
  log: 'Lambda writes the output of the function.',
  deadLetters: 'Lambda stores an event that failed on every retry.',
  source: 'Lambda reads the stream or queue that invokes the function, and notes what failed for good.',
  trace: 'Lambda records the segments of a sampled call.',
  network: 'Lambda connects the function to the network; the code of the function is denied the same.',
  elsewhere: 'Whoever holds the role outside its function is denied its keys.',
} as const satisfies Record<string, string>;

export function createRole(scope: Construct, plan: RolePlan): Role {
  const {
    roleName,
    functionNeeds,
    targets,
    functionArn,
    logGroupName,
    deadLetterArn,
    insideVpc,
    isTraced,
    source = [],
  } = plan;
  const statements = statementsFor(functionNeeds, targets);
  // A function writes lines to streams with its own name only, although others use the same group.
  const group = logStreamsArn(scope, logGroupName);
  const ownStreams = logStreamsArn(scope, logGroupName, roleName);
  const keyArns = statements
    .filter(({ actions }) => actions.some((action) => action.startsWith('kms:')))
    .flatMap(({ resources }) => resources);
  const grants = (arn: string) => statements.some(({ resources }) => resources.includes(arn));
  const stream = source.find(({ actions }) => actions.includes(STREAM_ACTIONS[0]));
  const role = new Role(scope, 'Role', {
    roleName,
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      log: document(allow(['logs:CreateLogStream'], [group]), allow(['logs:PutLogEvents'], [ownStreams])),
      ...(statements.length > 0 && { needs: document(...statements) }),
      ...(deadLetterArn !== undefined && {
        deadLetters: document(allow(['sqs:SendMessage'], [deadLetterArn])),
      }),
      ...(source.length > 0 && { source: document(...source) }),
      ...(isTraced && { trace: document(RECORD_SEGMENTS) }),
      ...(insideVpc && { network: document(...joinNetwork(functionArn)) }),
      ...(keyArns.length > 0 && { elsewhere: document(denyElsewhere(functionArn, keyArns)) }),
    },
  });
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy':
      'Each function has its own policy by design: nothing is shared, so nothing is granted twice.',
    ...reasonForWide(scope, [group, ownStreams], anyStreamOf),
    ...(grants(targets.schedulesArn) && reasonForWide(scope, [targets.schedulesArn], anySchedule)),
    ...(stream && { ...reasonForWide(scope, stream.resources, anyTableStream), ...reasonForAny(ANY_STREAM) }),
    ...(isTraced && reasonForAny('X-Ray has no resource for a segment.')),
    ...(insideVpc && reasonForAny(anyInterface)),
  });
  return role;
}

const anyStreamOf = 'Lambda names a log stream by the day, the function and the container that writes it.';
const anySchedule = 'Each attempt has a schedule with its own name; the group contains nothing else.';
const anyTableStream =
  'The stream of the table is named by the second of its creation, which another table has otherwise.';
const anyInterface =
  'EC2 has no narrower resource for connecting a function; the code of the function is denied it.';
const document = (...statements: PolicyStatement[]) => new PolicyDocument({ statements });

const RECORD_SEGMENTS = allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']);

/** Lambda needs these to connect a function to the network; the function's own code must not have them. */
function joinNetwork(functionArn: string): PolicyStatement[] {
  const actions = [
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ];
  const conditions = { ArnEquals: byCodeOf(functionArn) };
  return [
    allow(actions, ['*']),
    new PolicyStatement({ effect: Effect.DENY, actions, resources: ['*'], conditions }),
  ];
}

/** What Lambda adds to each call of a function's own code, and to no other. */
const byCodeOf = (functionArn: string) => ({
  'lambda:SourceFunctionArn': [functionArn, `${functionArn}:*`],
});

/**
 * A role is only as closed as its trust: who changes that, or copies the credentials out of the function, opens no
 * card. A key policy cannot say this: AWS has the condition in policies of identities only.
 */
const denyElsewhere = (functionArn: string, keyArns: readonly string[]) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['kms:*'],
    resources: [...new Set(keyArns)],
    conditions: { ArnNotEquals: byCodeOf(functionArn) },
  });
