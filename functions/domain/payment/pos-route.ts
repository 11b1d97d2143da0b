// Which virtual POS of a merchant takes a new payment, and why (virtual-pos.md 4). This is the one place of the
// decision: it reads nothing, and whoever sends a payment stores what it returns with the claim.
import { rowOf, type TableRow } from '../installment/offer.ts';
import type { Day } from '../time/business-day.ts';

/**
 * `Default`: no POS splits the card's family. `Family`: this one does. `GateOpen`: the breaker of the bank that
 * came first is open.
 */
export const POS_REASONS = ['Default', 'Family', 'GateOpen'] as const;
export type PosReason = (typeof POS_REASONS)[number];

/** A virtual POS that takes new payments. */
export type PosInUse = {
  posId: string;
  /** Whose cards it splits, by its bank and its table. */
  families: readonly string[];
  /** Its installments. */
  rows: readonly TableRow[];
};

/** At least one, in the merchant's order of preference; the default one is among them. */
export type PosOrder = { defaultPos: string; pos: readonly PosInUse[] };

export type PosChoice = { posId: string; reason: PosReason };

export type RoutedSale = {
  /** Undefined if it is not known. */
  family: string | undefined;
  /** 1 is a single payment. */
  count: number;
  today: Day;
};

/**
 * `shut`: the POS whose banks are not called at present. If they all are, the choice is the one without them.
 * Installments stay where their table is: another POS would charge another amount, or none.
 */
export function routePayment(
  { defaultPos, pos }: PosOrder,
  { family, count, today }: RoutedSale,
  shut: ReadonlySet<string> = new Set(),
): PosChoice {
  const splits = ({ families, rows }: PosInUse) =>
    family !== undefined &&
    (count === 1 ? families.includes(family) : rowOf(rows, { family, count, today }) !== undefined);
  const able = pos.filter(splits).map(({ posId }) => posId);
  const [best] = able;
  const first: PosChoice =
    best === undefined ? { posId: defaultPos, reason: 'Default' } : { posId: best, reason: 'Family' };
  if (count > 1 || !shut.has(first.posId)) return first;
  const next = [...able, defaultPos, ...pos.map(({ posId }) => posId)].find((posId) => !shut.has(posId));
  return next === undefined ? first : { posId: next, reason: 'GateOpen' };
}
