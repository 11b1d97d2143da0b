// The policies of keys that stand in an account of their own (docs/adr/0018). No deployment of the service
// may set them: with credentials of the service's account they are written as files, and with those of the
// keys' account the policies that hold are compared with the files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { policyInOwnAccount } from '../cloud/data/key-policy.ts';
import type { KeyArns } from '../cloud/data-options.ts';
import type { Deployment } from '../cloud/deployment.ts';
import { functionsOf, tableOf } from '../cloud/function/deployed-function.ts';
import type { KeyName } from '../cloud/key-uses.ts';
import { targeted } from '../operator/aws/aws-calls.ts';
import type { Signer } from '../operator/aws/aws-request.ts';
import type { Check } from './check.ts';

const [PARTITION, ACCOUNT] = [1, 4];
const accountOf = (arn: string): string => arn.split(':')[ACCOUNT] ?? '';
const fileOf = (folder: string, name: string) => join(folder, `${name}.json`);
/** `digest-2` is another version of `digest`. */
const keyNameOf = (name: string) => name.replace(/-\d+$/, '') as KeyName;

type PolicyFiles = { deployment: Deployment; keyArns: KeyArns; account: string; folder: string };

/** Returns the lines that say what was written. */
export function writeKeyPolicies({ deployment, keyArns, account, folder }: PolicyFiles): string[] {
  mkdirSync(folder, { recursive: true });
  const stack = new Stack(new App(), 'keys', { env: { account, region: 'eu-central-1' } });
  const plan = { deployment, functions: functionsOf(tableOf(deployment)) };
  return [...keyArns].map(([name, arn]) => {
    const document = policyInOwnAccount(keyNameOf(name), plan, accountOf(arn));
    const words = { 'AWS::Partition': arn.split(':')[PARTITION] ?? 'aws', 'AWS::AccountId': account };
    const policy = withWords(stack.resolve(document), words);
    writeFileSync(fileOf(folder, name), `${JSON.stringify(policy, null, 2)}\n`);
    return `${fileOf(folder, name)}: of ${arn}`;
  });
}

/** A resolved document without references: `Fn::Join` of texts and `Ref` of these words. */
function withWords(value: unknown, words: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((one) => withWords(one, words));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] };
  if (Ref !== undefined) return words[Ref];
  if (join !== undefined) return (withWords(join[1], words) as string[]).join(join[0]);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withWords(one, words)]));
}

/** With credentials of the keys' account. */
export function keyPolicyChecks(keyArns: KeyArns, folder: string, signer: Signer): Check[] {
  const call = targeted(signer, 'kms', 'TrentService');
  return [...keyArns].map(([name, arn]) => ({
    name: `The key ${name} has its policy`,
    look: async () => {
      const file = fileOf(folder, name);
      if (!existsSync(file)) {
        return { seen: `${file} is not there`, mend: [`# write it with the service's credentials`] };
      }
      const { Policy } = (await call('GetKeyPolicy', { KeyId: arn, PolicyName: 'default' })) as {
        Policy: string;
      };
      const isSame = isDeepStrictEqual(JSON.parse(Policy), JSON.parse(readFileSync(file, 'utf8')));
      const put = `aws kms put-key-policy --key-id ${arn} --policy-name default --policy file://${file}`;
      return isSame ? 'as written' : { seen: 'another policy holds', mend: [put] };
    },
  }));
}
