import { expect, it } from 'vitest';
import { attemptName, attemptOrderId } from '#domain/recurring-payment/attempt-name.ts';

const ID = '01a1f82f-1ef7-725b-9c2e-d77bc3a08dd3';

it('an attempt keeps its name and order id, and has another order id for each time that it was held', () => {
  const attempt = { periodNumber: 3, attemptNumber: 2 };
  expect(attemptName(ID, attempt)).toBe(`${ID}-3-2`);
  const orderIds = [undefined, 0, 1, 2].map((asks) =>
    attemptOrderId(ID, { ...attempt, ...(asks !== undefined && { asks }) }),
  );
  const first = 'RP01a1f82f1ef7725b9c2ed77bc3a08dd3P3A2';
  expect(orderIds).toEqual([first, first, `${first}H1`, `${first}H2`]);
});
