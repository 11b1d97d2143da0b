// The most installments that the law allows for what is in the basket. The caps are dated data of an operator
//, because the regulator changes them by decision.
import type { Day } from '../time/business-day.ts';

/** What a line or an order is of; `other` has no cap of its own. */
export const CATEGORIES = [
  'other',
  'electronics',
  'television',
  'tablet',
  'computer',
  'whiteGoods',
  'furniture',
  'jewellery',
  'travelAbroad',
  'food',
  'fuel',
  'telecom',
  'cosmetics',
  'officeSupplies',
  'giftCard',
  'mobilePhone',
  'refurbishedPhone',
] as const;
export type Category = (typeof CATEGORIES)[number];

export type CapRule = {
  /** Absent: every order. */
  category?: Category;
  /** The price of one piece for which the rule holds, in kuruş: up to and with the one, above the other. */
  unitUpToMinor?: number;
  unitAboveMinor?: number;
  /** The most installments with a personal card; 1 is a single payment. */
  personal: number;
  /** With a corporate card; absent: not known, so the personal one holds. */
  corporate?: number;
  /** Its first day in Istanbul; absent: not known, it holds already. */
  from?: Day;
  source: string;
};

/** The cap that an order has, and the rule that says so. */
type Cap = { limit: number; rule: CapRule };

/** A line of an order; without a quantity it is one piece. */
export type Goods = { amountMinor: number; quantity?: number; category?: Category };
type Basket = { amountMinor: number; category?: Category; products?: readonly Goods[] };

const WITHOUT_DATA = 12;
const NOT_IMPORTED = 'No list of caps was imported.';

/** The lowest cap of the order, of its lines and of its own category. */
export function capOf(
  { amountMinor, category, products = [] }: Basket,
  isCorporate: boolean,
  rules: readonly CapRule[] | undefined,
  today: Day,
): Cap {
  const lines = [...products, { amountMinor, ...(category && { category }) }];
  const named = lines.filter((line) => line.category !== undefined);
  if (rules === undefined) {
    // Without data only an order of which nothing is said has the usual cap.
    const personal = named.some((line) => line.category !== 'other') ? 1 : WITHOUT_DATA;
    return { limit: personal, rule: { personal, source: NOT_IMPORTED } };
  }
  const holding = [{ amountMinor }, ...named].flatMap((line) => ruleOf(line, rules, today) ?? []);
  const caps = holding.map((rule) => ({
    limit: isCorporate ? (rule.corporate ?? rule.personal) : rule.personal,
    rule,
  }));
  const [first = { limit: 1, rule: { personal: 1, source: NOT_IMPORTED } }, ...others] = caps;
  return others.reduce((lowest, cap) => (cap.limit < lowest.limit ? cap : lowest), first);
}

/** The latest rule of the line's category that has begun; one whose day is not known is the oldest. */
function ruleOf(
  { amountMinor, quantity = 1, category }: Goods,
  rules: readonly CapRule[],
  today: Day,
): CapRule | undefined {
  return rules
    .filter(
      (rule) =>
        rule.category === category &&
        (rule.from ?? '') <= today &&
        amountMinor <= (rule.unitUpToMinor ?? Number.POSITIVE_INFINITY) * quantity &&
        amountMinor > (rule.unitAboveMinor ?? 0) * quantity,
    )
    .reduce<CapRule | undefined>(
      (latest, rule) => (latest && (latest.from ?? '') > (rule.from ?? '') ? latest : rule),
      undefined,
    );
}
