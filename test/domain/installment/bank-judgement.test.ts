// Nothing is offered that the bank then refuses, whatever table, caps and card are, and no kuruş is lost
// between the offer and its months.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BinFacts } from '#domain/card/bin.ts';
import { CATEGORIES, type CapRule } from '#domain/installment/caps.ts';
import { FAMILIES, familiesOfBank } from '#domain/installment/families.ts';
import {
  type AllowedInstallments,
  ANY_COUNT,
  BEARERS,
  type OfferedOrder,
  offersFor,
  splitAmount,
} from '#domain/installment/offer.ts';
import { splitRefusal } from '../../../lib/bank/split.ts';
import { readListFile } from '../../../lib/operator/bins/bin-lists.ts';
import { readCapsFile } from '../../../lib/operator/installment/caps.ts';
import { rounds } from '../../harness/thoroughness.ts';

const CARDS = [...readListFile().ranges.values()];
const CAPS: CapRule[] = readCapsFile();
const TODAY = '2026-11-26';
/** In millionths of a kuruş, by whole numbers only. */
const exactSurcharge = (amountMinor: number, ratePpm: number) => BigInt(amountMinor) * BigInt(ratePpm);

/** Most often the family of the card. */
const OWN = 'own';
const category = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...CATEGORIES) },
);
const row = fc.record({
  family: fc.oneof(fc.constant(OWN), fc.constantFrom(...FAMILIES)),
  count: fc.oneof(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 13, max: 36 })),
  ratePpm: fc.oneof(fc.constantFrom(0, 1, 17_500, 1_000_000), fc.integer({ min: 0, max: 1_000_000 })),
  bearer: fc.constantFrom(...BEARERS),
  minimumMinor: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
});
const line = fc.record({
  amountMinor: fc.integer({ min: 0, max: 2_000_000 }),
  quantity: fc.integer({ min: 1, max: 5 }),
  category,
});
const whole = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [Name in keyof Value]: Exclude<Value[Name], undefined>;
  };
const scenario = fc.record({
  bankCode: fc.constantFrom('0010', '0012', '0032', '0046', '0062', '0064', '0067', '0103', '0111', '0206'),
  card: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<BinFacts | undefined>(...CARDS) },
    { weight: 1, arbitrary: fc.constantFrom<BinFacts | undefined>(undefined, {}, { type: 'credit' }) },
  ),
  amountMinor: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 99_999_999_999 })),
  currency: fc.constantFrom('TRY', 'TRY', 'TRY', 'EUR'),
  installment: fc.constantFrom(1, 1, 1, 2, 6, 18, 36),
  category,
  products: fc.array(line, { maxLength: 3 }),
  table: fc.option(fc.uniqueArray(row, { maxLength: 12, selector: (one) => `${one.family}${one.count}` }), {
    nil: undefined,
  }),
  counts: fc.uniqueArray(fc.integer({ min: 1, max: 36 }), { maxLength: 6 }),
});

it('nothing is offered that the bank refuses, above a cap, or with a kuruş more or less', () => {
  let split = 0;
  fc.assert(
    fc.property(scenario, ({ bankCode, card, table, counts, ...given }) => {
      const families: string[] = familiesOfBank(bankCode);
      const ownFamily = card?.family ?? 'Bonus';
      const rows = table
        ?.map((one) => whole(one))
        .map((one) => ({ ...one, family: one.family === OWN ? ownFamily : one.family }));
      // What a merchant has agreed on with its bank, the bank knows too.
      const agreedFamilies = (rows ?? []).map(({ family }) => family);
      const { installment, ...asked } = given;
      const installments: AllowedInstallments =
        installment === 1 ? ANY_COUNT : { kind: 'fixed', count: installment };
      const order = { ...whole(asked), installments, products: given.products.map(whole) } as OfferedOrder;
      const terms = { families, counts, caps: CAPS, today: TODAY, ...(rows && { table: rows }) };
      const { offers, missing } = offersFor(order, card, terms);
      const issuer =
        card?.bankCode === undefined || card.type === undefined
          ? undefined
          : { ...card, bankCode: card.bankCode, type: card.type, commercial: card.commercial === true };
      for (const { count, chargedMinor, surchargeMinor, bearer } of offers) {
        const months = splitAmount(chargedMinor, count);
        expect(months.reduce((sum, month) => sum + month, 0)).toBe(chargedMinor);
        expect(Math.min(...months)).toBeGreaterThanOrEqual(1);
        expect(chargedMinor).toBe(order.amountMinor + surchargeMinor);
        expect(chargedMinor).toBeLessThanOrEqual(99_999_999_999);
        if (count === 1) {
          expect([surchargeMinor, bearer]).toEqual([0, undefined]);
          continue;
        }
        split += 1;
        expect([order.currency, splitRefusal({ bankCode, agreedFamilies }, issuer, count)]).toEqual([
          'TRY',
          undefined,
        ]);
        const own = rows?.find((one) => one.family === card?.family && one.count === count);
        const exact = exactSurcharge(order.amountMinor, own?.bearer === 'buyer' ? own.ratePpm : 0);
        // Half up: at most half a kuruş above, less than half a kuruş below.
        const error = BigInt(surchargeMinor) * 1_000_000n - exact;
        expect(error > -500_000n && error <= 500_000n).toBe(true);
        expect(order.amountMinor).toBeGreaterThanOrEqual(own?.minimumMinor ?? 0);
        for (const { category, amountMinor = order.amountMinor, quantity = 1 } of [order, ...given.products]
          .map((one) => ({ quantity: 1, ...one }))
          .filter((one) => one.category !== undefined)) {
          const caps = CAPS.filter(
            (cap) =>
              cap.category === category &&
              (cap.unitUpToMinor ?? Number.POSITIVE_INFINITY) * quantity >= amountMinor &&
              (cap.unitAboveMinor ?? 0) * quantity < amountMinor,
          );
          for (const cap of caps) expect(count).toBeLessThanOrEqual(cap.personal);
        }
      }
      const wanted = installment > 1 ? [installment] : (rows?.map((one) => one.count) ?? counts);
      const told = [...offers, ...missing].map(({ count }) => count).filter((count) => count > 1);
      expect(told.sort((one, other) => one - other)).toEqual(
        [...new Set(wanted)].filter((count) => count > 1).sort((one, other) => one - other),
      );
    }),
    { numRuns: rounds(100_000, 5_000) },
  );
  // Enough of the cases are offers above one.
  expect(split).toBeGreaterThan(rounds(4_000, 200));
});
