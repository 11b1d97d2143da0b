import { describe, expect, it } from 'vitest';
import {
  nextInquiryAt,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  type Payment,
  type PaymentStatus,
  refundableMinor,
} from '#domain/payment/payment.ts';

const payment = (status: PaymentStatus, refundedMinor = 0, reservedMinor = 0) =>
  ({ amountMinor: 10_000, refundedMinor, reservedMinor, status }) as Payment;

describe('what may still be refunded', () => {
  it.each([
    ['Successful', 0, 0, 10_000],
    ['Successful', 0, 2_500, 7_500],
    ['PartiallyRefunded', 4_000, 0, 6_000],
    ['PartiallyRefunded', 4_000, 6_000, 0],
    ['FullyRefunded', 10_000, 0, 0],
    ['Processing', 0, 0, 0],
    ['Failed', 0, 0, 0],
    ['Cancelled', 0, 0, 0],
  ] as const)('of a payment that is %s with %d back and %d held is %d', (status, back, held, left) =>
    expect(refundableMinor(payment(status, back, held))).toBe(left),
  );
});

it('every status has its Turkish label', () => {
  expect(PAYMENT_STATUSES.map((status) => PAYMENT_STATUS_LABELS[status])).toEqual([
    'İşleniyor',
    'Başarılı',
    'Başarısız',
    'İptal',
    'Kısmi İade',
    'İade',
  ]);
});

it('an unknown answer is asked for after a minute, then more rarely, at last left to a person', () => {
  const minutes: number[] = [];
  for (let inquiries = 0; ; inquiries += 1) {
    const nextMs = nextInquiryAt(inquiries, 0);
    if (nextMs === undefined) break;
    minutes.push(nextMs / 60_000);
  }
  expect(minutes).toEqual([1, 5, 5, 5, 5, 5, 60, 360, 1440]);
});
