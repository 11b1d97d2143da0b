// The whole service as a CDK app: what must survive, what can be made again, and the rules both are held to
// whenever they are synthesised.
import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks, ServerlessChecks } from 'cdk-nag';
import { DataStack } from './data-stack.ts';
import { nameOf } from './deployment.ts';
import { type ServicePlan, ServiceStack } from './service-stack.ts';

export type Stacks = { data: DataStack; service: ServiceStack };

export function buildCloud(app: App, plan: Omit<ServicePlan, 'data'>): Stacks {
  const { stage } = plan.deployment;
  const data = new DataStack(app, nameOf(stage, 'data'), plan.deployment, {
    description: 'Payments: table, keys and addresses, which must survive',
  });
  const service = new ServiceStack(
    app,
    nameOf(stage),
    { ...plan, data },
    {
      description: 'Payments: functions, APIs, schedules and alarms',
    },
  );
  Tags.of(app).add('service', 'payment');
  Tags.of(app).add('stage', stage);
  return { data, service };
}

/** A deployment that breaks a rule without a reason does not synthesise. */
export function complianceChecks(app: App) {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app), new PCIDSS321Checks(app)];
}

export function holdToRules(app: App): void {
  Validations.of(app).addPlugins(...complianceChecks(app));
}
