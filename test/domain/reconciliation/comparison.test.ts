import { expect, it } from 'vitest';
import { compareOrder } from '#domain/reconciliation/comparison.ts';
import { paymentOf } from '../refund/refund-builder.ts';

const surcharged = { chargedMinor: 10_601, orderMinor: 10_000, surchargeBearer: 'buyer' } as const;
const sale = { operation: 'sale', status: 'approved', amountMinor: 10_601 } as const;
const refund = { operation: 'refund', status: 'approved', amountMinor: 601 } as const;

it('what a card paid with a surcharge is compared with the bank, not the amount of the order', () => {
  const payment = paymentOf(surcharged);
  expect(compareOrder(payment, [sale], true)).toEqual({ kind: 'agrees' });
  const partly = paymentOf({ ...surcharged, status: 'PartiallyRefunded', refundedMinor: 601 });
  expect(compareOrder(partly, [refund, sale], true)).toEqual({ kind: 'agrees' });
  const short = compareOrder(payment, [{ ...sale, amountMinor: 10_000 }], true);
  expect(short).toMatchObject({ kind: 'AmountDiffers', ours: { takenMinor: 10_601 } });
});

it('what the bank only keeps reserved is no sale in its books, unless it shows sales alike', () => {
  const reserved = { ...sale, reserved: {} };
  const payment = paymentOf(surcharged);
  expect(compareOrder(payment, [reserved], true)).toMatchObject({
    kind: 'NotTaken',
    bank: { takenMinor: 0 },
  });
  expect(compareOrder(payment, [{ ...sale, reserved: { maybeSale: true } }], true)).toEqual({
    kind: 'agrees',
  });
  const failed = paymentOf({ ...surcharged, status: 'Failed' });
  expect(compareOrder(failed, [reserved], true)).toEqual({ kind: 'agrees' });
});
