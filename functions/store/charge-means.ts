// What a charge needs to know beside its own record, in one request: who pays, with which card, how often
// that card was tried.
import { isCardLive } from '#domain/stored-card.ts';
import { type SealedCardItem, type StoredCardItem, sealedCardKey } from './card.ts';
import { type CardTriesItem, cardTriesKey } from './card-tries.ts';
import type { CustomerItem } from './customer.ts';
import { entityKey } from './keys.ts';
import type { RecurringPaymentItem } from './recurring-payment.ts';
import { getItems } from './table.ts';

export type ChargeMeans = {
  customerIsActive: boolean;
  /** Undefined where the card is gone. */
  card: StoredCardItem | undefined;
  sealed: SealedCardItem | undefined;
  tries: CardTriesItem | undefined;
};

export async function loadChargeMeans(item: RecurringPaymentItem, now: Date): Promise<ChargeMeans> {
  const { merchantId, record } = item;
  const { customerId, cardStorageId } = record;
  const [customer, card, sealed, tries] = (await getItems([
    entityKey(merchantId, 'CUSTOMER', customerId),
    entityKey(merchantId, 'CARD', cardStorageId),
    sealedCardKey(merchantId, cardStorageId),
    cardTriesKey(item),
  ])) as [CustomerItem?, StoredCardItem?, SealedCardItem?, CardTriesItem?];
  return {
    customerIsActive: customer !== undefined && customer.erasedAt === undefined && customer.isActive,
    card: card && isCardLive(card, now) ? card : undefined,
    sealed,
    tries,
  };
}
