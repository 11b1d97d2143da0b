// How a money movement reaches the bank and its answer the shop: well, slowly, late, or not at all, as
// scripted.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execute } from '../../bank/bank-server.ts';
import type { LocalAnswer } from '../local-server.ts';
import { readOutcome, type ScriptedOutcome } from './script.ts';

type Delivery = {
  /**
   * Replaces what was scripted before, for all or for one card; what is scripted for all goes first. Throws
   * UnreadableOutcome and changes nothing.
   */
  script(outcomes: readonly string[], cardNumber?: string): void;
  deliver(execute: Execute, cardNumber: string): Promise<LocalAnswer>;
  /** Executes what has been under way until now, each at its own moment. */
  landLate(): void;
};

const NO_ANSWER: LocalAnswer = { status: 0, destroy: true };

export function openDelivery(clock: { nowMs(): number }): Delivery {
  let scripted: ScriptedOutcome[] = [];
  const scriptedOfCard = new Map<string, ScriptedOutcome[]>();
  // In memory only: what is under way holds card numbers, and a restart loses a request like a cut cable
  // does.
  let underWay: { dueMs: number; execute: Execute }[] = [];

  async function deliver(execute: Execute, cardNumber: string): Promise<LocalAnswer> {
    const outcome = scripted.shift() ?? scriptedOfCard.get(cardNumber)?.shift();
    const nowMs = clock.nowMs();
    switch (outcome?.kind) {
      case undefined:
        return execute(nowMs);
      case 'approve':
      case 'decline':
        return execute(nowMs, outcome);
      case 'lostBefore':
        return NO_ANSWER;
      case 'lostAfter':
        execute(nowMs);
        return NO_ANSWER;
      case 'slow': {
        const answer = execute(nowMs);
        await sleep(outcome.delayMs);
        return answer;
      }
      case 'late':
        underWay.push({ dueMs: nowMs + outcome.delayMs, execute });
        return NO_ANSWER;
    }
  }

  return {
    script: (outcomes, cardNumber) => {
      const readable = outcomes.map(readOutcome);
      if (cardNumber === undefined) scripted = readable;
      else scriptedOfCard.set(cardNumber, readable);
    },
    deliver,
    landLate: () => {
      const nowMs = clock.nowMs();
      const due = underWay.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => a.dueMs - b.dueMs);
      underWay = underWay.filter(({ dueMs }) => dueMs > nowMs);
      for (const { dueMs, execute } of due) execute(dueMs);
    },
  };
}
