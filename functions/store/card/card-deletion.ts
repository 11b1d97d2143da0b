// The deletion of a stored card: personal data are erased at once, the time-to-live removes the empty rows.

import { defined } from '#domain/defined.ts';
import { type Condition, EXISTS, type Write } from '../table/commit.ts';
import { entityKey, sealedCardKey } from '../table/keys.ts';
import { endsAt } from '../table/row.ts';
import { IS_LIVE, PERSONAL } from './card.ts';

const INDEXES = ['lookupPk', 'lookupSk', 'secondPk', 'secondSk', 'listPk', 'listSk'] as const;

/**
 * Erases the ciphertext and takes the card out of every index. A conflict if there is no such card, if it has
 * ended, or while a live recurring payment uses it. With `version` also if the card was changed since it had
 * that version.
 */
export function writeCardDeletion(merchantId: string, id: string, now: Date, version?: number): Write[] {
  const isAsRead = version === undefined ? '' : ' AND #version = :read';
  return writeDeletion(merchantId, id, now, {
    expression: `${IS_IDLE} AND (attribute_not_exists(#expiresAt) OR #expiresAt > :now)${isAsRead}`,
    values: { ':now': now.toISOString(), ...defined({ ':read': version }) },
  });
}

/** The erasure with the customer: also of a temporary card that has ended and waits for the time-to-live. */
export const writeCardErasure = (merchantId: string, id: string, now: Date): Write[] =>
  writeDeletion(merchantId, id, now, { expression: IS_IDLE });

const IS_IDLE = `${IS_LIVE} AND attribute_not_exists(#usedBy)`;

function writeDeletion(merchantId: string, id: string, now: Date, condition: Condition): Write[] {
  return [
    {
      what: 'card',
      kind: 'update',
      key: entityKey(merchantId, 'CARD', id),
      set: { deletedAt: now.toISOString(), ...endsAt(now.getTime()) },
      remove: [...PERSONAL, 'fingerprint', 'expiryTag', ...INDEXES],
      condition,
    },
    {
      what: 'sealed-card',
      kind: 'update',
      key: sealedCardKey(merchantId, id),
      set: endsAt(now.getTime()),
      remove: ['sealed', 'sealedExpiry'],
      condition: EXISTS,
    },
  ];
}
