// The callers of a round: each makes random moves one after the other until the round has its operations. A
// move that a kill interrupts is abandoned; the auditors check its effects.
import { type Caller, isBroken, openCaller, type Place } from './caller.ts';
import type { Merchant } from './merchant.ts';
import { addCardByLink, updateCardByLink } from './moves/card-pages.ts';
import { changeCard, changeCustomer, createCustomer, readList, storeCard } from './moves/cards.ts';
import { closePage, payOrder, paySameOrder, payTwice } from './moves/orders.ts';
import {
  changePlan,
  changeTerms,
  collectPeriod,
  createPlan,
  learnCharges,
  replaceCard,
} from './moves/plans.ts';
import { cancelPayment, decideRefund, refundAtOnce, refundPart, requestRefund } from './moves/refunds.ts';
import { endReservation } from './moves/reserved.ts';
import { openRandom } from './random.ts';

type Move = (caller: Caller, merchant: Merchant) => Promise<void>;

const MOVES: readonly (readonly [weight: number, move: Move])[] = [
  [20, payOrder],
  [3, payTwice],
  [3, paySameOrder],
  [3, closePage],
  [12, refundPart],
  [2, refundAtOnce],
  [4, cancelPayment],
  [10, requestRefund],
  [12, decideRefund],
  [4, createCustomer],
  [2, changeCustomer],
  [6, storeCard],
  [4, changeCard],
  [10, createPlan],
  [8, changePlan],
  [4, replaceCard],
  [4, changeTerms],
  [8, collectPeriod],
  [2, addCardByLink],
  [4, updateCardByLink],
  [4, learnCharges],
  [10, endReservation],
  [6, readList],
];

const CALLERS = 16;

export async function callUntilDone(
  place: Place,
  merchants: readonly Merchant[],
  { seed, operations }: { seed: number; operations: number },
): Promise<void> {
  const { counts } = place.journal;
  const call = async (number: number) => {
    const name = `c${number}`;
    const random = openRandom(seed, name);
    const caller = openCaller(place, random, name);
    const own = merchants[number % merchants.length];
    if (own) await begin(caller, own);
    while (counts.operations < operations) {
      const merchant = random.pick(merchants);
      if (merchant === undefined) return;
      counts.operations += 1;
      await attempt(random.weighted(MOVES), caller, merchant);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, at) => call(at)));
}

/** Creates the first objects, so that every move finds some, and charges fall due from the first day on. */
async function begin(caller: Caller, merchant: Merchant): Promise<void> {
  for (const move of [createCustomer, storeCard, createPlan, createPlan]) {
    caller.journal.counts.operations += 1;
    await attempt(move, caller, merchant);
  }
}

async function attempt(move: Move, caller: Caller, merchant: Merchant): Promise<void> {
  try {
    await move(caller, merchant);
  } catch (error) {
    if (!isBroken(error)) throw error;
    caller.journal.counts.unheard += 1;
  }
}
