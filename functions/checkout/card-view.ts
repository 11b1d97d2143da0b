// What a page on which a card is given shows, to add it or to update the card of a recurring payment.
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { cardReturnOf } from '#domain/card/card-page-result.ts';
import { defined } from '#domain/defined.ts';
import { asksIssuer } from '#domain/payment/three-d-setting.ts';
import { type CardPageSubject, loadSubject } from '#flows/card-page/card-page-view.ts';
import type { BuyerView, ShownPage } from '#page/buyer-view.ts';
import { cardPage } from '#page/card-page/card-page.ts';
import { loadCard } from '#store/card/card.ts';
import type { CardPageItem } from '#store/card/card-page.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import type { PagePurpose } from './buyer-page.ts';
import { CARD_DOOR } from './card-door.ts';

export const CARD: PagePurpose<CardPageItem> = {
  door: CARD_DOOR,
  endOf: async (page, now) => (cardReturnOf(page, now) === undefined ? undefined : endIn(page, now)),
  show: showCardPage,
};

function endIn(page: CardPageItem, now: Date): 'stored' | 'failed' | undefined {
  const state = cardPageStateOf(page, now);
  return state === 'Completed' ? 'stored' : state === 'Failed' ? 'failed' : undefined;
}

async function showCardPage(view: BuyerView<CardPageItem>): Promise<ShownPage> {
  const { page, now } = view;
  const state = cardPageStateOf(page, now);
  const [subject, merchant, card] = await Promise.all([
    loadSubject(page, now),
    state === 'Open' ? loadMerchant(page.merchantId) : undefined,
    state === 'Completed' ? loadCard(page.merchantId, page.cardStorageId ?? '', now) : undefined,
  ]);
  return cardPage({
    ...view,
    returnUrl: cardReturnOf(page, now) && view.returnUrl,
    ...factsOf(page, subject),
    isOnlyVerified: hasNothingDue(subject) && merchant !== undefined && asksIssuer(merchant.threeDSecure),
    ...defined({ card }),
  });
}

const hasNothingDue = (subject: CardPageSubject): boolean =>
  subject.kind !== 'recurringPayment' || subject.due === undefined;

function factsOf(page: CardPageItem, subject: CardPageSubject) {
  const isGone = subject.kind === 'gone';
  if (subject.kind === 'customer') return { isGone };
  const { item } = subject;
  if (item === undefined) return { isGone };
  const { subscriptionName, plan } = item.record;
  const { currency } = plan;
  if (page.state === 'Completed') {
    const due = page.dueMinor !== undefined && { due: { amountMinor: page.dueMinor, currency } };
    return { isGone, subscriptionName, ...due };
  }
  return { isGone, subscriptionName, ...(!isGone && subject.due && { due: subject.due }) };
}
