// The result of a page on which an order is paid: status, order and amount (hosted-page.md 8).
import { type Currency, toDecimal } from '../money.ts';
import { chargedOnPage, type HostedPage, stateOf } from './hosted-page.ts';
import { type PageResult, resultOfPage } from './page-result.ts';
import { leavingIn, type ReturnLink } from './page-state.ts';

export type PaymentResult = PageResult & {
  orderNumber: string;
  amount: number;
  currency: Currency;
  chargedAmount: number;
  status: ReturnLink<'Successful'>['status'];
  paymentReferenceNumber: string | null;
  errorCode: string | null;
  /** Of a page with manual capture: the amount is only reserved. */
  captured?: false;
};

/** Undefined while the outcome of a payment is not known. */
export const returnOf = (page: HostedPage, now: Date): ReturnLink<'Successful'> | undefined =>
  leavingIn(stateOf(page, now), page, 'Successful');

export function paymentResult(
  page: HostedPage,
  status: PaymentResult['status'],
  issued: { by: string; id: string; now: Date },
): PaymentResult {
  // A page that was left or has expired has no final payment, so its result contains no attempt.
  const isFinal = status === 'Successful' || status === 'Failed';
  const { page: mark, ...issue } = resultOfPage(page, issued);
  return {
    ...issue,
    orderNumber: page.orderNumber,
    amount: toDecimal(page.amountMinor),
    currency: page.currency,
    chargedAmount: toDecimal(isFinal ? chargedOnPage(page) : page.amountMinor),
    status,
    paymentReferenceNumber: (isFinal ? page.paymentReferenceNumber : undefined) ?? null,
    errorCode: (status === 'Failed' ? page.lastDecline : undefined) ?? null,
    ...(page.capture === 'manual' && status === 'Successful' && { captured: false as const }),
    page: mark,
  };
}
