// `npm run preflight -- -c stage=production ...`: reads what a deployment with these options needs in the
// account, and notes its executions for synthesis. Exit codes: 0 if nothing is missing, 1 otherwise.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { DATA_OPTIONS } from '../lib/cloud/data-options.ts';
import { givenOptions } from '../lib/cloud/given-options.ts';
import { deploymentAt } from '../lib/cloud/place.ts';
import { deployedDigest, moveFact } from '../lib/cloud/release-name.ts';
import { concurrencyFact } from '../lib/cloud/reserved-concurrency.ts';
import { explained } from '../lib/operator/aws/aws-refusal.ts';
import type { Signer } from '../lib/operator/aws/aws-request.ts';
import { callerIdentity } from '../lib/operator/aws/caller-identity.ts';
import { signerInUse } from '../lib/operator/aws/stack-outputs.ts';
import { openReadings, preflight, reportOf, rowsOf } from '../lib/preflight/preflight.ts';
import { comesAfterMove } from '../lib/preflight/release-checks.ts';

const USAGE = `Usage: npm run preflight -- [-c option=value ...] [--key-policies FOLDER]

Takes the options of \`cdk deploy\`, also from cdk.json, and needs AWS credentials that may read the account
(for example the managed policy ReadOnlyAccess). It changes nothing there. It notes in cdk.context.json how
many executions of Lambda the account has, and whether \`npm run release\` has moved functions: keep that file
in the repository.

With --key-policies, for keyArns of an account of their own: the service's credentials write the policy of
each key to FOLDER, those of the keys' account compare what holds with these files.`;

const FACTS = 'cdk.context.json';
type CdkContext = Record<string, unknown>;
const readJson = (path: string) =>
  (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}) as CdkContext;

function contextOf(options: readonly string[]): CdkContext {
  const { context = {} } = readJson('cdk.json') as { context?: CdkContext };
  return { digest: deployedDigest(), ...readJson(FACTS), ...context, ...givenOptions(options) };
}

async function main(): Promise<void> {
  const options = {
    context: { type: 'string', short: 'c', multiple: true },
    help: { type: 'boolean' },
    'key-policies': { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const context = contextOf(values.context ?? []);
  const signer = await signerInUse();
  const { AWS_ENDPOINT_URL_DYNAMODB: own, AWS_ENDPOINT_URL: every } = process.env;
  const arn = await callerIdentity(signer, { dynamodb: own || every, isDeployed: true });
  const account = arn.split(':')[4] ?? '';
  const folder = values['key-policies'];
  if (folder !== undefined) return await keyPolicies({ context, account, signer, folder });
  const place = { account, region: signer.region };
  const read = () => deploymentAt(place, (name) => context[name], Object.keys(context));
  const deployment = read();
  const readings = openReadings({ deployment, signer });
  const [executions, aliases] = await Promise.allSettled([readings.executions, readings.aliases]);
  // What was not read stays as it was noted: a refused look is no "not moved".
  const facts = {
    ...(executions.status === 'fulfilled' && { [concurrencyFact(place)]: executions.value }),
    ...(aliases.status === 'fulfilled' && {
      [moveFact(deployment.stage)]: comesAfterMove(aliases.value, deployment)
        ? deployment.release
        : undefined,
    }),
  };
  Object.assign(context, facts);
  writeFileSync(FACTS, `${JSON.stringify({ ...readJson(FACTS), ...facts }, null, 2)}\n`);
  const qualifier = String(context['@aws-cdk/core:bootstrapQualifier'] ?? 'hnb659fds');
  console.log(`Account ${account}, ${signer.region}, as ${arn}`);
  const rows = await preflight({ deployment: read(), account, signer, qualifier, ...readings });
  for (const line of reportOf(rows)) console.log(line);
  if (rows.some(({ outcome }) => outcome !== 'ok')) process.exitCode = 1;
}

type KeyPolicies = { context: CdkContext; account: string; signer: Signer; folder: string };

async function keyPolicies({ context, account, signer, folder }: KeyPolicies): Promise<void> {
  const keyArns = z.object({ keyArns: DATA_OPTIONS.keyArns }).parse(context).keyArns;
  if (keyArns === undefined) throw new Error('--key-policies needs -c keyArns=card=arn:...,secrets=arn:...');
  const { keyPolicyChecks, writeKeyPolicies } = await import('../lib/preflight/own-account-keys.ts');
  if ([...keyArns.values()].some((arn) => arn.includes(`:${account}:`))) {
    const rows = await rowsOf(keyPolicyChecks(keyArns, folder, signer));
    for (const line of reportOf(rows)) console.log(line);
    if (rows.some(({ outcome }) => outcome !== 'ok')) process.exitCode = 1;
    return;
  }
  const place = { account, region: signer.region };
  const deployment = deploymentAt(place, (name) => context[name], Object.keys(context));
  for (const line of writeKeyPolicies({ deployment, keyArns, account, folder })) console.log(line);
}

try {
  await main();
} catch (error) {
  console.error(`${explained(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
