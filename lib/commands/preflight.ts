// `npm run preflight`: reads what a deployment with these options needs in the account, and notes its
// executions for synthesis. Exit codes: 0 if nothing is missing, 1 otherwise.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { DATA_OPTIONS } from '../cloud/data-options.ts';
import { givenOptions } from '../cloud/given-options.ts';
import { deploymentAt } from '../cloud/place.ts';
import { DIGEST_FACT, deployedDigest, moveFact } from '../cloud/release-name.ts';
import { concurrencyFact } from '../cloud/reserved-concurrency.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import { callerIdentity } from '../operator/aws/caller-identity.ts';
import { signerInUse } from '../operator/aws/stack-outputs.ts';
import { openReadings, preflight, reportOf, rowsOf } from '../preflight/preflight.ts';
import { comesAfterMove } from '../preflight/release-checks.ts';
import { command, type Program } from './command.ts';

const FACTS = 'cdk.context.json';
type CdkContext = Record<string, unknown>;
const readJson = (path: string) =>
  (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}) as CdkContext;

function contextOf(contextOptions: readonly string[]): CdkContext {
  const { context = {} } = readJson('cdk.json') as { context?: CdkContext };
  return { [DIGEST_FACT]: deployedDigest(), ...readJson(FACTS), ...context, ...givenOptions(contextOptions) };
}

async function check(contextOptions: readonly string[], folder: string | undefined): Promise<void> {
  const context = contextOf(contextOptions);
  const signer = await signerInUse();
  const { AWS_ENDPOINT_URL_DYNAMODB: own, AWS_ENDPOINT_URL: every } = process.env;
  const arn = await callerIdentity(signer, { dynamodb: own || every, isDeployed: true });
  const account = arn.split(':')[4] ?? '';
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
  const { keyPolicyChecks, writeKeyPolicies } = await import('../preflight/own-account-keys.ts');
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

export const PREFLIGHT: Program = {
  name: 'preflight',
  does: 'Reads what a deployment needs in its account, and names the command for each lack.',
  isOfService: false,
  commands: {
    '': command({
      does:
        'Takes the options of `cdk deploy`, also from cdk.json, and needs AWS credentials that may read ' +
        'the account (for example the managed policy ReadOnlyAccess). It changes nothing there. It ' +
        'notes in cdk.context.json how many executions of Lambda the account has, and whether `npm run ' +
        'release` has moved functions: keep that file in the repository. With --key-policies, for ' +
        "keyArns of an account of their own: the service's credentials write the policy of each key to " +
        "FOLDER, those of the keys' account compare what holds with these files.",
      takes: ['context', 'key-policies'],
      reads: ['account', 'stacks', 'functions', 'host records'],
      writes: ['cdk.context.json', 'FOLDER'],
      recorded: 'never',
      run: ({ context = [], 'key-policies': folder }) => check(context, folder),
    }),
  },
};
