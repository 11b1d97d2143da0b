// What a hosted page offers in installments: to every card, and to the card of a buyer.
import type { InstallmentTerms } from '#domain/installment/offer.ts';
import { type CardPlan, type Plan, planOfCard, plansFor } from '#domain/installment/plan.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { istanbulDay } from '#domain/time/istanbul-day.ts';

type OfferingPage = Pick<
  HostedPage,
  'merchantId' | 'amountMinor' | 'currency' | 'installment' | 'products' | 'installmentCounts'
>;

/** False for most pages: they take single payments only, and read nothing more. */
export const hasInstallments = ({ installment, installmentCounts }: OfferingPage): boolean =>
  installment > 1 || installmentCounts !== undefined;

export async function plansOfPage(page: OfferingPage, now: Date): Promise<Plan[]> {
  return hasInstallments(page) ? plansFor(page, termsOf(page, now)) : [];
}

/** `digits`: the first eight of the card's number, or six of them; whatever follows is left out. */
export async function planOnPage(page: OfferingPage, _digits: string, now: Date): Promise<CardPlan> {
  return planOfCard(page, undefined, termsOf(page, now));
}

const termsOf = ({ installmentCounts = [] }: OfferingPage, now: Date): InstallmentTerms => ({
  counts: installmentCounts,
  today: istanbulDay(now),
});
