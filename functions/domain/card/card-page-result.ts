// The result of a card page, which the buyer's browser takes to the shop, signed like the result of a
// payment. Its statuses differ from those of a payment, so a shop cannot mistake a stored card for a paid
// order.

import { type PageResult, resultOfPage } from '../payment/page-result.ts';
import { leavingIn, type ReturnLink } from '../payment/page-state.ts';
import { type CardPage, cardPageStateOf } from './card-page.ts';

type CardPageResult = PageResult & {
  status: ReturnLink<'CardStored'>['status'];
  purpose: CardPage['purpose'];
  customerId: string;
  recurringPaymentId: string | null;
  cardStorageId: string | null;
  errorCode: string | null;
};

/** Undefined during a verification, and if the merchant gave no address. */
export function cardReturnOf(page: CardPage, now: Date): ReturnLink<'CardStored'> | undefined {
  const state = cardPageStateOf(page, now);
  const leaving = leavingIn(state, page, 'CardStored');
  // The card was stored, and then declined by the bank: the buyer may give another one.
  const isStored = state === 'Open' && page.cardStorageId !== undefined;
  return leaving && isStored ? { ...leaving, status: 'CardStored' as const } : leaving;
}

export function cardPageResult(
  page: CardPage,
  status: CardPageResult['status'],
  issued: { by: string; id: string; now: Date },
): CardPageResult {
  return {
    ...resultOfPage(page, issued),
    status,
    purpose: page.purpose,
    customerId: page.customerId,
    recurringPaymentId: page.recurringPaymentId ?? null,
    cardStorageId: page.cardStorageId ?? null,
    errorCode: page.lastDecline ?? null,
  };
}
