// Who uses each KMS key, and for which action: the functions by their needs, and operators by their commands.
// The grants of the roles and the policies of the keys both follow from this table.
import type { Need } from '#routes.ts';

export const KEY_NAMES = ['card', 'secrets', 'fingerprint', 'digest', 'merchant'] as const;
export type KeyName = (typeof KEY_NAMES)[number];
export type KeyAction = 'kms:Encrypt' | 'kms:Decrypt' | 'kms:GenerateMac';

/** An encryption context: fixed values, and the names of variable values. No other names are allowed. */
type SealingContext = {
  values: Readonly<{ purpose: string; part?: string }>;
  names: readonly string[];
};
export type KeyUse = { key: KeyName; action: KeyAction; context?: SealingContext };

const CARD: SealingContext = { values: { purpose: 'card' }, names: ['merchantId', 'cardId'] };
const CARD_EXPIRY: SealingContext = { ...CARD, values: { purpose: 'card', part: 'expiry' } };
const ACQUIRER: SealingContext = { values: { purpose: 'acquirer' }, names: ['merchantId', 'posId'] };
const SIGNING: SealingContext = { values: { purpose: 'signing' }, names: ['merchantId'] };

const WEBHOOK: SealingContext = {
  values: { purpose: 'webhook' },
  names: ['merchantId', 'webhookId'],
};

const USES_OF: Readonly<Partial<Record<Need, readonly KeyUse[]>>> = {
  'card:seal': [
    { key: 'card', action: 'kms:Encrypt', context: CARD },
    { key: 'fingerprint', action: 'kms:GenerateMac' },
  ],
  'card:renew': [{ key: 'card', action: 'kms:Encrypt', context: CARD_EXPIRY }],
  'card:open': [
    { key: 'card', action: 'kms:Decrypt', context: CARD },
    { key: 'card', action: 'kms:Decrypt', context: CARD_EXPIRY },
  ],
  acquirer: [{ key: 'secrets', action: 'kms:Decrypt', context: ACQUIRER }],
  sign: [{ key: 'secrets', action: 'kms:Decrypt', context: SIGNING }],
  'webhook:seal': [{ key: 'secrets', action: 'kms:Encrypt', context: WEBHOOK }],
  'webhook:send': [{ key: 'secrets', action: 'kms:Decrypt', context: WEBHOOK }],
  digest: [{ key: 'digest', action: 'kms:GenerateMac' }],
  'merchant-key': [{ key: 'merchant', action: 'kms:GenerateMac' }],
};

export const keyUsesOf = (need: Need): readonly KeyUse[] => USES_OF[need] ?? [];

/**
 * `npm run merchant`: creates merchants, replaces their virtual POS and secrets, issues API keys, and finds
 * long-expired cards by their tags.
 */
export const OPERATOR_USES: readonly KeyUse[] = [
  { key: 'secrets', action: 'kms:Encrypt', context: ACQUIRER },
  { key: 'secrets', action: 'kms:Encrypt', context: SIGNING },
  { key: 'secrets', action: 'kms:Decrypt', context: ACQUIRER },
  { key: 'digest', action: 'kms:GenerateMac' },
  { key: 'merchant', action: 'kms:GenerateMac' },
];
