// The result of a card page, which the buyer's browser takes to the shop, signed like the result of a
// payment. Its statuses differ from those of a payment, so a shop cannot mistake a stored card for a paid
// order.
import { type PageResult, resultOfPage } from '../payment/payment-result.ts';
import { type CardPage, cardPageStateOf } from './card-page.ts';

type CardPageResult = PageResult & {
  status: 'CardStored' | 'Failed' | 'Cancelled' | 'Expired';
  purpose: CardPage['purpose'];
  customerId: string;
  recurringPaymentId: string | null;
  cardStorageId: string | null;
  errorCode: string | null;
};

/**
 * The status of the result and the shop's address; undefined during a verification, and if the merchant gave
 * no address.
 */
export function cardReturnOf(
  page: CardPage,
  now: Date,
): { status: CardPageResult['status']; address: string } | undefined {
  const { successUrl, failUrl, cancelUrl = failUrl } = page;
  const leave = (status: CardPageResult['status'], address: string | undefined) =>
    address === undefined ? undefined : { status, address };
  switch (cardPageStateOf(page, now)) {
    case 'Completed':
      return leave('CardStored', successUrl);
    // The card was stored, and then declined by the bank: the buyer may give another one.
    case 'Open':
      return leave(page.cardStorageId === undefined ? 'Cancelled' : 'CardStored', cancelUrl);
    case 'Failed':
      return leave('Failed', failUrl);
    case 'Closed':
    case 'Expired':
      return leave('Expired', failUrl);
    case 'Processing':
      return undefined;
  }
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
