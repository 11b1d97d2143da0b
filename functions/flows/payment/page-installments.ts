// What a hosted page offers in installments: to every card and to the card of a buyer, by the terms of today.
import { FULL_BIN_DIGITS, WIDE_BIN_DIGITS } from '#domain/card/bin.ts';
import { type CardPlan, type InstallmentPlan, planOfCard, plansFor } from '#domain/installment/plan.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { localDay } from '#domain/time/business-day.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { loadCardTerms } from '#store/installment/card-terms.ts';
import { loadTerms } from '#store/installment/terms.ts';
import { rememberPerMerchant } from '#vault/remember.ts';

type OfferingPage = Pick<
  HostedPage,
  'merchantId' | 'amountMinor' | 'currency' | 'installments' | 'category' | 'products' | 'installmentTerms'
>;

/** False for most pages: they take single payments only, and read nothing more. */
export const takesInstallments = ({ installments }: OfferingPage): boolean => installments.kind !== 'single';

/** At most a minute old, so that most forms read their page alone. A page of newer terms reads them. */
const termsOf = /* @__PURE__ */ rememberPerMerchant(async (key) => {
  const [merchantId = ''] = key.split(' ');
  return await loadTerms(merchantId, '');
}, MINUTE_MS);

export async function plansOfPage(page: OfferingPage, now: Date): Promise<InstallmentPlan[]> {
  if (!takesInstallments(page)) return [];
  const terms = await termsOf(`${page.merchantId} ${page.installmentTerms}`);
  return plansFor(page, { ...terms, today: localDay(now.getTime()) });
}

/** `digits`: the first eight of the card's number, or six of them; whatever follows is left out. */
export const planOnPage = async (page: OfferingPage, digits: string, now: Date): Promise<CardPlan> =>
  (await routedPlan(page, digits, now)).plan;

/** The same, with the POS among which the payment has a choice; undefined if there is one. */
export async function routedPlan(page: OfferingPage, digits: string, now: Date) {
  const length = digits.length < FULL_BIN_DIGITS ? WIDE_BIN_DIGITS : FULL_BIN_DIGITS;
  const bin = digits.slice(0, length);
  const { terms, order, card } = await loadCardTerms(page.merchantId, bin, localDay(now.getTime()));
  return { plan: planOfCard(page, card.match?.facts, terms), order };
}
