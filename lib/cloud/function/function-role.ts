// The role of one function: the grants of its row, its log streams, and the permissions that its trigger
// needs.
// All statements are inline, so an auditor reads one resource per function.
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { ANY_STREAM, acknowledge, reasonForAny, reasonForWide } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { LIST_STREAMS, logStreamsArn } from '../arns.ts';
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
  const lines = writeLog(scope, logGroupName, roleName);
  const role = new Role(scope, 'Role', {
    roleName,
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      log: document(...lines),
      ...(statements.length > 0 && { needs: document(...statements) }),
      ...(deadLetterArn !== undefined && {
        deadLetters: document(allow(['sqs:SendMessage'], [deadLetterArn])),
      }),
      ...(source.length > 0 && { source: document(...source) }),
      ...(isTraced && { trace: document(RECORD_SEGMENTS) }),
      ...(insideVpc && { network: document(...joinNetwork(functionArn)) }),
    },
  });
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy':
      'Each function has its own policy by design: nothing is shared, so nothing is granted twice.',
    ...reasonForWide(scope, lines, anyStreamOf),
    ...reasonForWide(scope, statements, anySchedule),
    ...reasonForWide(scope, source, anyTableStream),
    ...(source.some(({ actions }) => actions.includes(LIST_STREAMS)) && reasonForAny(ANY_STREAM)),
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

/** A function writes lines to streams with its own name only, although others use the same group. */
function writeLog(scope: Construct, logGroupName: string, functionName: string): PolicyStatement[] {
  return [
    allow(['logs:CreateLogStream'], [logStreamsArn(scope, logGroupName)]),
    allow(['logs:PutLogEvents'], [logStreamsArn(scope, logGroupName, functionName)]),
  ];
}

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
  const conditions = { ArnEquals: { 'lambda:SourceFunctionArn': [functionArn, `${functionArn}:*`] } };
  return [
    allow(actions, ['*']),
    new PolicyStatement({ effect: Effect.DENY, actions, resources: ['*'], conditions }),
  ];
}
