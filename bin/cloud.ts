// The CDK app of `cdk synth` and `cdk deploy`: reads the context, bundles the functions, creates the
// stacks.
import { App } from 'aws-cdk-lib';
import { BANK_FUNCTION } from '../lib/cloud/bank/bank-stack.ts';
import { addComplianceChecks, buildCloud } from '../lib/cloud/cloud-app.ts';
import { streamFact } from '../lib/cloud/data-options.ts';
import { TRIGGERS_FUNCTION } from '../lib/cloud/events/delivery-triggers.ts';
import { takenStreamArn } from '../lib/cloud/events/taken-stream.ts';
import { bundleFunctions } from '../lib/cloud/function/bundle.ts';
import { codeOfBundles } from '../lib/cloud/function/code.ts';
import { functionsOf, tableOf } from '../lib/cloud/function/deployed-function.ts';
import { deploymentAt } from '../lib/cloud/place.ts';
import { TRAFFIC_HOOK } from '../lib/cloud/release/traffic-hooks.ts';
import { DIGEST_FACT, deployedDigest } from '../lib/cloud/release-name.ts';
import { MERCHANT_WATCH } from '../lib/cloud/watch/merchant-watch.ts';

const app = new App();
const optionNames = Object.keys(app.node.getAllContext() as object);
const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
const place = { account, region };
const tableName: unknown = app.node.tryGetContext('tableName');
const facts: Record<string, unknown> = { [DIGEST_FACT]: deployedDigest() };
if (typeof tableName === 'string' && region !== undefined)
  facts[streamFact(tableName)] = await takenStreamArn(tableName, region);
const known = (name: string): unknown => app.node.tryGetContext(name) ?? facts[name];
const deployment = deploymentAt(place, known, optionNames);
const table = tableOf(deployment);
const functions = [
  ...functionsOf(table),
  MERCHANT_WATCH,
  ...(deployment.gradual && deployment.canary ? [TRAFFIC_HOOK] : []),
  TRIGGERS_FUNCTION,
  BANK_FUNCTION,
];
const bundles = await bundleFunctions(functions.map(({ entry }) => entry));
buildCloud(app, { deployment, table, codeOf: codeOfBundles(bundles) });
addComplianceChecks(app);
app.synth();
