// The steps of a decided refund at the bank (refunds.md 4, nestpay.md 7).
import { describe, expect, it } from 'vitest';
import { nextInquiryAt } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import {
  arrivedByMs,
  canBecomeVoid,
  completedRefund,
  decidedRefund,
  differingRefund,
  failedRefund,
  isLastInquiry,
  postponedRefund,
  resentRefund,
  sentRefund,
  switchedRefund,
  undoneRefund,
  unsentRefund,
  waitingRefund,
} from '#domain/refund/refund-progress.ts';
import { nextRefundStep } from '#domain/refund/refund-step.ts';
import { NOON, paymentOf, refundOf, sentRefundOf } from './refund-builder.ts';

const at = (instant: string) => new Date(instant);
const later = (ms: number) => new Date(NOON.getTime() + ms);
const MINUTE = 60_000;
const LANDING_MS = 300_000;

describe('a refund that was sent again', () => {
  const HOUR = 60 * MINUTE;
  it('a resent refund is looked at an hour after it ended, however long after the resend', () => {
    const resent = resentRefund(sentRefundOf(), 'sender', later(10 * MINUTE));
    const ended = completedRefund(resent, { as: 'Refund', bankReferenceNumber: 'RRN' }, later(20 * HOUR));
    expect(ended.recheck).toEqual({ since: later(20 * HOUR).toISOString(), checks: 0 });
    expect(ended.dueAt).toBe(later(21 * HOUR).toISOString());
  });

  it('a refund that differed before waits its whole day when it differs again', () => {
    const first = differingRefund(refundOf({ status: 'Processing' }), NOON);
    const sent = sentRefund(first, 'sender', { count: 0, sumMinor: 0 }, later(23 * HOUR));
    const again = differingRefund(sent, later(25 * HOUR));
    expect(again).toMatchObject({ differsSince: later(25 * HOUR).toISOString() });
    expect([again.manualReview, again.dueAt]).toEqual([undefined, later(25 * HOUR + MINUTE).toISOString()]);
    expect(differingRefund(first, later(24 * HOUR)).manualReview).toBe(true);
  });
});

describe('void or refund', () => {
  const decide = (paidAt: string, now: string, more: Partial<Refund> = {}) =>
    decidedRefund(refundOf({ isWhole: true, ...more }), paymentOf({ paidAt, createdAt: paidAt }), at(now))
      .processedAs;
  const why = (now: string, more: Partial<Refund> = {}) =>
    decidedRefund(
      refundOf({ isWhole: true, refundType: 'Full', ...more }),
      paymentOf({ paidAt: '2026-11-20T09:00:00Z' }),
      at(now),
    ).processedReason;

  it('a full refund that is no void says why', () => {
    const [sameDay, nextDay] = ['2026-11-20T20:59:59Z', '2026-11-20T21:00:00Z'];
    expect(why(sameDay)).toBeUndefined();
    expect(why(nextDay)).toBe('NotSameDay');
    expect(why(sameDay, { isWhole: false })).toBe('PartlyRefunded');
    expect(why(nextDay, { isWhole: false, refundType: 'Partial' })).toBeUndefined();
    expect(why(nextDay, { origin: 'Cancellation' })).toBeUndefined();
  });

  it('the reason changes with the operation, and is gone when the refund is undecided or voided', () => {
    const refund = sentRefundOf({ isWhole: true, processedAs: 'Refund', processedReason: 'NotSameDay' });
    const voided = switchedRefund(refund, { processedAs: 'Void' }, NOON);
    expect(Object.keys(voided)).not.toContain('processedReason');
    const closed = { processedAs: 'Refund', processedReason: 'BatchClosed' } as const;
    expect(switchedRefund(voided, closed, NOON)).toMatchObject(closed);
    const reasonOf = ({ processedReason }: Refund) => processedReason;
    const done = { bankReferenceNumber: '6324' };
    expect(reasonOf(completedRefund(refund, { ...done, as: 'Refund' }, NOON))).toBe('NotSameDay');
    expect(reasonOf(completedRefund(refund, { as: 'Void' }, NOON))).toBeUndefined();
    expect(reasonOf(undoneRefund(refund, 'BANK_UNAVAILABLE'))).toBeUndefined();
  });

  it('a whole payment is voided until midnight in Istanbul and refunded after it', () => {
    expect(decide('2026-11-20T09:00:00Z', '2026-11-20T20:59:59.999Z')).toBe('Void');
    expect(decide('2026-11-20T09:00:00Z', '2026-11-20T21:00:00Z')).toBe('Refund');
    expect(decide('2026-11-20T20:59:59.999Z', '2026-11-20T21:00:00Z')).toBe('Refund');
    expect(decide('2026-11-20T21:00:00Z', '2026-11-21T20:59:59Z')).toBe('Void');
  });

  it('part of a payment is always refunded', () => {
    expect(decide('2026-11-20T09:00:00Z', '2026-11-20T09:00:01Z', { isWhole: false })).toBe('Refund');
  });

  it('a cancellation is first tried as a void, also on the next day', () => {
    const cancellation = { origin: 'Cancellation' } as const;
    expect(decide('2026-11-20T09:00:00Z', '2026-11-21T08:59:59Z', cancellation)).toBe('Void');
  });
});

describe('the steps of a refund', () => {
  it('a decided refund has not been sent, and the sweep continues with it after a minute', () => {
    const decided = decidedRefund(refundOf(), paymentOf(), NOON);
    expect(decided).toMatchObject({ status: 'Processing', processedAs: 'Refund', operationNumber: 1 });
    expect(decided).toMatchObject({ decidedAt: NOON.toISOString(), dueAt: later(MINUTE).toISOString() });
    expect(decided.sent).toBeUndefined();
  });

  it("a refund that is about to be sent contains the bank's refunds before it", () => {
    const sent = sentRefund({ ...refundOf(), manualReview: true }, 'me', { count: 2, sumMinor: 500 }, NOON);
    expect(sent.sent).toEqual({ at: NOON.toISOString(), by: 'me', before: { count: 2, sumMinor: 500 } });
    expect(sent.dueAt).toBe(later(MINUTE).toISOString());
    expect(sent.manualReview).toBeUndefined();
    expect(sentRefund(refundOf(), 'me', undefined, NOON).sent).toEqual({ at: NOON.toISOString(), by: 'me' });
  });

  it('a completed or failed refund has neither a due time nor a manual review', () => {
    const done = { as: 'Void', bankReferenceNumber: '6324' } as const;
    const completed = completedRefund(sentRefundOf({ manualReview: true }), done, NOON);
    expect(completed).toMatchObject({
      status: 'Completed',
      processedAs: 'Void',
      bankReferenceNumber: '6324',
    });
    expect(completed.completedAt).toBe(NOON.toISOString());
    const decline = { errorCode: 'DO_NOT_HONOUR', bankResponseCode: '05' } as const;
    const failed = failedRefund(sentRefundOf(), decline, NOON);
    expect(failed).toMatchObject({ status: 'Failed', ...decline, failedAt: NOON.toISOString() });
    for (const ended of [completed, failed]) {
      expect(Object.keys(ended)).not.toContain('dueAt');
      expect(Object.keys(ended)).not.toContain('manualReview');
    }
  });

  it('a refund that never reached the bank is Pending again, or Failed if it was made in one step', () => {
    expect(undoneRefund(sentRefundOf({ decidedBy: 'key' }), 'BANK_UNAVAILABLE')).toEqual(refundOf());
    const oneStep = undoneRefund(sentRefundOf({ origin: 'Partial' }), 'BANK_UNAVAILABLE');
    expect(oneStep).toMatchObject({ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' });
  });

  it('a switch to the other operation is a new operation that has not been sent', () => {
    const switched = switchedRefund(sentRefundOf(), { processedAs: 'Void' }, NOON);
    expect(switched).toMatchObject({ processedAs: 'Void', operationNumber: 2, status: 'Processing' });
    expect(switched.sent).toBeUndefined();
    expect(switched.dueAt).toBe(later(MINUTE).toISOString());
  });

  it('a refund can become a void only once and only for the whole payment', () => {
    expect(canBecomeVoid(sentRefundOf({ isWhole: true }))).toBe(true);
    expect(canBecomeVoid(sentRefundOf({ isWhole: false }))).toBe(false);
    expect(canBecomeVoid(sentRefundOf({ isWhole: true, operationNumber: 2 }))).toBe(false);
  });
});

describe('a refund that was not sent', () => {
  const decided = decidedRefund(refundOf(), paymentOf(), NOON);
  const SEVEN_DAYS = 7 * 24 * 60 * MINUTE;

  it('a refund that was not sent waits for the sweep for seven days, then for manual review', () => {
    const asked = unsentRefund(decided, later(SEVEN_DAYS - 1));
    expect(asked.dueAt).toBe(later(SEVEN_DAYS - 1 + 10 * MINUTE).toISOString());
    const givenUp = unsentRefund(decided, later(SEVEN_DAYS));
    expect(givenUp).toMatchObject({ status: 'Processing', manualReview: true });
    expect(givenUp.dueAt).toBeUndefined();
  });

  it('a refund that was not sent is undone only if it is its first operation', () => {
    const observe = (refund: Refund, canUndo: boolean) =>
      nextRefundStep(refund, { kind: 'notSent' }, paymentOf(), { now: NOON, canUndo })?.kind;
    expect(observe(decided, true)).toBe('Undo');
    expect(observe(decided, false)).toBeUndefined();
    expect(observe(switchedRefund(decided, { processedAs: 'Refund' }, NOON), true)).toBeUndefined();
  });
});

describe('postponedRefund', () => {
  it.each([
    ['2026-11-20T09:00:00Z', '2026-11-20T19:10:00Z'],
    ['2026-11-20T19:09:59.999Z', '2026-11-20T19:10:00Z'],
    ['2026-11-20T19:10:00Z', '2026-11-20T21:10:00Z'],
    ['2026-11-20T20:59:00Z', '2026-11-20T21:10:00Z'],
    ['2026-11-20T21:05:00Z', '2026-11-20T21:10:00Z'],
    ['2026-11-20T21:10:00Z', '2026-11-21T19:10:00Z'],
    ['2026-12-31T21:30:00Z', '2027-01-01T19:10:00Z'],
  ])('a refund postponed at %s is sent after the next usual close of a batch, at %s', (now, due) => {
    const postponed = postponedRefund(sentRefundOf(), at(now));
    expect(postponed).toMatchObject({ status: 'Processing', dueAt: new Date(due).toISOString() });
    expect(postponed.sent).toBeUndefined();
  });

  it('a refund postponed past two closes is sent every hour, then waits for a manual resolution', () => {
    let refund = postponedRefund(postponedRefund(sentRefundOf(), NOON), at('2026-11-20T19:10:00Z'));
    expect(refund.dueAt).toBe('2026-11-20T21:10:00.000Z');
    for (let times = 3; times <= 30; times += 1) {
      refund = postponedRefund(refund, NOON);
      expect(refund.dueAt).toBe(later(60 * MINUTE).toISOString());
    }
    const last = postponedRefund(refund, NOON);
    expect(last).toMatchObject({ manualReview: true, status: 'Processing' });
    expect(last.dueAt).toBeUndefined();
  });
});

describe('a refund with an unknown outcome', () => {
  it('the inquiries are after 1 minute, five times 5 minutes, 1, 6 and 24 hours, then none', () => {
    let refund = { ...sentRefundOf(), sent: { at: '2026-11-19T00:00:00Z', by: 'sender' } };
    let now = NOON;
    const delays: number[] = [];
    for (let inquiries = 0; refund.dueAt !== undefined && inquiries < 20; inquiries += 1) {
      const due = new Date(refund.dueAt);
      delays.push((due.getTime() - now.getTime()) / MINUTE);
      now = due;
      refund = { ...waitingRefund(refund, now, LANDING_MS), sent: refund.sent };
    }
    expect(delays).toEqual([1, 5, 5, 5, 5, 5, 60, 360, 1440]);
    expect(refund).toMatchObject({ manualReview: true, status: 'Processing' });
  });

  it('an inquiry is made at the landing time if that is earlier than the regular delay', () => {
    const refund = sentRefundOf({ inquiries: 5 });
    const landed = arrivedByMs(refund, LANDING_MS) ?? 0;
    expect(landed).toBe(NOON.getTime() + LANDING_MS + 4 * MINUTE);
    expect(waitingRefund(refund, later(MINUTE), LANDING_MS).dueAt).toBe(new Date(landed).toISOString());
    const hour = new Date(landed + 60 * MINUTE).toISOString();
    expect(waitingRefund(refund, new Date(landed), LANDING_MS).dueAt).toBe(hour);
  });

  it('an unsent refund has no landing time', () => {
    expect(arrivedByMs(refundOf(), LANDING_MS)).toBeUndefined();
  });

  it("a refund that is sent again keeps the bank's refunds before the first send", () => {
    const resent = resentRefund(sentRefundOf({ inquiries: 2 }), 'other', later(10 * MINUTE));
    expect(resent.sent).toEqual({
      at: later(10 * MINUTE).toISOString(),
      by: 'other',
      before: { count: 0, sumMinor: 0 },
    });
    expect(resent.inquiries).toBe(3);
  });

  it('a refund is not sent at its last inquiry, because no inquiry for its outcome would follow', () => {
    expect([7, 8, 9].map((inquiries) => isLastInquiry(sentRefundOf({ inquiries })))).toEqual([
      false,
      true,
      true,
    ]);
    expect(nextInquiryAt(8, 0)).toBeDefined();
  });
});
