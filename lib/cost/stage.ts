// A stage as its bill sees it: the options of a deployment, and the resources of its templates.
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildCloud } from '../cloud/cloud-app.ts';
import { backupsKept } from '../cloud/data/backup-stack.ts';
import { type Deployment, readDeployment } from '../cloud/deployment.ts';
import { ROUTE_TABLE } from '../cloud/function/deployed-function.ts';
import type { Stage } from './bill.ts';
import { type Resource, standingOf } from './standing.ts';

export type StageOptions = Readonly<Record<string, unknown>>;

/** What production demands and what costs nothing: the bill of a stage is asked for before it has names. */
const UNPRICED: StageOptions = {
  apiDomain: 'api.example.com',
  payDomain: 'pay.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/both',
  alarmTo: 'alarms@example.com',
};
/** The network of docs/deploy.md with the canary, for a stage that is no sandbox and chooses none. */
const NETWORK: StageOptions = {
  bankHosts: 'sanalpos.bank.example,bank.execute-api.eu-central-1.amazonaws.com',
};
/** CDK writes no stack traces and does not validate: the templates are only counted. */
const QUIET = { stackTraces: false, analyticsReporting: false, treeMetadata: false } as const;

function deploymentOf(options: StageOptions): Deployment {
  const known = (name: string) =>
    options[name] ?? (name.startsWith('payment:concurrency:') ? 1_000 : undefined);
  return readDeployment(known, Object.keys(options));
}

/** `context`: of the project's cdk.json. Throws if an option is wrong. */
export function stageOf(options: StageOptions, context: StageOptions = {}): Stage {
  const priced: StageOptions = { ...UNPRICED, ...options };
  const choosesNetwork = ['bankHosts', 'fixedEgress'].some((name) => options[name] !== undefined);
  const asGiven = deploymentOf(priced);
  const deployment =
    asGiven.production && !choosesNetwork ? deploymentOf({ ...priced, ...NETWORK }) : asGiven;
  const app = new App({ ...QUIET, builtinCloudFormationValidation: false, context: { ...context } });
  const codeOf = () => Code.fromInline('exports.handler = async () => undefined;');
  buildCloud(app, { deployment, table: ROUTE_TABLE, codeOf });
  const resources = app.synth().stacks.flatMap(({ template }) => {
    const { Resources = {} } = template as { Resources?: Record<string, Resource> };
    return Object.values(Resources);
  });
  return {
    standing: standingOf(resources),
    paysByCanary: deployment.canary !== undefined,
    isTraced: deployment.tracing,
    pagesKeptMonths: deployment.pagesKeptMonths,
    backups: deployment.backupDays ? backupsKept(deployment.backupDays) : { warm: 0, cold: 0 },
  };
}
