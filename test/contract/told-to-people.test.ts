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

it('a delivery that needs more than one try says so', () => {
  const messageOf = (tries: number, language: 'tr' | 'en', what = 'EventDelivered') => {
    const entry = { at: '', what, event: { type: 'payment.paid' }, delivery: { tries } };
    const telling = { language, timeZone: 'UTC', names: new Map(), refundExpiry: 'never' };
    return showStory(
      [entry as unknown as StoryEntry],
      telling as unknown as Parameters<typeof showStory>[1],
    )[0]?.message;
  };
  expect(messageOf(1, 'tr')).toBe('payment.paid olayı webhook’a ulaştı.');
  expect(messageOf(3, 'tr')).toBe('payment.paid olayı webhook’a 3. denemede ulaştı.');
  expect(messageOf(0, 'tr', 'EventWaiting')).toBe('payment.paid olayı gönderilmeyi bekliyor.');
  expect(messageOf(2, 'tr', 'EventWaiting')).toContain('2 denemede ulaşmadı; yeniden denenecek.');
  expect(messageOf(1, 'en', 'EventWaiting')).toContain('did not reach the webhook, tried once;');
  expect(messageOf(3, 'en')).toBe('The event payment.paid reached the webhook at try 3.');
});
