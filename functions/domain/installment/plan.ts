// What a page offers: before the card is known the counts by family, then those of the card; and whether what
// a buyer has chosen is what the card would be charged (hosted-page.md 4.17).
import type { BinFacts } from '../card/bin.ts';
import {
  type InstallmentOffer,
  type InstallmentTerms,
  type OfferedOrder,
  offersByFamily,
  offersFor,
  soldCounts,
  type WhyMissing,
} from './offer.ts';

/** Cards of these families have these offers, ascending; no families: every card has them. */
export type InstallmentPlan = { families: readonly string[]; offers: readonly InstallmentOffer[] };

/** Why a card has no installments: by what it is, or by the order. */
export type WhyNot = Extract<WhyMissing, 'debit' | 'unknownCard' | 'family'> | 'order';

export type CardPlan = InstallmentPlan & {
  family?: string;
  /** Present if nothing but a single payment is offered, or not the count that the merchant fixed. */
  whyNot?: WhyNot;
  /** The families that can pay in installments here. */
  instead: readonly string[];
  /** No card can pay in the count that the merchant fixed. */
  isUnsold?: true;
};

/** Families with the same offers share a plan; families without any have none. */
export function plansFor(order: OfferedOrder, terms: InstallmentTerms): InstallmentPlan[] {
  const all = offersByFamily(order, terms);
  const ofEveryCard = all.find(({ family }) => family === undefined);
  if (ofEveryCard) return [{ families: [], offers: ofEveryCard.offers }];
  const split = all.filter(({ offers }) => offers.some(({ count }) => count > 1));
  return [...Map.groupBy(split, ({ offers }) => JSON.stringify(offers)).values()].map((same) => ({
    families: same.flatMap(({ family = [] }) => family),
    offers: same[0]?.offers ?? [],
  }));
}

export function planOfCard(
  order: OfferedOrder,
  card: BinFacts | undefined,
  terms: InstallmentTerms,
): CardPlan {
  const { offers, missing } = offersFor(order, card, terms);
  const isSplit = offers.some(({ count }) => count > 1);
  const why = missing.find((one) => one.why === 'debit' || one.why === 'unknownCard' || one.why === 'family');
  const whyNot = (why?.why as WhyNot | undefined) ?? 'order';
  return {
    families: [],
    offers,
    instead: plansFor(order, terms).flatMap(({ families }) => families),
    ...(card?.family !== undefined && { family: card.family }),
    ...(!isSplit && { whyNot }),
    ...(order.installments.kind === 'fixed' && soldCounts(order, terms).length === 0 && { isUnsold: true }),
  };
}

/** `6`; `6:152990` if the card pays more than the amount of the order, in minor units. */
export const choiceOf = ({ count, chargedMinor, surchargeMinor }: InstallmentOffer): string =>
  surchargeMinor === 0 ? `${count}` : `${count}:${chargedMinor}`;

/** The count of a choice; undefined if it is none: no signs, no leading zeros. */
export function countIn(choice: string): number | undefined {
  const [, count] = /^([1-9]\d?)(?::\d{1,12})?$/.exec(choice) ?? [];
  return count === undefined ? undefined : Number(count);
}

/**
 * The offer to charge. `missing`: the card cannot be charged so; `changed`: it would be charged another
 * amount than the form has shown, and is not.
 */
export function judgeChoice(
  offers: readonly InstallmentOffer[],
  choice: string,
): InstallmentOffer | 'missing' | 'changed' {
  const offer = offers.find(({ count }) => count === countIn(choice));
  if (offer === undefined) return 'missing';
  return choiceOf(offer) === choice ? offer : 'changed';
}
