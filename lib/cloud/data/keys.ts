// The KMS keys, one for each kind of secret: a role that can decrypt virtual POS settings cannot decrypt
// cards, and the loss of one key is limited to one kind.
import { Duration, type Stack } from 'aws-cdk-lib';
import type { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { CfnAlias, type CfnKey, CfnReplicaKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { type KeyArns, keyArnName } from '../data-options.ts';
import { type Deployment, nameOf } from '../deployment.ts';
import { KEY_NAMES, type KeyName } from '../key-uses.ts';
import { removalPolicyOf } from '../stage-stack.ts';
import { type KeyPolicyPlan, keyPolicy, retiredKeyPolicy } from './key-policy.ts';

type KeyPlan = { logicalId: string; alias: string; description: string; kind: 'seal' | 'mac' };

const PLANS = {
  card: { logicalId: 'CardKey', alias: 'cards', description: 'Encrypts stored cards', kind: 'seal' },
  secrets: {
    logicalId: 'SecretsKey',
    alias: 'secrets',
    description: 'Encrypts virtual POS settings and signing secrets of merchants',
    kind: 'seal',
  },
  fingerprint: {
    logicalId: 'FingerprintKey',
    alias: 'fingerprints',
    description: 'Fingerprints stored cards, to recognise equal cards of a merchant',
    kind: 'mac',
  },
  digest: {
    logicalId: 'DigestKey',
    alias: 'digests',
    description: 'Computes the digests by which API keys are found',
    kind: 'mac',
  },
  merchant: {
    logicalId: 'MerchantKey',
    alias: 'merchants',
    description: "Derives each merchant's own key, for values that are compared without being read",
    kind: 'mac',
  },
} as const satisfies Record<KeyName, KeyPlan>;

type KeyArn = { version: number; keyArn: string };
/** The versions in use of each key: the first creates new values, the others still read old ones. */
export type KeysInUse = Readonly<Record<KeyName, readonly [KeyArn, ...KeyArn[]]>>;

/**
 * KMS does not rotate HMAC keys, so these two have versions, and each version is a separate KMS key. KMS
 * rotates the material of the encryption keys, and fingerprints are versioned in the code.
 */
const versionsOf = (key: KeyName, { digestKeyVersions, merchantKeyVersions }: Deployment) =>
  ({ digest: digestKeyVersions, merchant: merchantKeyVersions })[key as string] ?? [1];

type KeysPlan = KeyPolicyPlan & { deployment: Deployment };

export function createKeys(stack: Stack, plan: KeysPlan): KeysInUse {
  const created = KEY_NAMES.map((name) => [name, createVersions(stack, name, plan)]);
  return Object.fromEntries(created) as KeysInUse;
}

/**
 * Retired versions remain: values of a retired version may exist in a backup. Only break-glass may end one.
 */
function createVersions(stack: Stack, name: KeyName, plan: KeysPlan): KeyArn[] {
  const { deployment } = plan;
  const used = versionsOf(name, deployment);
  const { keyArns, primaryKeyArns } = deployment;
  if (keyArns !== undefined)
    return used.map((version) => ({ version, keyArn: arnIn(keyArns, name, version) }));
  // If the stage replicates keys of another Region, only the versions in use get a replica.
  const all = primaryKeyArns ? used : Array.from({ length: Math.max(...used) }, (_, index) => index + 1);
  const created = all.map((version) => {
    const policy = used.includes(version) ? keyPolicy(stack, name, plan) : retiredKeyPolicy(stack, plan);
    const keyPlan = { ...PLANS[name], ...namesOf(name, version), policy };
    const keyArn = primaryKeyArns
      ? replicateKey(stack, keyPlan, deployment, arnIn(primaryKeyArns, name, version))
      : createKey(stack, keyPlan, deployment);
    // CDK exports only values that other stacks use, and a deployment that ends a use cannot delete the
    // export.
    stack.exportValue(keyArn);
    return { version, keyArn };
  });
  return used.flatMap((version) => created.filter((one) => one.version === version));
}

function arnIn(arns: KeyArns, name: KeyName, version: number): string {
  const arn = arns.get(keyArnName(name, version));
  if (arn === undefined) throw new Error(`keyArns: ${keyArnName(name, version)} is in use and not named`);
  return arn;
}

function namesOf(name: KeyName, version: number): Pick<KeyPlan, 'logicalId' | 'alias'> {
  const { logicalId, alias } = PLANS[name];
  return version === 1
    ? { logicalId, alias }
    : { logicalId: `${logicalId}V${version}`, alias: `${alias}-${version}` };
}

type NewKey = KeyPlan & { policy: PolicyDocument };

/**
 * The key is multi-Region from its creation: a key cannot become multi-Region later, and in another Region a
 * copy of the table cannot be decrypted without a replica of the key.
 */
function createKey(
  stack: Stack,
  { logicalId, alias, description, kind, policy }: NewKey,
  { stage, production }: Deployment,
): string {
  const key = new Key(stack, logicalId, {
    description,
    alias: nameOf(stage, alias),
    policy,
    multiRegion: true,
    ...(kind === 'seal'
      ? { enableKeyRotation: true, rotationPeriod: Duration.days(365) }
      : { keySpec: KeySpec.HMAC_256, keyUsage: KeyUsage.GENERATE_VERIFY_MAC }),
    pendingWindow: Duration.days(30),
    removalPolicy: removalPolicyOf(production),
  });
  // A changed logical id would create a new key, and everything encrypted with the old key would be lost.
  (key.node.defaultChild as CfnKey).overrideLogicalId(logicalId);
  return key.keyArn;
}

/** A replica has the key material of its primary, but its own policy, for the functions of this stage. */
function replicateKey(
  stack: Stack,
  { logicalId, alias, description, policy }: NewKey,
  { stage, production }: Deployment,
  primaryKeyArn: string,
): string {
  const key = new CfnReplicaKey(stack, `${logicalId}Replica`, {
    description,
    keyPolicy: policy,
    primaryKeyArn,
    pendingWindowInDays: 30,
  });
  key.applyRemovalPolicy(removalPolicyOf(production));
  key.overrideLogicalId(`${logicalId}Replica`);
  new CfnAlias(stack, `${logicalId}ReplicaAlias`, {
    aliasName: `alias/${nameOf(stage, alias)}`,
    targetKeyId: key.ref,
  });
  return key.attrArn;
}
