// The hooks with which CodeDeploy pays before and after a function's new version gets traffic. They are in
// the release stack, so they exist before the first alias that names them.
import { Aws, Duration } from 'aws-cdk-lib';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { defined } from '#domain/defined.ts';
import { acknowledge, reasonForWide } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { functionArn } from '../arns.ts';
import { requireSignature } from '../function/code-signing.ts';
import { type DeployedFunction, functionNameOf } from '../function/deployed-function.ts';
import { type ExtraPlan, NODE, roleAndLog } from '../function/extra-function.ts';
import { codeDeployName, hasAlias, hookName, isPaidThrough, LIVE } from '../function/traffic.ts';

export const TRAFFIC_HOOK = {
  name: 'traffic-hook',
  entry: 'lib/release/traffic-hook.ts',
} as const satisfies Partial<DeployedFunction>;

/** A payment passes it, and it has no alias: it changes before the hooks run. */
const ALSO_CALLED = 'payment-list';

/** What the hooks invoke: the file of each handler with the function's name and alias. */
const calledByHooks = (stage: string, functions: readonly DeployedFunction[]) =>
  Object.fromEntries(
    functions
      .filter((fn) => isPaidThrough(fn) || fn.name === ALSO_CALLED)
      .map((fn) => [
        fn.entry.replace(/^functions\/|\.ts$/g, ''),
        { name: functionNameOf(stage, fn), ...(hasAlias(fn) && { qualifier: LIVE }) },
      ]),
  );

export function createTrafficHooks(scope: Construct, { deployment, functions, codeOf }: ExtraPlan): void {
  const { stage, canary } = deployment;
  const called = calledByHooks(stage, functions);
  const names = Object.values(called).map(({ name }) => name);
  const own = roleAndLog(scope, 'Hook', { ...deployment, ...TRAFFIC_HOOK }, accessTo(scope, stage, names));
  for (const hook of ['before', 'after'] as const) {
    const created = new LambdaFunction(scope, `Hook-${hook}`, {
      ...NODE,
      ...own,
      functionName: hookName(stage, hook),
      description: `Pays ${hook} a new version of a function gets traffic.`,
      code: codeOf(TRAFFIC_HOOK),
      memorySize: 512,
      timeout: Duration.minutes(3),
      environment: {
        HOOK: hook,
        FUNCTIONS: JSON.stringify(called),
        CANARY_KEY: canary?.key ?? '',
      },
      ...defined({ codeSigningConfig: requireSignature(scope, deployment) }),
    });
    acknowledge(created, {
      'PCI.DSS.321-LambdaInsideVPC': 'Calls Lambda, CodeDeploy and the simulated bank only, over TLS.',
      'Serverless-LambdaTracing': 'Its log line says what it paid through, and which step failed.',
      'Serverless-LambdaDLQ': 'CodeDeploy waits for its report and takes its absence for a failure.',
    });
  }
}

function accessTo(scope: Construct, stage: string, names: readonly string[]) {
  const codeDeploy = `arn:${Aws.PARTITION}:codedeploy:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  const application = codeDeployName(stage);
  const functions = names.flatMap((name) => [functionArn(scope, name), `${functionArn(scope, name)}:*`]);
  const ownGroups = [`${codeDeploy}:deploymentgroup:${application}/*`];
  const invoke = allow(['lambda:InvokeFunction'], functions);
  const report = allow(
    ['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'],
    ownGroups,
  );
  const read = allow(['codedeploy:GetApplicationRevision'], [`${codeDeploy}:application:${application}`]);
  const groups = 'One hook serves the deployment groups of all functions that a payment passes.';
  const anyVersion = 'The version that a deployment publishes has a number that no template knows.';
  const reasons = {
    ...reasonForWide(scope, ownGroups, groups),
    ...reasonForWide(scope, functions, anyVersion),
  };
  return { policyName: 'pay', statements: [invoke, report, read], reasons };
}
