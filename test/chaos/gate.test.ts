// Large moves of the clock and requests exclude each other.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openGate } from './gate.ts';

it('an exclusive move waits for all work in progress, and all later work waits for the move', async () => {
  const gate = openGate();
  const steps: string[] = [];
  const held = Promise.withResolvers<void>();
  const alone = Promise.withResolvers<void>();
  const first = gate.pass(async () => {
    await held.promise;
    steps.push('first ended');
  });
  const moved = gate.alone(async () => {
    steps.push('alone began');
    await alone.promise;
    steps.push('alone ended');
  });
  const later = gate.pass(async () => void steps.push('later began'));
  await turn();
  expect(steps).toEqual([]);
  held.resolve();
  await first;
  await turn();
  expect(steps).toEqual(['first ended', 'alone began']);
  alone.resolve();
  await Promise.all([moved, later]);
  expect(steps).toEqual(['first ended', 'alone began', 'alone ended', 'later began']);
});
