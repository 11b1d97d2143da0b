// What a card may be charged in, while it is typed: asked for with the first digits of its number, with a
// stored card or, before, with a family of cards, by the form's script, or without scripts in another tab (hosted-page.md 4.17). Nothing of the
// card is kept.
import { namedCardOf } from '#contract/payment-form.ts';
import { WIDE_BIN_DIGITS } from '#domain/card/bin.ts';
import { firstDigits } from '#domain/card/stored-card.ts';
import { plainDigits } from '#domain/card/typed-card.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { plansOfPage, routedPlan } from '#flows/payment/page-installments.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { cardInstallments } from '#page/form/card-installments.ts';
import { planOfFamily } from '#page/form/installment-choice.ts';
import { mayBeOfSplit } from '#page/hosted-page.ts';
import { loadCard } from '#store/card/card.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { renderPage } from './buyer-page.ts';
import { PAYMENT } from './payment-view.ts';
import { shopOf } from './shop-face.ts';

export const isAskForInstallments = ({ show, family }: Record<string, string>) =>
  show === 'installments' || family !== undefined;

export async function showCardInstallments(
  request: PageRequest,
  page: HostedPageItem,
): Promise<PageResponse> {
  const { now, cspNonce, isFetched } = request;
  if (stateOf(page, now) !== 'Open') return await renderPage(request, PAYMENT, page, {});
  const { language = request.language } = page;
  const isTooOften = !mayAsk(page.tokenDigest, now.getTime());
  const offers = isTooOften ? { plans: [] } : await offersOf(page, request.form(), now);
  const order = { ...page, ...shopOf(page), language, cspNonce, isFetched };
  const html = cardInstallments({ ...order, ...offers, isTooOften, isSingle: mayBeOfSplit(page) });
  return { kind: 'page', status: isTooOften ? 429 : 200, html, language };
}

/** Of the card, or before it is known of a family, beside which the others stay. */
async function offersOf(page: HostedPageItem, form: Record<string, string>, now: Date) {
  const { family } = form;
  if (family !== undefined) {
    const plans = await plansOfPage(page, now);
    return { plans, cardPlan: planOfFamily(plans, family) };
  }
  const digits = await digitsOf(page, form, now);
  if (digits.length < WIDE_BIN_DIGITS) return { plans: [] };
  return { plans: [], cardPlan: (await routedPlan(page, digits, now)).plan };
}

/**
 * The first digits of the stored card that the form names, or of the typed number. Of some stored cards only
 * six are kept: they have what every card with these six has.
 */
async function digitsOf({ merchantId, customerId }: HostedPageItem, form: Record<string, string>, now: Date) {
  const named = namedCardOf(form);
  if (named === undefined) return plainDigits(form['cardNumber'] ?? '').replace(/\D/g, '');
  const card = customerId === undefined ? undefined : await loadCard(merchantId, named, now);
  return card !== undefined && card.customerId === customerId ? firstDigits(card) : '';
}

const MOST_ASKS = 30;
const MOST_PAGES = 1_000;
const asks = new Map<string, { count: number; untilMs: number }>();

/** At most 30 a minute for one page in one container. */
function mayAsk(page: string, nowMs: number): boolean {
  const known = asks.get(page);
  const { count, untilMs } =
    known && known.untilMs > nowMs ? known : { count: 0, untilMs: nowMs + MINUTE_MS };
  if (asks.size >= MOST_PAGES) asks.clear();
  asks.set(page, { count: count + 1, untilMs });
  return count < MOST_ASKS;
}
