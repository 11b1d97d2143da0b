// CodeDeploy's part of a deployment: one deployment group for each function that gets new versions step by
// step, with the alarms that stop the deployment, and the hooks that pay. The stack is deployed before the
// functions, because their aliases name groups and hooks. Alarms of the watch stack are referenced by name,
// because they do not exist at the first deployment, which moves no calls.
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';
import type { ExtraPlan } from '../function/extra-function.ts';
import { codeDeployName, hasHooks, isShifted } from '../function/traffic.ts';
import { createServiceRole } from '../service-role.ts';
import { StageStack } from '../stage-stack.ts';
import { createGuard } from './guard.ts';
import { createTrafficHooks } from './traffic-hooks.ts';

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';
/** The window of the guard. */
const BY_MINUTES = 'CodeDeployDefault.LambdaCanary10Percent15Minutes';
const AT_ONCE = 'CodeDeployDefault.LambdaAllAtOnce';
/**
 * Besides the guard of the new version: what no line of a function tells, and functions that answer nobody.
 * All are shares, or never happen in a stage that works. CodeDeploy watches at most ten.
 */
const STOPPING_ALARMS = [
  'api-answers-5xx',
  'pay-answers-5xx',
  'charge-crashes',
  'sweep-crashes',
  'dead-letters',
];

export class ReleaseStack extends StageStack {
  constructor(scope: Construct, { deployment, functions, codeOf }: ExtraPlan) {
    super(scope, deployment, 'Payments: how new versions of functions get their traffic', 'release');
    const { stage, isLarge } = deployment;
    const application = new CfnApplication(this, 'Application', {
      applicationName: codeDeployName(stage),
      computePlatform: 'Lambda',
    });
    const role = createServiceRole(this, 'Role', 'codedeploy', POLICY);
    const guard = createGuard(this, deployment);
    const alarms = [guard, ...STOPPING_ALARMS.map((alarm) => nameOf(stage, alarm))];
    for (const fn of functions.filter(isShifted)) {
      const isAtOnce = hasHooks(deployment, fn) && !isLarge;
      const group = new CfnDeploymentGroup(this, fn.name, {
        applicationName: codeDeployName(stage),
        deploymentGroupName: fn.name,
        serviceRoleArn: role.roleArn,
        deploymentConfigName: isAtOnce ? AT_ONCE : BY_MINUTES,
        deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
        alarmConfiguration: {
          enabled: true,
          alarms: alarms.map((name) => ({ name })),
        },
        autoRollbackConfiguration: {
          enabled: true,
          events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      });
      group.addResourceDependency(application);
    }
    if (deployment.canary) createTrafficHooks(this, { deployment, functions, codeOf });
  }
}
