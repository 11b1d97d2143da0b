import { describe, expect, it } from 'vitest';
import {
  mustReviewAt,
  nextInquiryAt,
  PAYMENT_STATUS_LABELS,
  type Payment,
  refundableMinor,
} from '#domain/payment/payment.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payment/payment-words.ts';

const payment = (status: PaymentStatus, refundedMinor = 0, reservedMinor = 0) =>
  ({ chargedMinor: 10_000, refundedMinor, reservedMinor, status }) as Payment;

describe('refundableMinor', () => {
  it.each([
    ['Successful', 0, 0, 10_000],
    ['Successful', 0, 2_500, 7_500],
    ['PartiallyRefunded', 4_000, 0, 6_000],
    ['PartiallyRefunded', 4_000, 6_000, 0],
    ['FullyRefunded', 10_000, 0, 0],
    ['Processing', 0, 0, 0],
    ['Failed', 0, 0, 0],
    ['Cancelled', 0, 0, 0],
  ] as const)(
    'a %s payment with %d refunded and %d reserved has %d left to refund',
    (status, refunded, reserved, left) =>
      expect(refundableMinor(payment(status, refunded, reserved))).toBe(left),
  );
});

it('every payment status has its Turkish label', () => {
  expect(PAYMENT_STATUSES.map((status) => PAYMENT_STATUS_LABELS[status])).toEqual([
    'İşleniyor',
    'Ön Provizyon',
    'Başarılı',
    'Başarısız',
    'İptal',
    'Kısmi İade',
    'İade',
    'Provizyon İptal',
  ]);
});

it('inquiries about an unknown outcome are made at growing delays and end after nine', () => {
  const minutes: number[] = [];
  for (let inquiries = 0; ; inquiries += 1) {
    const nextMs = nextInquiryAt(inquiries, 0);
    if (nextMs === undefined) break;
    minutes.push(nextMs / 60_000);
  }
  expect(minutes).toEqual([1, 5, 5, 5, 5, 5, 60, 360, 1440]);
});

it('a payment that a bank did not answer for 31 hours goes to manual review', () => {
  const sentAtMs = Date.parse('2026-11-20T12:00:00Z');
  const afterMs = 31 * 3_600_000;
  expect(mustReviewAt(sentAtMs, sentAtMs + afterMs - 1)).toBe(false);
  expect(mustReviewAt(sentAtMs, sentAtMs + afterMs)).toBe(true);
});
