// The KMS keys. One for each kind of secret: a role that can decrypt virtual POS settings cannot decrypt
// cards, and the loss of one key is limited to one kind.
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type CfnKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { nameOf } from '../deployment.ts';

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
} as const satisfies Record<string, KeyPlan>;
type KeyName = keyof typeof PLANS;
export type Keys = Readonly<Record<KeyName, Key>>;

export function createKeys(scope: Construct, stage: string, production: boolean): Keys {
  const create = (plan: KeyPlan) => createKey(scope, plan, stage, production);
  return {
    card: create(PLANS.card),
    secrets: create(PLANS.secrets),
    fingerprint: create(PLANS.fingerprint),
    digest: create(PLANS.digest),
    merchant: create(PLANS.merchant),
  };
}

function createKey(
  scope: Construct,
  { logicalId, alias, description, kind }: KeyPlan,
  stage: string,
  production: boolean,
): Key {
  const key = new Key(scope, logicalId, {
    description,
    alias: nameOf(stage, alias),
    // HMAC keys cannot rotate: a digest from yesterday must be found today.
    ...(kind === 'seal'
      ? { enableKeyRotation: true, rotationPeriod: Duration.days(365) }
      : { keySpec: KeySpec.HMAC_256, keyUsage: KeyUsage.GENERATE_VERIFY_MAC }),
    pendingWindow: Duration.days(30),
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  // A changed logical id would create a new key, and everything encrypted with the old one would be lost.
  (key.node.defaultChild as CfnKey).overrideLogicalId(logicalId);
  return key;
}
