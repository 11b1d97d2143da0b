// The hooks with which CodeDeploy pays before and after a function's new version gets traffic. They are in
// the release stack, so they exist before the first alias that names them.
import { Aws, Duration } from 'aws-cdk-lib';
import { type IRole, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { defined } from '#domain/defined.ts';
import { acknowledge, reasonForWide } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { functionArn } from '../arns.ts';
import type { Deployment } from '../deployment.ts';
import { requireSignature } from '../function/code-signing.ts';
import { type DeployedFunction, functionNameOf } from '../function/deployed-function.ts';
import { createLogGroup, functionLogGroupName } from '../function/log-group.ts';
import { codeDeployName, hasAlias, hookName, isPaidThrough, LIVE } from '../function/traffic.ts';

export const TRAFFIC_HOOK = {
  name: 'traffic-hook',
  entry: 'lib/release/traffic-hook.ts',
} as const satisfies Partial<DeployedFunction>;

/** Functions that a payment passes and that have no alias: they change before the hooks run. */
const ALSO_CALLED = ['hosted-page-create', 'payment-list'];

type HookPlan = {
  deployment: Deployment & Required<Pick<Deployment, 'canary'>>;
  functions: readonly DeployedFunction[];
  codeOf: (fn: typeof TRAFFIC_HOOK) => Code;
};

/** What the hooks invoke: the file of each handler with the function's name and alias. */
const calledByHooks = (stage: string, functions: readonly DeployedFunction[]) =>
  Object.fromEntries(
    functions
      .filter((fn) => isPaidThrough(fn) || ALSO_CALLED.includes(fn.name))
      .map((fn) => [
        fn.entry.replace(/^functions\/|\.ts$/g, ''),
        { name: functionNameOf(stage, fn), ...(hasAlias(fn) && { qualifier: LIVE }) },
      ]),
  );

export function createTrafficHooks(scope: Construct, { deployment, functions, codeOf }: HookPlan): void {
  const { stage, production, canary } = deployment;
  const called = calledByHooks(stage, functions);
  const logGroupName = functionLogGroupName(stage, TRAFFIC_HOOK.name);
  const logGroup = createLogGroup(scope, 'HookLog', { logGroupName, production });
  const names = Object.values(called).map(({ name }) => name);
  const role = createRole(scope, stage, names, logGroup);
  for (const hook of ['before', 'after'] as const) {
    const created = new LambdaFunction(scope, `Hook-${hook}`, {
      functionName: hookName(stage, hook),
      description: `Pays ${hook} a new version of a function gets traffic.`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: codeOf(TRAFFIC_HOOK),
      memorySize: 512,
      timeout: Duration.minutes(3),
      environment: {
        HOOK: hook,
        FUNCTIONS: JSON.stringify(called),
        CANARY_KEY: canary?.key ?? '',
      },
      role,
      logGroup,
      ...defined({ codeSigningConfig: requireSignature(scope, deployment) }),
    });
    acknowledge(created, {
      'PCI.DSS.321-LambdaInsideVPC': 'Calls Lambda, CodeDeploy and the simulated bank only, over TLS.',
      'Serverless-LambdaTracing': 'Its log line says what it paid through, and which step failed.',
      'Serverless-LambdaDLQ': 'CodeDeploy waits for its report and takes its absence for a failure.',
    });
  }
}

function createRole(scope: Construct, stage: string, names: readonly string[], log: LogGroup): IRole {
  const codeDeploy = `arn:${Aws.PARTITION}:codedeploy:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  const application = codeDeployName(stage);
  const invoke = allow(
    ['lambda:InvokeFunction'],
    names.flatMap((name) => [functionArn(scope, name), `${functionArn(scope, name)}:*`]),
  );
  const report = allow(
    ['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'],
    [`${codeDeploy}:deploymentgroup:${application}/*`],
  );
  const role = new Role(scope, 'HookRole', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      log: new PolicyDocument({
        statements: [allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [log.logGroupArn])],
      }),
      pay: new PolicyDocument({
        statements: [
          invoke,
          report,
          allow(['codedeploy:GetApplicationRevision'], [`${codeDeploy}:application:${application}`]),
        ],
      }),
    },
  });
  const groups = 'One hook serves the deployment groups of all functions that a payment passes.';
  const anyVersion = 'The version that a deployment publishes has a number that no template knows.';
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for the hooks; nothing else may share it.',
    ...reasonForWide(scope, [report], groups),
    ...reasonForWide(scope, [invoke], anyVersion),
  });
  return role.withoutPolicyUpdates();
}
