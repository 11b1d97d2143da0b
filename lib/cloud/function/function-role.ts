// The role of one function: what its row needs, its own log, and what the way it is invoked asks for.
// Everything stands in the role itself, so that an auditor reads one resource per function.
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { type Reach, statementsFor, type Wants } from './grants.ts';

type RolePlan = {
  wants: Wants;
  reach: Reach;
  functionArn: string;
  logGroupArn: string;
  /** Where Lambda puts an event whose last try failed. */
  deadLetterArn: string | undefined;
  insideVpc: boolean;
};

/** Granted and never asked for by code of ours: by the name of the policy, who uses it then. */
export const USED_BY_LAMBDA = {
  log: 'Lambda writes down what the function prints.',
  deadLetters: 'Lambda itself puts away an event whose last try failed.',
  network: 'Lambda places the function in the network; its code is denied the same.',
} as const satisfies Record<string, string>;

export function createRole(scope: Construct, plan: RolePlan): Role {
  const { wants, reach, functionArn, logGroupArn, deadLetterArn, insideVpc } = plan;
  const needed = statementsFor(wants, reach);
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      log: document(writeLog(logGroupArn)),
      ...(needed.length > 0 && { needs: document(...needed) }),
      ...(deadLetterArn !== undefined && { deadLetters: document(putDeadLetter(deadLetterArn)) }),
      ...(insideVpc && { network: document(...joinNetwork(functionArn)) }),
    },
  });
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy':
      'A policy of its own for each function is the point: nothing is shared, so nothing is granted twice.',
    ...(wants.needs.some((need) => need.startsWith('schedule:')) && {
      [`AwsSolutions-IAM5[Resource::${reach.schedulesFinding}]`]:
        'Each attempt has a schedule under a name of its own; the group holds nothing else.',
    }),
    ...(insideVpc && placedInNetwork),
  });
  return role;
}

const anyInterface =
  'EC2 knows no narrower resource for placing a function; the code of the function itself is denied it.';
const placedInNetwork = {
  'AwsSolutions-IAM5[Resource::*]': anyInterface,
  'Serverless-LambdaStarPermissions': anyInterface,
};

const document = (...statements: PolicyStatement[]) => new PolicyDocument({ statements });

function writeLog(logGroupArn: string): PolicyStatement {
  const actions = ['logs:CreateLogStream', 'logs:PutLogEvents'];
  return new PolicyStatement({ actions, resources: [logGroupArn] });
}

function putDeadLetter(deadLetterArn: string): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetterArn] });
}

/** The Lambda service needs these to place a function; the function's own code must not have them. */
function joinNetwork(functionArn: string): PolicyStatement[] {
  const actions = [
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ];
  const conditions = { ArnEquals: { 'lambda:SourceFunctionArn': functionArn } };
  return [
    new PolicyStatement({ actions, resources: ['*'] }),
    new PolicyStatement({ effect: Effect.DENY, actions, resources: ['*'], conditions }),
  ];
}
