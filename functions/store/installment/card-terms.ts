// The terms of a merchant, and what the list of card ranges tells of a card, read in one request.
import { type BinFacts, factsOf } from '#domain/card/bin.ts';
import type { InstallmentTerms } from '#domain/installment/offer.ts';
import type { PosOrder } from '#domain/payment/pos-route.ts';
import type { Day } from '#domain/time/business-day.ts';
import { rangesIn, rangesKeys } from '../card/bin-list.ts';
import { getItems } from '../table/table.ts';
import { posOrderIn, termsIn, termsKeys } from './terms.ts';

/** What the list of card ranges tells of a card. */
type KnownCard = {
  match: { prefix: string; facts: BinFacts } | undefined;
  listVersion: number | undefined;
};

/** The terms of today, the POS of a merchant with several, and the card of these six or eight digits. */
export async function loadCardTerms(
  merchantId: string,
  bin: string,
  today: Day,
): Promise<{ terms: InstallmentTerms; posOrder: PosOrder | undefined; card: KnownCard }> {
  // The row of the list is the last of the terms, and the first of the ranges.
  const others = termsKeys(merchantId).slice(0, -1);
  const items = await getItems([...others, ...rangesKeys(bin)]);
  const { current, ranges } = rangesIn(items.slice(others.length));
  const card = { match: factsOf(ranges, bin), listVersion: current?.listVersion };
  return { terms: termsIn(items, today), posOrder: posOrderIn(items), card };
}
