// The sums of a day that is still open, made of its movements when somebody asks.
import type { Agreement } from '#domain/settlement/agreement.ts';
import { type Movement, priced } from '#domain/settlement/movement.ts';
import { type Settlement, sumsOf } from '#domain/settlement/settlement.ts';
import { movementPages } from '#store/settlement/movement.ts';

/** Of a larger day the sums are told once it is closed. */
const MOST_ADDED_UP = 10_000;

/** The day with its sums so far; a closed one as it is. */
export async function withSums<Day extends Settlement>(
  settlement: Day,
  agreements: readonly Agreement[],
): Promise<Day> {
  if (settlement.closedAt !== undefined) return settlement;
  const movements: Movement[] = [];
  for await (const page of movementPages(settlement)) {
    movements.push(...page);
    if (movements.length > MOST_ADDED_UP) return settlement;
  }
  return { ...settlement, sums: sumsOf(movements.map((one) => priced(agreements, one))) };
}
