// Stored cards. A card has two rows in one partition: the fields that the API returns, with index keys, and
// the encrypted number and expiry, which are in no index. A condition on the first row prevents the deletion
// of a card while a live recurring payment uses it.

import { isCardLive, offeredCards, type StoredCard } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { isUuid } from '#domain/id.ts';
import { storedCardFields } from '#domain/row/stored-card.ts';
import { bytes, optional, type ValueOf } from '#domain/shape.ts';
import { type Condition, change, create, EXISTS, type Write } from '../table/commit.ts';
import {
  cardsByAlias,
  cardsByBin,
  cardsOfCustomer,
  entityKey,
  sealedCardKey,
  timeSort,
} from '../table/keys.ts';
import { byTime, type Kind } from '../table/kind.ts';
import { endsAt, loadRow, newItem, row, type Stored } from '../table/row.ts';
import { getItems, queryIndex } from '../table/table.ts';
import { writeLatestCard, writeTemporaryCard } from './latest-card.ts';

export type StoredCardItem = Stored & StoredCard;
/** Both ciphertexts in one row: a charge reads the old expiry or the new one, never a mixture. */
const sealedFields = () => ({ sealed: bytes, sealedExpiry: optional(bytes) });
export type SealedCardRow = ValueOf<typeof sealedFields>;
export type SealedCardItem = Stored & SealedCardRow;

/** Stored names of what a deletion removes. */
export const PERSONAL = [
  'cardAlias',
  'ownerName',
  'metadata',
  'answerSecret',
  'consentedAt',
  'chargeConsents',
  'freed',
] as const;

export const CARD = /* @__PURE__ */ row<StoredCard>('card', storedCardFields, {
  isErased: (item) => item['deletedAt'] !== undefined,
});

export const cardKind = () =>
  ({
    keys: [entityKey('{m}', 'CARD', '{id}')],
    readBy: 'page, merchant, charge',
    indexes: {
      list: [byTime(cardsOfCustomer('{m}', '{id}'))],
      lookup: [byTime(cardsByAlias('{m}', '{alias}'))],
      second: [byTime(cardsByBin('{m}', '{bin}'))],
    },
    grants: {
      card:
        'what the API returns of a card, its ciphertext (`SEALED`), and the fingerprints of all numbers ' +
        'that were ever stored behind one mask (`NUMBERS`)',
    },
    events: 'own',
    read: CARD.find,
  }) satisfies Kind;

export const SEALED_CARD = /* @__PURE__ */ row<SealedCardRow>('sealed-card', sealedFields, {
  isErased: (item) => item['sealed'] === undefined,
});

export const sealedCardKind = () =>
  ({
    keys: [sealedCardKey('{m}', '{id}')],
    readBy: 'page, charge',
    events: 'its card',
    read: SEALED_CARD.find,
  }) satisfies Kind;

/** The merchant's live card; undefined if it has ended, belongs to another merchant, or `id` is malformed. */
export async function loadCard(
  merchantId: string,
  id: string,
  now: Date,
): Promise<StoredCardItem | undefined> {
  if (!isUuid(id)) return undefined;
  const card = await loadRow(CARD, entityKey(merchantId, 'CARD', id));
  return card && isCardLive(card, now) ? card : undefined;
}

export const loadSealedCard = (merchantId: string, id: string) =>
  loadRow(SEALED_CARD, sealedCardKey(merchantId, id));

/** The merchant's live card with its ciphertext, in one request. */
export async function loadCardToOpen(
  merchantId: string,
  id: string,
  now: Date,
): Promise<{ card: StoredCardItem; sealed: SealedCardItem } | undefined> {
  if (!isUuid(id)) return undefined;
  const rows = await getItems([entityKey(merchantId, 'CARD', id), sealedCardKey(merchantId, id)]);
  const [card, sealed] = [CARD.find(rows[0]), SEALED_CARD.find(rows[1])];
  return card && sealed && isCardLive(card, now) ? { card, sealed } : undefined;
}

const MOST_COMPARED = 100;

/** The live cards of a customer that a page offers, newest first. */
export const loadCustomerCards = async (merchantId: string, customerId: string, now: Date) =>
  offeredCards(await loadAllCustomerCards(merchantId, customerId, now));

/** The live cards of a customer, newest first; at most as many as one request reads. */
export async function loadAllCustomerCards(
  merchantId: string,
  customerId: string,
  now: Date,
): Promise<StoredCardItem[]> {
  const partition = cardsOfCustomer(merchantId, customerId);
  const { items } = await queryIndex({ index: 'list', partition, limit: MOST_COMPARED });
  return items.flatMap((item) => {
    const card = CARD.find(item);
    return card && isCardLive(card, now) ? [card] : [];
  });
}

/** `ifLatest`: condition on the customer's latest card of the same number. */
export function writeNewCard(card: StoredCard, sealed: Uint8Array, ifLatest?: Condition): Write[] {
  const { merchantId, id, createdAt, expiresAt, customerId } = card;
  const sort = timeSort(createdAt, id);
  // The time-to-live removes the rows of a temporary card some time after its end (see `isCardLive`).
  const cleanUp = expiresAt === undefined ? {} : endsAt(Date.parse(expiresAt));
  // The page offers permanent cards only, and only to their owner.
  const offered = customerId !== undefined && expiresAt === undefined ? { ...card, customerId } : undefined;
  const shown = {
    ...CARD.attributes(card),
    lookupPk: cardsByAlias(merchantId, card.cardAlias),
    lookupSk: sort,
    secondPk: cardsByBin(merchantId, card.bin),
    secondSk: sort,
    ...(offered && { listPk: cardsOfCustomer(merchantId, offered.customerId), listSk: sort }),
    ...cleanUp,
  };
  return [
    create('card', newItem(entityKey(merchantId, 'CARD', id), shown)),
    create('sealed-card', newItem(sealedCardKey(merchantId, id), { sealed, ...cleanUp })),
    ...(offered ? [writeLatestCard(offered, ifLatest)] : []),
    ...(customerId !== undefined && !offered ? [writeTemporaryCard(card, customerId)] : []),
  ];
}

/**
 * Changes the card and takes a planned deletion back. A conflict if the card was changed, deleted or used by
 * a recurring payment since it was read.
 */
export function writeCardChange(
  read: StoredCardItem,
  changed: StoredCard,
  sealedExpiry: Uint8Array | undefined,
): Write[] {
  const { merchantId, id, cardAlias, ownerName, forceCvv, metadata, answerSecret } = changed;
  const { expiryTag, expirySince, changedBy, updatedAt } = changed;
  const lookupPk = cardsByAlias(merchantId, cardAlias);
  const loses = [
    ...(read.ownerName && !changed.ownerName ? ['ownerName'] : []),
    ...(read.metadata && !changed.metadata ? ['metadata'] : []),
    ...(read.blocked && !changed.blocked ? ['blocked'] : []),
    ...(read.deletionPlannedAt ? ['deletionPlannedAt'] : []),
  ];
  const shown = change(
    'card',
    read,
    {
      cardAlias,
      ownerName,
      forceCvv,
      metadata,
      answerSecret,
      expiryTag,
      expirySince,
      changedBy,
      updatedAt,
      lookupPk,
      ...CARD.attributes(defined({ agreedUse: changed.agreedUse })),
    },
    loses,
  );
  if (sealedExpiry === undefined) return [shown];
  return [
    shown,
    {
      what: 'sealed-card',
      kind: 'update',
      key: sealedCardKey(merchantId, id),
      set: { sealedExpiry },
      condition: EXISTS,
    },
  ];
}

export const IS_LIVE = 'attribute_exists(#pk) AND attribute_not_exists(#deletedAt)';

type CardName = Pick<StoredCard, 'merchantId' | 'id'>;

/**
 * A live recurring payment begins to use the card: it can no longer be deleted or made to require its CVV. A
 * conflict if the card was deleted, is temporary, or requires its CVV.
 */
export function writeCardUse({ merchantId, id }: CardName, recurringPaymentId: string): Write {
  return {
    what: 'card',
    kind: 'update',
    key: entityKey(merchantId, 'CARD', id),
    remove: ['deletionPlannedAt'],
    addTo: { usedBy: recurringPaymentId },
    condition: {
      expression: `${IS_LIVE} AND attribute_not_exists(#expiresAt) AND #forceCvv = :no`,
      values: { ':no': false },
    },
  };
}

/** The recurring payment has ended and no longer uses the card; its end counts as the card's last use. */
export function writeCardRelease(
  { merchantId, id }: CardName,
  recurringPaymentId: string,
  endedAtMs: number,
): Write {
  return {
    what: 'card',
    kind: 'update',
    key: entityKey(merchantId, 'CARD', id),
    set: CARD.attributes({ lastUsedAt: new Date(endedAtMs).toISOString() }),
    takeFrom: { usedBy: recurringPaymentId },
    condition: EXISTS,
  };
}
