// The whole service as a CDK app: what must survive, what can be made again, what watches over it, and the
// rules all are held to whenever they are synthesised.
import { type App, type Stack, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks, ServerlessChecks } from 'cdk-nag';
import { BankStack } from './bank/bank-stack.ts';
import { DataStack } from './data/data-stack.ts';
import { nameOf } from './deployment.ts';
import { functionsOf } from './function/deployed-function.ts';
import { type ServicePlan, ServiceStack } from './service-stack.ts';
import { WatchStack } from './watch/watch-stack.ts';

export type Stacks = {
  data: DataStack;
  service: ServiceStack;
  watch: Stack;
  /** Of a sandbox; production has none. */
  bank: BankStack | undefined;
};

/** CDK indents templates for reading; a service of this size would come near the limit of a megabyte. */
const COMPACT = { suppressTemplateIndentation: true };

export function buildCloud(app: App, plan: Omit<ServicePlan, 'data'>): Stacks {
  const { deployment, table } = plan;
  const { stage } = deployment;
  const data = new DataStack(app, nameOf(stage, 'data'), deployment, {
    ...COMPACT,
    description: 'Payments: table, keys, schedules and addresses, which must survive',
  });
  const service = new ServiceStack(
    app,
    nameOf(stage),
    { ...plan, data },
    {
      ...COMPACT,
      description: 'Payments: functions, APIs and the clock',
    },
  );
  const watched = { deployment, doors: functionsOf(table) };
  const watch = new WatchStack(app, nameOf(stage, 'watch'), watched, {
    ...COMPACT,
    description: 'Payments: alarms, dashboard, saved queries',
  });
  service.addStackDependency(data);
  watch.addStackDependency(service);
  const bank = deployment.simulatedBank ? openBank(app, plan) : undefined;
  // API Gateway's right to write logs, which is the account's, is given there.
  bank?.addStackDependency(service);
  Tags.of(app).add('service', 'payment');
  Tags.of(app).add('stage', stage);
  return { data, service, watch, bank };
}

function openBank(app: App, { deployment, codeOf }: Pick<ServicePlan, 'deployment' | 'codeOf'>): BankStack {
  return new BankStack(
    app,
    nameOf(deployment.stage, 'bank'),
    { deployment, codeOf },
    { ...COMPACT, description: 'Payments: a simulated bank for sandbox merchants; it moves no money' },
  );
}

/** A deployment that breaks a rule without a reason does not synthesise. */
export function complianceChecks(app: App) {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app), new PCIDSS321Checks(app)];
}

export function holdToRules(app: App): void {
  Validations.of(app).addPlugins(...complianceChecks(app));
}
