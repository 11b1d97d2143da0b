// CodeDeploy's part of a deployment: one deployment group for each function that gets new versions step by
// step, with the alarms that stop the deployment. The stack is deployed before the functions, because their
// aliases name the groups, and does not change when code does. Alarms are referenced by name, because they do
// not exist at the first deployment.
import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { nameOf } from './deployment.ts';
import type { DeployedFunction } from './function/deployed-function.ts';
import { codeDeployName, isShifted } from './function/traffic.ts';

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';
/** The alarms have periods of five minutes: two of them end before the other calls follow. */
const STEPS = 'CodeDeployDefault.LambdaCanary10Percent10Minutes';
/** Alarms about faults, whichever function causes them. CodeDeploy watches at most ten. */
const STOPPING_ALARMS = ['function-fails', 'api-answers-5xx', 'pay-answers-5xx', 'dead-letters'];

type ReleasePlan = { stage: string; functions: readonly DeployedFunction[] };

export class ReleaseStack extends Stack {
  constructor(scope: Construct, id: string, { stage, functions }: ReleasePlan, props?: StackProps) {
    super(scope, id, props);
    const application = new CfnApplication(this, 'Application', {
      applicationName: codeDeployName(stage),
      computePlatform: 'Lambda',
    });
    const role = this.#createRole();
    for (const { name } of functions.filter(isShifted)) {
      const group = new CfnDeploymentGroup(this, name, {
        applicationName: codeDeployName(stage),
        deploymentGroupName: name,
        serviceRoleArn: role.roleArn,
        deploymentConfigName: STEPS,
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
      group.addDependency(application);
    }
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
