// Which objects are announced to a merchant, and when: the pure rules, by the calendar of the merchant.
import { describe, expect, it } from 'vitest';
import { expiryTag } from '#domain/card/card-expiry.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import {
  expiringMonth,
  isCardDay,
  keyEnd,
  upcomingCharge,
  upcomingUntilMs,
} from '#domain/event/announcement.ts';
import { announcementId, eventId } from '#domain/event/event.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { at, recurringPayment } from '../recurring-payment/recurring-payment-builder.ts';

const ISTANBUL = 'Europe/Istanbul';

describe('a charge to come', () => {
  /** Due on 31 January at noon in Istanbul. */
  const plan = recurringPayment();
  const whenAsked = (now: string, days = 3, record: RecurringPayment = plan, timeZone = ISTANBUL) =>
    upcomingCharge(record, { nowMs: at(now), days, timeZone });

  it.each([
    ['four days before', '2026-01-27T20:59:59Z', false],
    ['from the beginning of the third day before', '2026-01-27T21:00:00Z', true],
    ['on the day itself, before it', '2026-01-31T08:59:59Z', true],
    ['at its instant', '2026-01-31T09:00:00Z', false],
    ['after it', '2026-02-01T09:00:00Z', false],
  ])('a charge to come is announced only in time: %s (%#)', (_, now, isAnnounced) => {
    expect(whenAsked(now) !== undefined).toBe(isAnnounced);
    expect(at('2026-01-31') <= upcomingUntilMs(at(now), 3) || !isAnnounced).toBe(true);
  });

  it('a charge to come has its period, due date and amount', () => {
    expect(whenAsked('2026-01-30')).toEqual({
      periodNumber: 1,
      type: 'Regular',
      dueAtMs: at('2026-01-31'),
      amountMinor: 100_00,
    });
    const trial = recurringPayment({ trial: { days: 7, amountMinor: 1_00 } });
    expect(whenAsked('2026-01-30', 3, trial)).toMatchObject({
      periodNumber: 0,
      type: 'Trial',
      amountMinor: 1_00,
    });
  });

  it('a charge to come is announced by the days of the merchant’s own time zone', () => {
    const now = '2026-01-27T23:00:00Z';
    expect(whenAsked(now, 3, plan, ISTANBUL)).toBeDefined();
    expect(whenAsked(now, 3, plan, 'America/New_York')).toBeUndefined();
    expect(at('2026-01-31')).toBeLessThan(upcomingUntilMs(at('2026-01-27T00:00:00Z'), 4));
  });

  const next = plan.nextAction;
  if (next === undefined) throw new Error('The plan has a next charge.');
  it.each<[string, Partial<RecurringPayment>]>([
    [
      'is paused',
      { state: { status: 'Paused', reason: 'PausedByMerchant', pausedAtMs: 1 }, nextAction: undefined },
    ],
    ['is unpaid', { state: { status: 'Unpaid', reason: 'HardDecline' }, nextAction: undefined }],
    ['is cancelled', { state: { status: 'Cancelled', reason: 'CancelledByMerchant', cancelledAtMs: 1 } }],
    ['is completed', { state: { status: 'Completed', reason: 'EndDate', completedAtMs: 1 } }],
    ['waits for a retry', { nextAction: { ...next, trigger: 'Retry' } }],
    ['is held', { held: { scope: 'Merchant', code: 'X', sinceMs: 1 } }],
  ])('a charge to come of a plan that %s is not announced', (_, change) => {
    expect(whenAsked('2026-01-30', 3, { ...plan, ...change })).toBeUndefined();
  });

  it('a charge to come is not announced to a merchant that has not asked for it', () => {
    expect(whenAsked('2026-01-31T08:00:00Z', 0)).toBeUndefined();
    expect(whenAsked('2026-01-31T08:00:00Z', 1)).toBeDefined();
  });
});

describe('a card', () => {
  const key = { cardId: '01890000-0000-7000-8000-000000000001', digestKey: 'v1_key' };
  const card = {
    id: key.cardId,
    expiryTag: expiryTag('2026-12', key),
    expirySince: '2026-01',
    usedBy: new Set(['1']),
  } as unknown as StoredCard;
  const monthOf = (now: string, more: Partial<StoredCard> = {}, timeZone = ISTANBUL) =>
    expiringMonth({ ...card, ...more }, { now: new Date(now), timeZone, digestKey: key.digestKey });

  it.each([
    ['2026-11-30T20:59:59Z', undefined],
    ['2026-11-30T21:00:00Z', '2026-12'],
    ['2026-12-31T20:59:59Z', '2026-12'],
    ['2026-12-31T21:00:00Z', undefined],
  ])('a card is announced in its last month only: %s', (now, month) => {
    expect(monthOf(now)).toBe(month);
  });

  it('a card that no recurring payment uses, or that has been deleted, is not announced', () => {
    const now = '2026-12-01T06:00:00Z';
    const { usedBy: _, ...unused } = card;
    expect(
      expiringMonth(unused, { now: new Date(now), timeZone: ISTANBUL, digestKey: 'v1_key' }),
    ).toBeUndefined();
    expect(monthOf(now, { usedBy: new Set() })).toBeUndefined();
    expect(monthOf(now, { expiresAt: '2026-11-30T00:00:00.000Z' })).toBeUndefined();
  });

  it('cards are announced on the first seven days of a month', () => {
    const days = [
      '2026-11-30T21:00:00Z',
      '2026-12-07T20:00:00Z',
      '2026-12-07T21:00:00Z',
      '2026-12-31T00:00:00Z',
    ];
    expect(days.map((now) => isCardDay(at(now), ISTANBUL))).toEqual([true, true, false, false]);
  });
});

describe('an API key', () => {
  const expiresAt = '2026-12-20T09:00:00.000Z';
  it.each([
    ['2026-10-20T20:59:59Z', undefined],
    ['2026-10-20T21:00:00Z', 60],
    ['2026-11-19T20:59:59Z', 60],
    ['2026-11-19T21:00:00Z', 30],
    ['2026-12-12T20:59:59Z', 30],
    ['2026-12-12T21:00:00Z', 7],
    ['2026-12-20T08:59:59Z', 7],
    [expiresAt, undefined],
  ])(
    'an API key is announced from the 60th, the 30th and the seventh day before its end: %s',
    (now, days) => {
      expect(keyEnd({ expiresAt }, at(now), ISTANBUL)).toEqual(days && { expiresAt, days });
    },
  );

  it('an API key without end, or revoked, is not announced', () => {
    expect(keyEnd({}, at('2026-12-19'), ISTANBUL)).toBeUndefined();
    expect(keyEnd({ expiresAt, revokedAt: '2026-12-01' }, at('2026-12-19'), ISTANBUL)).toBeUndefined();
  });
});

it('the id of an announcement follows from its content, and differs from the id of any change', () => {
  const one = { objectId: 'a', type: 'recurring_payment.upcoming' } as const;
  const ids = [
    announcementId(one, '1'),
    announcementId(one, '2'),
    eventId({ ...one, sequence: 1 }, 'payments'),
  ];
  expect(new Set(ids).size).toBe(3);
  expect(announcementId(one, '1')).toBe(ids[0]);
});
