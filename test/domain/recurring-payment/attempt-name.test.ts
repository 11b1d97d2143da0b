import { expect, it } from 'vitest';
import { attemptName, attemptOrderId } from '#domain/recurring-payment/attempt-name.ts';

const ID = '01a1f82f-1ef7-725b-9c2e-d77bc3a08dd3';

it('an attempt keeps its name, and has another order id for each hold and each claim', () => {
  const attempt = { periodNumber: 3, attemptNumber: 2, attemptedAtMs: Date.parse('2026-11-20T09:00:00Z') };
  expect(attemptName(ID, attempt)).toBe(`${ID}-3-2`);
  const orderIds = [undefined, 0, 1, 2].map((asks) =>
    attemptOrderId(ID, { ...attempt, ...(asks !== undefined && { asks }) }),
  );
  const first = 'RP01a1f82f1ef7725b9c2ed77bc3a08dd3P3A2';
  const claimed = 'TMWOR0DC0';
  expect(orderIds).toEqual([first, first, `${first}H1`, `${first}H2`].map((name) => `${name}${claimed}`));
  const later = attemptOrderId(ID, { ...attempt, attemptedAtMs: attempt.attemptedAtMs + 1 });
  expect(later).toBe(`${first}TMWOR0DC1`);
});
