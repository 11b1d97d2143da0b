// Random histories of recurring payments: triggers on time, late, early, duplicated and lost, every answer of
// the bank, every command of the merchant, in any order. After each event the product must equal the model
// and keep its invariants. fast-check prints the seed and the shortest history that fails.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isThorough, rounds } from '../../../harness/thoroughness.ts';
import { CHANGES } from './random-history.ts';
import { anyEvents, anyPlan } from './random-history-events.ts';
import { runHistory } from './random-run.ts';

it('random histories of a recurring payment equal the model and keep the invariants', () => {
  const seen = new Set<string>();
  const changes = new Set<string>();
  const histories = fc.property(
    anyPlan,
    fc.array(anyEvents, { minLength: 5, maxLength: 60, size: 'max' }),
    (plan, events) => {
      const history = runHistory(plan, events);
      for (const status of history.statuses) seen.add(status);
      for (const change of history.changes) changes.add(change);
      for (const outcome of history.outcomes.values()) seen.add(outcome);
      for (const attempt of history.attempts.values()) seen.add(attempt.trigger);
    },
  );
  fc.assert(histories, { numRuns: rounds(1000, 25) });
  if (!isThorough) return;
  // Histories that do not reach every state, outcome and trigger would prove little.
  const states = ['Trialing', 'Active', 'PastDue', 'Unpaid', 'Paused', 'Cancelled', 'Completed'];
  const ends = ['Paid', 'Failed', 'Skipped', 'Missed', 'Waived'];
  const triggers = ['Schedule', 'Retry', 'CardUpdate', 'CatchUp', 'Request'];
  expect([...seen].sort()).toEqual([...states, ...ends, ...triggers].sort());
  expect([...changes].sort()).toEqual([...CHANGES].sort());
});
