// The rows that a charge needs with the record: the customer, the card, its tries and the merchant's hold. If
// the schedule has their keys, all rows are read in one request.
import { isDeepStrictEqual } from 'node:util';
import { isCardLive } from '#domain/card/stored-card.ts';
import { isUuid } from '#domain/id.ts';
import { CARD, SEALED_CARD, type SealedCardItem, type StoredCardItem } from '../card/card.ts';
import { CARD_TRIES, type CardTriesItem } from '../card/card-tries.ts';
import { CUSTOMER } from '../customer.ts';
import { MERCHANT_HOLD, type MerchantHoldItem } from '../merchant-hold.ts';
import { cardTriesKey, entityKey, type Key, merchantHoldKey, sealedCardKey } from '../table/keys.ts';
import { getItems, type Item } from '../table/table.ts';
import { RECURRING_PAYMENT, type RecurringPaymentItem } from './recurring-payment.ts';

export type ChargeContext = {
  customerIsActive: boolean;
  /** Undefined if the card has ended. */
  card: StoredCardItem | undefined;
  sealed: SealedCardItem | undefined;
  tries: CardTriesItem | undefined;
  /** The hold of the merchant in the currency of the charge, also after its end. */
  hold: MerchantHoldItem | undefined;
};

/** The keys of the context; only a replacement of the card changes them. */
export type ChargeContextKeys = {
  customerId: string;
  cardStorageId: string;
  cardFingerprint: string;
  currency: string;
};

type ChargedItem = Pick<RecurringPaymentItem, 'cardFingerprint' | 'record'>;

export const chargeContextKeysOf = ({ record, cardFingerprint }: ChargedItem): ChargeContextKeys => {
  const { customerId, cardStorageId } = record;
  return { customerId, cardStorageId, cardFingerprint, currency: record.plan.currency };
};

export async function loadChargeContext(item: RecurringPaymentItem, now: Date): Promise<ChargeContext> {
  return contextIn(await getItems(contextRowKeys(item.merchantId, chargeContextKeysOf(item))), now);
}

export type Charge = {
  item: RecurringPaymentItem | undefined;
  /** Undefined if it must be read again, by the ids that the record has. */
  context: ChargeContext | undefined;
};

/**
 * Reads the merchant's recurring payment and the rows at `contextKeys` in one request. The context is
 * undefined if the record has other keys by now. It is also undefined if a renewed card triggered the
 * attempt: DynamoDB reads the rows of one request one by one, so the card could be from before its renewal.
 */
export async function loadCharge(
  merchantId: string,
  id: string,
  contextKeys: ChargeContextKeys,
  now: Date,
): Promise<Charge> {
  if (!isUuid(id)) return { item: undefined, context: undefined };
  const keys = [entityKey(merchantId, 'RECURRING', id), ...contextRowKeys(merchantId, contextKeys)];
  const [first, ...rows] = await getItems(keys);
  const item = RECURRING_PAYMENT.find(first);
  const isCurrent =
    item !== undefined &&
    isDeepStrictEqual(chargeContextKeysOf(item), contextKeys) &&
    item.record.nextAction?.trigger !== 'CardUpdate';
  return { item, context: isCurrent ? contextIn(rows, now) : undefined };
}

const contextRowKeys = (merchantId: string, address: ChargeContextKeys): Key[] => [
  entityKey(merchantId, 'CUSTOMER', address.customerId),
  entityKey(merchantId, 'CARD', address.cardStorageId),
  sealedCardKey(merchantId, address.cardStorageId),
  cardTriesKey(merchantId, address.cardFingerprint),
  merchantHoldKey(merchantId, address.currency),
];

/** The rows in the order of `contextRowKeys`. */
function contextIn(rows: readonly (Item | undefined)[], now: Date): ChargeContext {
  const card = CARD.find(rows[1]);
  return {
    customerIsActive: CUSTOMER.find(rows[0])?.isActive === true,
    card: card && isCardLive(card, now) ? card : undefined,
    sealed: SEALED_CARD.find(rows[2]),
    tries: CARD_TRIES.find(rows[3]),
    hold: MERCHANT_HOLD.find(rows[4]),
  };
}
