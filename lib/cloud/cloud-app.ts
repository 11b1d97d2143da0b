// The CDK app: the data stack, which must survive, its backups, the service stack, which can be recreated,
// the watch stack, and the compliance rules that every synthesis checks.
import { type App, type Stack, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks, ServerlessChecks } from 'cdk-nag';
import { BankStack } from './bank/bank-stack.ts';
import { BackupStack } from './data/backup-stack.ts';
import { DataStack } from './data/data-stack.ts';
import { nameOf } from './deployment.ts';
import { functionsOf } from './function/deployed-function.ts';
import { type ServicePlan, ServiceStack } from './service-stack.ts';
import { WatchStack } from './watch/watch-stack.ts';

export type Stacks = {
  data: DataStack;
  service: ServiceStack;
  watch: Stack;
  /** Production, unless it is switched off. */
  backup: Stack | undefined;
  /** Sandboxes only. */
  bank: BankStack | undefined;
};

/**
 * CDK indents templates by default; a service of this size would approach the limit of one megabyte. Every
 * stack of production is protected: the service is what merchants call, and page links name its APIs.
 */
const stackProps = (production: boolean) => ({
  suppressTemplateIndentation: true,
  terminationProtection: production,
});

export function buildCloud(app: App, plan: Omit<ServicePlan, 'data'>): Stacks {
  const { deployment, table } = plan;
  const { stage, production } = deployment;
  const common = stackProps(production);
  const functions = functionsOf(table);
  const data = new DataStack(
    app,
    nameOf(stage, 'data'),
    { deployment, functions },
    {
      ...common,
      description: 'Payments: table, keys, schedules and addresses, which must survive',
    },
  );
  const service = new ServiceStack(
    app,
    nameOf(stage),
    { ...plan, data },
    {
      ...common,
      description: 'Payments: functions, APIs and schedules',
    },
  );
  const watched = { deployment, functions, keys: data.keys, codeOf: plan.codeOf };
  const watch = new WatchStack(app, nameOf(stage, 'watch'), watched, {
    ...common,
    description: 'Payments: alarms, dashboard, saved queries',
  });
  service.addStackDependency(data);
  watch.addStackDependency(service);
  const backup = deployment.backup
    ? new BackupStack(app, nameOf(stage, 'backup'), deployment, {
        ...common,
        description: 'Payments: a daily copy of the table in a locked vault',
      })
    : undefined;
  backup?.addStackDependency(data);
  const bank = deployment.simulatedBank ? openBank(app, plan) : undefined;
  // The service stack creates the account's role with which API Gateway writes logs.
  bank?.addStackDependency(service);
  Tags.of(app).add('service', 'payment');
  Tags.of(app).add('stage', stage);
  return { data, service, watch, backup, bank };
}

function openBank(app: App, { deployment, codeOf }: Pick<ServicePlan, 'deployment' | 'codeOf'>): BankStack {
  return new BankStack(
    app,
    nameOf(deployment.stage, 'bank'),
    { deployment, codeOf },
    {
      ...stackProps(false),
      description: 'Payments: a simulated bank for sandbox merchants; it moves no money',
    },
  );
}

/** Synthesis fails if a deployment breaks a rule without a recorded reason. */
export function complianceChecks(app: App) {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app), new PCIDSS321Checks(app)];
}

export function holdToRules(app: App): void {
  Validations.of(app).addPlugins(...complianceChecks(app));
}
