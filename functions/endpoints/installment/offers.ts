// GET /api/installment: the installments of an order by family or for one card, and why others are missing
// (installments.md 1).
import type { BinAnswer } from '#contract/bin.ts';
import { offersQuery, orderOf, showOffers } from '#contract/installment/offers.ts';
import { BIN_DIGITS, firstDigits } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { offersByFamily, offersFor } from '#domain/installment/offer.ts';
import { Rejection } from '#domain/rejection.ts';
import { localDay } from '#domain/time/business-day.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadCard } from '#store/card/card.ts';
import { loadCardTerms } from '#store/installment/card-terms.ts';
import { loadTerms } from '#store/installment/terms.ts';

const SHOWN = { tr: 'Taksit seçenekleri.', en: 'The installments.' };

export const handler = readEndpoint(
  { scope: 'payments', query: offersQuery },
  async ({ caller, query, now, language }) => {
    const { merchantId } = caller;
    const today = localDay(now.getTime());
    const order = orderOf(query);
    const asked = await cardOf(merchantId, query, now);
    if (asked === undefined) {
      const families = offersByFamily(order, await loadTerms(merchantId, today));
      return { message: SHOWN, data: showOffers(families, { query, card: undefined, language }) };
    }
    const { terms, card } = await loadCardTerms(merchantId, asked.digits, today);
    const facts = card.match?.facts;
    const offered = { ...defined({ family: facts?.family }), ...offersFor(order, facts, terms) };
    const told = { bin: asked.bin, match: card.match, listVersion: card.listVersion };
    const shown = query.cardStorageId === undefined ? told : { ...told, match: masked(card.match) };
    return { message: SHOWN, data: showOffers([offered], { query, card: shown, language }) };
  },
);

type CardOfQuery = { bin?: string | undefined; cardStorageId?: string | undefined };

/** The digits that the card is judged by, and those that are answered; undefined: every card is meant. */
async function cardOf(merchantId: string, { bin, cardStorageId }: CardOfQuery, now: Date) {
  if (cardStorageId === undefined) return bin === undefined ? undefined : { digits: bin, bin };
  const card = await loadCard(merchantId, cardStorageId, now);
  if (card === undefined) throw new Rejection('CARD_NOT_FOUND').at('cardStorageId');
  return { digits: firstDigits(card), bin: card.bin };
}

/** A range of eight digits would tell the seventh and eighth of a stored card. */
const masked = (match: BinAnswer['match']): BinAnswer['match'] =>
  match && { ...match, prefix: match.prefix.slice(0, BIN_DIGITS) };
