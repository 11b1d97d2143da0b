// The counts that a card may be charged in, what each costs, and why the others are missing. What this file
// offers is what is shown, charged and refunded.
import { createHash } from 'node:crypto';
import type { BinFacts } from '../card/bin.ts';
import { type Currency, MAX_AMOUNT_MINOR, PPM } from '../money.ts';
import type { Day } from '../time/business-day.ts';
import { type CapRule, type Category, capOf, type Goods } from './caps.ts';
import { FAMILIES } from './families.ts';

export const MOST_INSTALLMENTS = 36;

/** Who pays the rate of an installment: the buyer on top of the amount, or the merchant out of its money. */
export const BEARERS = ['buyer', 'merchant'] as const;
export type Bearer = (typeof BEARERS)[number];

/** One count that a card may be charged in. */
export type InstallmentOffer = {
  /** 1 is a single payment. */
  count: number;
  /** What the card pays: amount and surcharge. */
  chargedMinor: number;
  /** 0 unless the buyer bears a rate. */
  surchargeMinor: number;
  /** Absent for a single payment, and for a count without a rate. */
  bearer?: Bearer;
};

/**
 * Why a count is missing. `unknownCard`: no list tells that it is a credit card of a Turkish bank. `family`:
 * the virtual POS does not split its family. `table`: the merchant's table has no such count today.
 * `amount`: a month would have no amount, or the card would pay more than a payment can have.
 */
export type WhyMissing =
  | 'currency'
  | 'unknownCard'
  | 'debit'
  | 'family'
  | 'table'
  | 'cap'
  | 'minimum'
  | 'amount';
export type MissingCount = {
  count: number;
  why: WhyMissing;
  /** With `cap`: the rule, and the most installments by it. */
  rule?: CapRule;
  limit?: number;
  /** With `minimum`: the amount from which the count is offered. */
  minimumMinor?: number;
};

/** One row of a merchant's table for a virtual POS. */
export type TableRow = {
  family: string;
  /** 2 to 36. */
  count: number;
  /** In millionths of the amount, which are ten-thousandths of a percent: 1.75 % is 17,500. */
  ratePpm: number;
  bearer: Bearer;
  minimumMinor?: number;
  /** Days in Istanbul, both included. */
  validFrom?: Day;
  validUntil?: Day;
};

export type InstallmentTerms = {
  /** The families that the merchant's virtual POS split; absent while a bank is not known. */
  families?: readonly string[];
  /** The merchant's table; of several POS their tables, in their order of preference. */
  table?: readonly TableRow[];
  /** The merchant's setting, for a merchant without a table. */
  counts: readonly number[];
  /** Absent: no operator has imported caps. */
  caps?: readonly CapRule[];
  /** In Istanbul. */
  today: Day;
};

/** Names terms, on whatever day. */
export const termsName = ({ today: _, ...terms }: InstallmentTerms): string =>
  createHash('sha256').update(JSON.stringify(terms)).digest('base64url').slice(0, 8);

/**
 * What the merchant lets the buyer of an order pay in: at once, in the one count that it has fixed (2 to 36),
 * or in what the buyer chooses, up to a count.
 */
export type AllowedInstallments =
  | { kind: 'single' }
  | { kind: 'fixed'; count: number }
  | { kind: 'choice'; upTo: number };

export const SINGLE = { kind: 'single' } as const;
export const ANY_COUNT = { kind: 'choice', upTo: MOST_INSTALLMENTS } as const;

export type OfferedOrder = {
  amountMinor: number;
  currency: Currency;
  installments: AllowedInstallments;
  category?: Category;
  products?: readonly Goods[];
};

type Offers = { offers: InstallmentOffer[]; missing: MissingCount[] };

/** amount + amount × rate, half up to the minor unit. This is the one place of the rule. */
function withRate(amountMinor: number, ratePpm: number): number {
  // The product can be larger than the integers that a double holds exactly.
  return amountMinor + Number((BigInt(amountMinor) * BigInt(ratePpm) + PPM / 2n) / PPM);
}

/**
 * Splits an amount into `count` months that differ by at most one minor unit, the larger ones first. Their
 * sum is the amount: 100.00 in three is 33.34, 33.33, 33.33.
 */
export function splitAmount(amountMinor: number, count: number): number[] {
  const small = Math.floor(amountMinor / count);
  const larger = amountMinor - small * count;
  return Array.from({ length: count }, (_, month) => (month < larger ? small + 1 : small));
}

/** True for the whole numbers 1 to 36. */
export const isInstallmentCount = (count: number) =>
  Number.isInteger(count) && count >= 1 && count <= MOST_INSTALLMENTS;

/** The count of a form on which nothing is chosen yet; 1 is a single payment. */
export const firstCount = ({ installments }: Pick<OfferedOrder, 'installments'>): number =>
  installments.kind === 'fixed' ? installments.count : 1;

/**
 * The offers, ascending, and the counts that are missing. The first offer is the single payment, unless the
 * merchant has fixed a count: then it is the only one, or missing. `card`: what the list of card ranges tells
 * of it; absent: nothing.
 */
export function offersFor(order: OfferedOrder, card: BinFacts | undefined, terms: InstallmentTerms): Offers {
  const { installments, amountMinor } = order;
  const single = { count: 1, chargedMinor: amountMinor, surchargeMinor: 0 };
  const judged = countsToJudge(installments, terms).map((count) => judge(count, order, card, terms));
  return {
    offers: [
      ...(installments.kind === 'fixed' ? [] : [single]),
      ...judged.filter((one) => 'chargedMinor' in one),
    ],
    missing: judged.filter((one) => 'why' in one),
  };
}

/** True for counts above 1 that the merchant allows. */
export const allowsSplit = (allowed: AllowedInstallments, count: number): boolean =>
  allowed.kind === 'fixed'
    ? count === allowed.count
    : allowed.kind === 'choice' && count > 1 && count <= allowed.upTo;

/** A fixed count; of a choice, what the merchant sells at all, ascending. */
function countsToJudge(allowed: AllowedInstallments, { table, counts }: InstallmentTerms): number[] {
  if (allowed.kind === 'fixed') return [allowed.count];
  const all = table ? table.map(({ count }) => count) : counts;
  return [...new Set(all)].filter((count) => allowsSplit(allowed, count)).sort((one, other) => one - other);
}

function judge(
  count: number,
  order: OfferedOrder,
  card: BinFacts | undefined,
  terms: InstallmentTerms,
): InstallmentOffer | MissingCount {
  const { amountMinor } = order;
  if (order.currency !== 'TRY') return { count, why: 'currency' };
  const refusal = cardRefusal(card, terms);
  if (refusal) return { count, why: refusal };
  const { today } = terms;
  const row = rowOf(terms.table ?? [], { family: card?.family, count, today });
  const isSold = terms.table ? row !== undefined : terms.counts.includes(count);
  if (!isSold) return { count, why: 'table' };
  const { limit, rule } = capOf(order, card?.commercial === true, terms.caps, today);
  if (count > limit) return { count, why: 'cap', limit, rule };
  const { minimumMinor = 0, ratePpm = 0, bearer } = row ?? {};
  if (amountMinor < minimumMinor) return { count, why: 'minimum', minimumMinor };
  const chargedMinor = bearer === 'buyer' ? withRate(amountMinor, ratePpm) : amountMinor;
  if (chargedMinor < count || chargedMinor > MAX_AMOUNT_MINOR) return { count, why: 'amount' };
  const surchargeMinor = chargedMinor - amountMinor;
  return { count, chargedMinor, surchargeMinor, ...(bearer && ratePpm > 0 && { bearer }) };
}

type RowSought = { family: string | undefined; count: number; today: Day };

/** The first row that is valid for the family and count. */
export const rowOf = (rows: readonly TableRow[], { family, count, today }: RowSought): TableRow | undefined =>
  rows.find((row) => row.count === count && row.family === family && isValid(row, today));

const isValid = ({ validFrom = '', validUntil = '9' }: TableRow, today: Day) =>
  validFrom <= today && today <= validUntil;

/** Until the bank of the POS is known, or the merchant has a table, every card has the merchant's counts. */
function cardRefusal(
  card: BinFacts | undefined,
  { families, table }: InstallmentTerms,
): WhyMissing | undefined {
  if (families === undefined && table === undefined) return undefined;
  if (card?.type === 'debit') return 'debit';
  if (card?.bankCode === undefined || card.type === undefined) return 'unknownCard';
  const { family = '' } = card;
  const isSplit = families?.includes(family) || table?.some((row) => row.family === family);
  return isSplit ? undefined : 'family';
}

export type OffersOfFamily = Offers & { family?: string };

/**
 * What a credit card of each family is offered, a personal one unless it is said to be `commercial`; `family`
 * is absent where all cards are alike.
 */
export function offersByFamily(
  order: OfferedOrder,
  terms: InstallmentTerms,
  commercial = false,
): OffersOfFamily[] {
  const { families, table } = terms;
  if (families === undefined && table === undefined) return [offersFor(order, { commercial }, terms)];
  const split = new Set([...(table ?? []).map(({ family }) => family), ...(table ? [] : (families ?? []))]);
  const known = FAMILIES.filter((family) => split.has(family));
  return [...new Set([...known, ...split])].map((family) => ({
    family,
    ...offersFor(order, { bankCode: '', type: 'credit', family, commercial }, terms),
  }));
}

/** The counts, ascending, that some personal or corporate card can pay the order in. */
export function soldCounts(order: OfferedOrder, terms: InstallmentTerms): number[] {
  const families = [false, true].flatMap((commercial) => offersByFamily(order, terms, commercial));
  const counts = families.flatMap(({ offers }) => offers.map(({ count }) => count));
  return [...new Set(counts)].sort((one, other) => one - other);
}
