// The functions of one home with the log that they share, in the stack that creates them.
import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { requireSignature } from './code-signing.ts';
import type { DeployedFunction, Home } from './deployed-function.ts';
import { EndpointFunction, type StageResources } from './endpoint-function.ts';
import { createLogGroup, logGroupNameOf } from './log-group.ts';
import { countCallsOfRelease } from './release-calls.ts';

type HomePlan = { home: Home; functions: readonly DeployedFunction[]; shared: StageResources };

export function createFunctions(
  scope: Construct,
  { home, functions, shared }: HomePlan,
): readonly EndpointFunction[] {
  const { stage, production } = shared.deployment;
  const logGroupName = logGroupNameOf(stage, home);
  const logGroup = createLogGroup(scope, `${home}Log`, { logGroupName, production });
  if (shared.deployment.gradual && (home === 'api' || home === 'pay'))
    countCallsOfRelease(scope, shared.deployment, { home, logGroup });
  const resources = {
    ...shared,
    logGroup,
    logGroupName,
    codeSigning: requireSignature(scope, shared.deployment),
  };
  return functions.filter((fn) => fn.home === home).map((fn) => new EndpointFunction(scope, fn, resources));
}

/**
 * The functions of one API. They are created and changed in the same deployment as the API, before its paths
 * lead to them; CloudFormation counts the resources of a nested stack by itself.
 */
export class FunctionsStack extends NestedStack {
  constructor(scope: Construct, id: string, plan: HomePlan) {
    super(scope, id);
    createFunctions(this, plan);
  }
}
