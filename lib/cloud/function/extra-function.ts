// What functions have that are no rows of the route table: the simulated bank, and helpers of deployments,
// events and alarms.
import {
  type IRole,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type FunctionProps,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { defined } from '#domain/defined.ts';
import { acknowledge, OWN_POLICY } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import type { CodeOf } from './code.ts';
import { requireSignature } from './code-signing.ts';
import type { DeployedFunction } from './deployed-function.ts';
import { createLogGroup } from './log-group.ts';

/** Also of the functions of the route table. */
export const NODE = {
  runtime: Runtime.NODEJS_24_X,
  architecture: Architecture.ARM_64,
  handler: 'index.handler',
} as const;

/** What the makers of extra functions need. */
export type ExtraPlan = {
  deployment: Deployment;
  /** The functions of the route table, of which some are called or watched. */
  functions: readonly DeployedFunction[];
  codeOf: CodeOf;
};

type Access = {
  /** The name of the policy with what the function may do besides writing its log. */
  policyName: string;
  statements: PolicyStatement[];
  /** For statements with an asterisk. */
  reasons?: Readonly<Record<string, string>>;
};

type ExtraFunction = Omit<FunctionProps, 'runtime' | 'handler' | 'code' | 'functionName' | 'role'> & {
  id: string;
  /** The beginning of the logical ids of role and log. */
  prefix: string;
  of: Pick<DeployedFunction, 'name' | 'entry'>;
  access: Access;
};

/** With a role and a log of its own. Where the stage demands signed code, it demands it too. */
export function createExtraFunction(
  scope: Construct,
  { deployment, codeOf }: Pick<ExtraPlan, 'deployment' | 'codeOf'>,
  { id, prefix, of, access, ...props }: ExtraFunction,
): LambdaFunction {
  return new LambdaFunction(scope, id, {
    ...NODE,
    functionName: nameOf(deployment.stage, of.name),
    code: codeOf(of),
    ...props,
    ...roleAndLog(scope, prefix, { ...deployment, name: of.name }, access),
    ...defined({ codeSigningConfig: requireSignature(scope, deployment) }),
  });
}

/** `prefix`: the beginning of the logical ids. */
export function roleAndLog(
  scope: Construct,
  prefix: string,
  { stage, production, name }: Pick<Deployment, 'stage' | 'production'> & { name: string },
  { policyName, statements, reasons }: Access,
): { role: IRole; logGroup: LogGroup } {
  const logGroupName = `/aws/lambda/${nameOf(stage, name)}`;
  const logGroup = createLogGroup(scope, `${prefix}Log`, { logGroupName, production });
  const log = [allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn])];
  const role = new Role(scope, `${prefix}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      log: new PolicyDocument({ statements: log }),
      [policyName]: new PolicyDocument({ statements }),
    },
  });
  acknowledge(role, {
    ...OWN_POLICY,
    ...reasons,
  });
  return { role: role.withoutPolicyUpdates(), logGroup };
}
