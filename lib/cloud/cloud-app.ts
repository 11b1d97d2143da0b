// The CDK app: the data stack, which must survive, and its backups; the service and events stacks, which can
// be recreated; the watch stack; and the compliance rules that every synthesis checks.
import { Annotations, type App, type Stack, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks, ServerlessChecks } from 'cdk-nag';
import { BankStack } from './bank/bank-stack.ts';
import { BackupStack } from './data/backup-stack.ts';
import { DataStack } from './data/data-stack.ts';
import type { Keys } from './data/keys.ts';
import { nameOf } from './deployment.ts';
import { EventsStack } from './events/events-stack.ts';
import { type DeployedFunction, functionsOf } from './function/deployed-function.ts';
import { ReleaseStack } from './release/release-stack.ts';
import { WHOLE } from './reserved-concurrency.ts';
import { RolesStack } from './roles-stack.ts';
import { type ServicePlan, ServiceStack } from './service-stack.ts';
import { WatchStack } from './watch/watch-stack.ts';

export type Stacks = {
  data: DataStack;
  service: ServiceStack;
  events: Stack;
  watch: Stack;
  /** These exist in production; options switch off `release` and `backup`. */
  release: Stack | undefined;
  roles: Stack | undefined;
  backup: Stack | undefined;
  /** In production only by an option. */
  bank: BankStack | undefined;
};

/** A notice, because synthesis cannot see the other resources of an account. */
const SHARED_LIMITS =
  'All stages of this account and Region share 1,000 concurrent executions, 10,000 API calls, 20,000 KMS ' +
  'requests and 1,000 schedules a second, unless raised: give production an account of its own.';

const GUESSED =
  'How many executions the account has is not known, so the default is reserved: with fewer than ' +
  `${WHOLE} the deployment fails. \`npm run preflight\` reads and notes the number.`;

/**
 * CDK indents templates by default, and a template of this size would approach CloudFormation's limit of one
 * megabyte. Every stack of production is protected from deletion: merchants call the service, and links to
 * pages contain the names of its APIs.
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
  const events = new EventsStack(
    app,
    nameOf(stage, 'events'),
    { deployment, functions, shared: service.shared, codeOf: plan.codeOf },
    { ...common, description: 'Payments: functions and queues of events' },
  );
  const watched = { deployment, functions, keys: data.keys, codeOf: plan.codeOf };
  const watch = new WatchStack(app, nameOf(stage, 'watch'), watched, {
    ...common,
    description: 'Payments: alarms, dashboard, saved queries',
  });
  service.addStackDependency(data);
  watch.addStackDependency(service);
  watch.addStackDependency(events);
  // CloudFormation cannot create the stream mapping before its function and the table's stream exist.
  events.addStackDependency(data);
  events.addStackDependency(service);
  const { release, roles, backup } = openProduction(app, plan, { functions, keys: data.keys });
  if (release) service.addStackDependency(release);
  roles?.addStackDependency(data);
  backup?.addStackDependency(data);
  const bank = deployment.simulatedBank ? openBank(app, plan) : undefined;
  // The service stack creates the account's role with which API Gateway writes logs.
  bank?.addStackDependency(service);
  if (!production) Annotations.of(service).addInfoV2('payment:shared-limits', SHARED_LIMITS);
  if (deployment.isConcurrencyGuessed) Annotations.of(service).addWarningV2('payment:concurrency', GUESSED);
  Tags.of(app).add('service', 'payment');
  Tags.of(app).add('stage', stage);
  return { data, release, service, events, watch, roles, backup, bank };
}

/** Creates the stacks that only production has by default. */
function openProduction(
  app: App,
  { deployment, codeOf }: Pick<ServicePlan, 'deployment' | 'codeOf'>,
  { functions, keys }: { functions: readonly DeployedFunction[]; keys: Keys },
): Pick<Stacks, 'release' | 'roles' | 'backup'> {
  const { stage, gradual, production } = deployment;
  const describedAs = (description: string) => ({ ...stackProps(production), description });
  const releaseProps = describedAs('Payments: how new versions of functions get their traffic');
  const rolesProps = describedAs('Payments: roles of operators, of break-glass and of restores');
  const backupProps = describedAs('Payments: a daily copy of the table in a locked vault');
  return {
    release: gradual
      ? new ReleaseStack(app, nameOf(stage, 'release'), { deployment, functions, codeOf }, releaseProps)
      : undefined,
    roles: production
      ? new RolesStack(app, nameOf(stage, 'roles'), { deployment, keys }, rolesProps)
      : undefined,
    backup: deployment.backup
      ? new BackupStack(app, nameOf(stage, 'backup'), deployment, backupProps)
      : undefined,
  };
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

export function addComplianceChecks(app: App): void {
  Validations.of(app).addPlugins(...complianceChecks(app));
}
