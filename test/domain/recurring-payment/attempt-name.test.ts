import { expect, it } from 'vitest';
import { defined } from '#domain/defined.ts';
import {
  attemptName,
  attemptOrderId,
  isVerifiedFor,
  planOrderId,
  possibleOrderIds,
  referenceSeed,
  verifiedOrderId,
} from '#domain/recurring-payment/attempt-name.ts';

const ID = '01a1f82f-1ef7-725b-9c2e-d77bc3a08dd3';
const FIRST = `${planOrderId(ID)}P3A2`;
const attempt = { periodNumber: 3, attemptNumber: 2 };

it('a recurring payment has one beginning of its order ids, which no other one has', () => {
  expect(planOrderId(ID)).toMatch(/^RP[0-9A-HJKMNP-TV-Z]{14}$/);
  expect(planOrderId(ID.replace(/3$/, '4'))).not.toBe(planOrderId(ID));
});

it('an attempt keeps its name, and has another order id for each claim', () => {
  expect(attemptName(ID, attempt)).toBe(`${ID}-3-2`);
  const orderIds = [undefined, 0, 1, 2].map((asks) =>
    attemptOrderId(ID, { ...attempt, ...defined({ asks }) }),
  );
  expect(orderIds).toEqual(['C1', 'C1', 'C2', 'C3'].map((claim) => `${FIRST}${claim}`));
});

it('an attempt may have been sold by two more verifications or by the next claim', () => {
  const expected = ['C3', 'C3V1', 'C3V2', 'C4'].map((claim) => `${FIRST}${claim}`);
  expect(possibleOrderIds(ID, { ...attempt, asks: 2 })).toEqual(expected);
});

it('the order id contains no time: the same claim after a restore has the same id', () => {
  const claims = [0, 1, 60_000].map((attemptedAtMs) => ({ ...attempt, attemptedAtMs }));
  expect(new Set(claims.map((claim) => attemptOrderId(ID, claim)))).toEqual(new Set([`${FIRST}C1`]));
});

it('the reference of an attempt follows from it and its claim', () => {
  const seeds = [undefined, 0, 2].map((asks) => referenceSeed(ID, { ...attempt, asks }));
  expect(seeds).toEqual([`payment|${FIRST}`, `payment|${FIRST}`, `payment|${FIRST}H2`]);
});

it('the first verification of a page is for the order id of the charge, later ones for others', () => {
  const ids = [0, 1, 4].map((tries) => verifiedOrderId(ID, attempt, tries));
  expect(ids).toEqual([`${FIRST}C1`, `${FIRST}C1V1`, `${FIRST}C1V4`]);
  const fits = (bankOrderId: string, asks?: number) => isVerifiedFor(bankOrderId, ID, { ...attempt, asks });
  expect(ids.map((id) => fits(id))).toEqual([true, true, true]);
  expect(ids.map((id) => fits(id, 1))).toEqual([false, false, false]);
  expect([`${FIRST}V0A1B2C3`, `${FIRST}C11`, `${FIRST}C1V1V1`].map((id) => fits(id))).toEqual([
    false,
    false,
    false,
  ]);
});
