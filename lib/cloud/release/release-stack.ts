// CodeDeploy's part of a deployment: one deployment group for each function that gets new versions step by
// step, with the alarms that stop the deployment, and the hooks that pay. The stack is deployed before the
// functions, because their aliases name groups and hooks. Alarms are referenced by name, because they do not
// exist at the first deployment.
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { nameOf } from '../deployment.ts';
import type { ExtraPlan } from '../function/extra-function.ts';
import { codeDeployName, hasHooks, isShifted } from '../function/traffic.ts';
import { StageStack } from '../stage-stack.ts';
import { createTrafficHooks } from './traffic-hooks.ts';

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';
/** The alarms have periods of five minutes: two of them end before the other calls follow. */
const BY_MINUTES = 'CodeDeployDefault.LambdaCanary10Percent10Minutes';
const AT_ONCE = 'CodeDeployDefault.LambdaAllAtOnce';
/** Alarms about faults, whichever function causes them. CodeDeploy watches at most ten. */
const STOPPING_ALARMS = ['function-fails', 'api-answers-5xx', 'pay-answers-5xx', 'dead-letters'];

export class ReleaseStack extends StageStack {
  constructor(scope: Construct, { deployment, functions, codeOf }: ExtraPlan) {
    super(scope, deployment, 'Payments: how new versions of functions get their traffic', 'release');
    const { stage, isLarge } = deployment;
    const application = new CfnApplication(this, 'Application', {
      applicationName: codeDeployName(stage),
      computePlatform: 'Lambda',
    });
    const role = this.#createRole();
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
          alarms: STOPPING_ALARMS.map((alarm) => ({ name: nameOf(stage, alarm) })),
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

  #createRole(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    acknowledge(role, {
      [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`]:
        'The AWS managed policy for this purpose; only CodeDeploy uses it.',
    });
    return role;
  }
}
