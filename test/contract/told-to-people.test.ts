// Sentences that people at the desk read out: they say what is so of this sale, not of others.
import { expect, it } from 'vitest';
import { showStory } from '#contract/order.ts';
import { showRefundPreview } from '#contract/refund-preview.ts';
import type { StoryEntry } from '#domain/order/story.ts';
import type { RefundPreview } from '#domain/refund/refund-preview.ts';

it.each([
  ['Refund', 1, /alacak satırıdır\.$/, /own\.$/],
  ['Refund', 3, /taksitlere bölünerek/, /in parts/],
  ['Void', 3, /hiç görünmez/, /never on the statement/],
] as const)('a %s of %d installments is told by what the sale has', (processedAs, installment, tr, en) => {
  const refund = { amountMinor: 100, currency: 'TRY', processedAs } as RefundPreview['refund'];
  const preview = { refund, installment, refundableUntilMs: 0, seenByMs: 0 } as RefundPreview;
  expect(showRefundPreview(preview, 'Completed', 'tr').cardholderSees).toMatch(tr);
  expect(showRefundPreview(preview, 'Completed', 'en').cardholderSees).toMatch(en);
});

it('a delivery that needed more than one try says so', () => {
  const messageOf = (tries: number, language: 'tr' | 'en', what = 'EventDelivered') => {
    const state = what === 'EventDelivered' ? 'Delivered' : 'Waiting';
    const delivery = { state, tries, host: 'shop.example' };
    const entry = { at: '', what, event: { type: 'payment.paid' }, delivery };
    const telling = { language, timeZone: 'UTC', names: new Map(), refundExpiry: 'never' };
    return showStory(
      [entry as unknown as StoryEntry],
      telling as unknown as Parameters<typeof showStory>[1],
    )[0]?.message;
  };
  expect(messageOf(1, 'tr')).toBe('payment.paid olayı ulaştı: shop.example.');
  expect(messageOf(3, 'tr')).toBe('payment.paid olayı 3. denemede ulaştı: shop.example.');
  expect(messageOf(2, 'tr', 'EventWaiting')).toContain('olayı 2 denemede ulaşmadı: shop.example.');
  expect(messageOf(2, 'en', 'EventWaiting')).toContain('did not reach shop.example in 2 tries.');
  expect(messageOf(3, 'en')).toBe('The event payment.paid reached shop.example at try 3.');
});
