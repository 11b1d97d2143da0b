// What a charge needs to know beside its own record: who pays, with which card, how often that card was
// tried. Where an alarm tells where these lie, record and means are one request.
import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '#domain/id.ts';
import { isCardLive } from '#domain/stored-card.ts';
import { type SealedCardItem, type StoredCardItem, sealedCardKey } from './card.ts';
import { type CardTriesItem, cardTriesKey } from './card-tries.ts';
import type { CustomerItem } from './customer.ts';
import { entityKey, type Key } from './keys.ts';
import type { RecurringPaymentItem } from './recurring-payment.ts';
import { getItems, type Item } from './table.ts';

export type ChargeMeans = {
  customerIsActive: boolean;
  /** Undefined where the card is gone. */
  card: StoredCardItem | undefined;
  sealed: SealedCardItem | undefined;
  tries: CardTriesItem | undefined;
};

/** Where the means lie: of a recurring payment the same for ever. */
export type MeansAddress = { customerId: string; cardStorageId: string; cardFingerprint: string };

type Named = Pick<RecurringPaymentItem, 'cardFingerprint' | 'record'>;

export const meansAddressOf = ({ record, cardFingerprint }: Named): MeansAddress => {
  const { customerId, cardStorageId } = record;
  return { customerId, cardStorageId, cardFingerprint };
};

export async function loadChargeMeans(item: RecurringPaymentItem, now: Date): Promise<ChargeMeans> {
  return meansIn(await getItems(meansKeys(item.merchantId, meansAddressOf(item))), now);
}

export type Charge = {
  item: RecurringPaymentItem | undefined;
  /** Undefined where they must be read anew, once the record is known. */
  means: ChargeMeans | undefined;
};

/**
 * The merchant's recurring payment together with the means at `told`. The record has the last word: means
 * that it does not name are none. Nor are those beside a try that a renewed card has set off: rows of one
 * request are read one by one, so that such a record may stand beside the card as it was before.
 */
export async function loadCharge(
  merchantId: string,
  id: string,
  told: MeansAddress,
  now: Date,
): Promise<Charge> {
  if (!isUuid(id)) return { item: undefined, means: undefined };
  const keys = [entityKey(merchantId, 'RECURRING', id), ...meansKeys(merchantId, told)];
  const [row, ...rows] = await getItems(keys);
  const item = row as RecurringPaymentItem | undefined;
  const isCurrent =
    item !== undefined &&
    isDeepStrictEqual(meansAddressOf(item), told) &&
    item.record.nextAction?.trigger !== 'CardUpdate';
  return { item, means: isCurrent ? meansIn(rows, now) : undefined };
}

const meansKeys = (merchantId: string, address: MeansAddress): Key[] => [
  entityKey(merchantId, 'CUSTOMER', address.customerId),
  entityKey(merchantId, 'CARD', address.cardStorageId),
  sealedCardKey(merchantId, address.cardStorageId),
  cardTriesKey({ merchantId, ...address }),
];

function meansIn(rows: readonly (Item | undefined)[], now: Date): ChargeMeans {
  const [customer, card, sealed, tries] = rows as [
    CustomerItem?,
    StoredCardItem?,
    SealedCardItem?,
    CardTriesItem?,
  ];
  return {
    customerIsActive: customer !== undefined && customer.erasedAt === undefined && customer.isActive,
    card: card && isCardLive(card, now) ? card : undefined,
    sealed,
    tries,
  };
}
