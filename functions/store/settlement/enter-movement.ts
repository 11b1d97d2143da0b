// Records a movement in its day's book, with what the list of card ranges tells of the card at this time.
import { factsOf } from '#domain/card/bin.ts';
import { type CardFacts, cardFacts } from '#domain/settlement/agreement.ts';
import type { MovementFacts } from '#domain/settlement/movement.ts';
import { settlementId } from '#domain/settlement/settlement.ts';
import { loadRanges } from '../card/bin-list.ts';
import { recordMovement } from './movement.ts';
import { openSettlement } from './settlement.ts';

const SHOWN_DIGITS = 6;

/** `maskedCardNumber`: of the payment. `posBank`: the code of the bank of its POS, if it is known. */
export async function factsOfCard(
  { maskedCardNumber }: { maskedCardNumber: string },
  posBank: string | undefined,
): Promise<CardFacts> {
  const bin = maskedCardNumber.slice(0, SHOWN_DIGITS);
  const { ranges } = await loadRanges(bin);
  return cardFacts(factsOf(ranges, bin)?.facts, posBank);
}

/** The days that this container has opened: a day is opened once, and has many movements. */
const opened = new Set<string>();
const MOST_REMEMBERED = 1000;

/** Repeatable. The day is there before its first movement, so that no movement is in a day that nobody closes. */
export async function enterMovement(facts: MovementFacts, card: CardFacts): Promise<void> {
  const { merchantId, posId, day, dayFrom, currency } = facts;
  const id = settlementId(facts);
  const name = `${merchantId} ${id}`;
  if (!opened.has(name)) {
    await openSettlement({ id, merchantId, posId, day, dayFrom, currency });
    if (opened.size >= MOST_REMEMBERED) opened.clear();
    opened.add(name);
  }
  await recordMovement({ ...facts, ...card });
}
