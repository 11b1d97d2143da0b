// The CDK app: the data stack, which must survive, and its backups; the service and events stacks, which can
// be recreated; the watch stack; and the compliance rules that every synthesis checks.
import { Annotations, type App, type Stack, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks, ServerlessChecks } from 'cdk-nag';
import { BankStack } from './bank/bank-stack.ts';
import { BackupStack } from './data/backup-stack.ts';
import { DataStack } from './data/data-stack.ts';
import { EventsStack } from './events/events-stack.ts';
import { functionsOf } from './function/deployed-function.ts';
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
  /** These exist in production; an option switches off `release`. */
  release: Stack | undefined;
  roles: Stack | undefined;
  backup: Stack | undefined;
  /** The simulated bank of test accounts. */
  bank: BankStack;
};

/** A notice, because synthesis cannot see the other resources of an account. */
const SHARED_LIMITS =
  'All stages of this account and Region share 1,000 concurrent executions, 10,000 API calls, 20,000 KMS ' +
  'requests and 1,000 schedules a second, unless raised: give production an account of its own.';

const GUESSED =
  'How many executions the account has is not known, so the default is reserved: with fewer than ' +
  `${WHOLE} the deployment fails. \`npm run preflight\` reads and notes the number.`;

export function buildCloud(app: App, plan: Omit<ServicePlan, 'data'>): Stacks {
  const { deployment, table, codeOf } = plan;
  const { stage, production } = deployment;
  const functions = functionsOf(table);
  const data = new DataStack(app, { deployment, functions });
  const { keys } = data;
  const service = new ServiceStack(app, { ...plan, data });
  const events = new EventsStack(app, { functions, shared: service.shared });
  const watch = new WatchStack(app, { deployment, functions, keys, codeOf });
  const release = deployment.gradual ? new ReleaseStack(app, { deployment, functions, codeOf }) : undefined;
  const roles = production ? new RolesStack(app, { deployment, keys }) : undefined;
  const backup =
    deployment.backupDays === undefined ? undefined : new BackupStack(app, deployment, deployment.backupDays);
  const bank = new BankStack(app, { deployment, codeOf });
  service.addStackDependency(data);
  watch.addStackDependency(service);
  watch.addStackDependency(events);
  // CloudFormation cannot create the stream mapping before its function and the table's stream exist.
  events.addStackDependency(data);
  events.addStackDependency(service);
  if (release) service.addStackDependency(release);
  roles?.addStackDependency(data);
  backup?.addStackDependency(data);
  // The service stack creates the account's role with which API Gateway writes logs.
  bank.addStackDependency(service);
  if (!production) Annotations.of(service).addInfoV2('payment:shared-limits', SHARED_LIMITS);
  if (deployment.isConcurrencyGuessed) Annotations.of(service).addWarningV2('payment:concurrency', GUESSED);
  Tags.of(app).add('service', 'payment');
  Tags.of(app).add('stage', stage);
  return { data, release, service, events, watch, roles, backup, bank };
}

/** Synthesis fails if a deployment breaks a rule without a recorded reason. */
export function complianceChecks(app: App) {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app), new PCIDSS321Checks(app)];
}

export function addComplianceChecks(app: App): void {
  Validations.of(app).addPlugins(...complianceChecks(app));
}
