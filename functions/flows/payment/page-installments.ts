// What a hosted page offers in installments: to every card and to the card of a buyer, by the terms of today.
import { FULL_BIN_DIGITS, WIDE_BIN_DIGITS } from '#domain/card/bin.ts';
import { type CardPlan, type InstallmentPlan, planOfCard, plansFor } from '#domain/installment/plan.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import type { PosOrder } from '#domain/payment/pos-route.ts';
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

/**
 * At most a minute old, so that most forms read their page alone. The key names the merchant and the terms of
 * the page, so that a page of newer terms reads them. The caller adds the day: the remembered one may be over.
 */
const termsOf = /* @__PURE__ */ rememberPerMerchant(async (merchantAndTerms) => {
  const [merchantId = ''] = merchantAndTerms.split(' ');
  return await loadTerms(merchantId, '');
}, MINUTE_MS);

export async function plansOfPage(page: OfferingPage, now: Date): Promise<InstallmentPlan[]> {
  if (!takesInstallments(page)) return [];
  const terms = await termsOf(`${page.merchantId} ${page.installmentTerms}`);
  return plansFor(page, { ...terms, today: localDay(now.getTime()) });
}

/**
 * What the card can be charged in. `digits`: the first eight of its number, or six of them; whatever follows is
 * left out. `posOrder`: undefined for a merchant with one POS.
 */
export async function routedPlan(
  page: OfferingPage,
  digits: string,
  now: Date,
): Promise<{ plan: CardPlan; posOrder: PosOrder | undefined }> {
  const length = digits.length < FULL_BIN_DIGITS ? WIDE_BIN_DIGITS : FULL_BIN_DIGITS;
  const bin = digits.slice(0, length);
  const { terms, posOrder, card } = await loadCardTerms(page.merchantId, bin, localDay(now.getTime()));
  return { plan: planOfCard(page, card.match?.facts, terms), posOrder };
}
