// Simulates the network between merchant and bank: by script, a money movement is executed and answered at
// once, slowly, late, or not at all.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execute } from '../../bank/bank-server.ts';
import type { HttpResponse } from '../http-handler.ts';
import { parseOutcome, type ScriptedOutcome } from './script.ts';

type BankDelivery = {
  /**
   * Replaces the scripted outcomes of all cards or of one card. Outcomes for all cards are used first. Throws
   * MalformedOutcome and changes nothing if an outcome is malformed.
   */
  script(outcomes: readonly string[], cardNumber?: string): void;
  deliver(execute: Execute, cardNumber: string): Promise<HttpResponse>;
  /** Executes the delayed requests that are due, each with its own due time. */
  executeDue(): void;
};

const NO_RESPONSE: HttpResponse = { status: 0, destroy: true };

export function openDelivery(clock: { nowMs(): number }): BankDelivery {
  let scripted: ScriptedOutcome[] = [];
  const scriptedOfCard = new Map<string, ScriptedOutcome[]>();
  // Kept in memory only: delayed requests contain card numbers. A restart loses them, like a real outage.
  let delayed: { dueMs: number; execute: Execute }[] = [];

  async function deliver(execute: Execute, cardNumber: string): Promise<HttpResponse> {
    const outcome = scripted.shift() ?? scriptedOfCard.get(cardNumber)?.shift();
    const nowMs = clock.nowMs();
    switch (outcome?.kind) {
      case undefined:
        return execute(nowMs);
      case 'approve':
      case 'decline':
        return execute(nowMs, outcome);
      case 'lostBefore':
        return NO_RESPONSE;
      case 'lostAfter':
        if (outcome.code === undefined) execute(nowMs);
        else execute(nowMs, { kind: 'decline', code: outcome.code });
        return NO_RESPONSE;
      case 'slow': {
        const response = execute(nowMs);
        await sleep(outcome.delayMs);
        return response;
      }
      case 'late':
        delayed.push({ dueMs: nowMs + outcome.delayMs, execute });
        return NO_RESPONSE;
    }
  }

  return {
    script: (outcomes, cardNumber) => {
      const parsed = outcomes.map(parseOutcome);
      if (cardNumber === undefined) scripted = parsed;
      else scriptedOfCard.set(cardNumber, parsed);
    },
    deliver,
    executeDue: () => {
      const nowMs = clock.nowMs();
      const due = delayed.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => a.dueMs - b.dueMs);
      delayed = delayed.filter(({ dueMs }) => dueMs > nowMs);
      for (const { dueMs, execute } of due) execute(dueMs);
    },
  };
}
