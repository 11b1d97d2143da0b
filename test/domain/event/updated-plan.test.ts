// The changes of a recurring payment that are events of type updated: its GET shows another value, and no
// other event reports it.
import { expect, it } from 'vitest';
import { eventsOfRecurringPayment } from '#domain/event/recurring-payment-events.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { IN_FLIGHT, recurringPayment } from '../recurring-payment/recurring-payment-builder.ts';

const active: RecurringPayment = recurringPayment();
const action = active.nextAction;
const PAUSED = { status: 'Paused', reason: 'PausedByMerchant', pausedAtMs: 1 } as const;

it('a claimed charge has no event, unless it closes an unpaid period', () => {
  const claim = { nextPeriodNumber: 3, openAttempt: IN_FLIGHT, nextAction: undefined };
  expect(eventsOfRecurringPayment(active, { ...active, ...claim })).toEqual([]);
  const missed = { ...active, ...claim, uncollectedMinor: 100 };
  expect(eventsOfRecurringPayment(active, missed)).toEqual([{ type: 'recurring_payment.updated' }]);
});

const CHANGES: [what: string, Partial<RecurringPayment>][] = [
  ['name', { subscriptionName: 'Çay' }],
  ['terms', { changes: [{ requestedAtMs: 1, fromPeriodNumber: 2, terms: { amountMinor: 5 } }] }],
  ['card', { cardStorageId: 'another', maskedCardNumber: '411111******1111' }],
  ['reference', { merchantReference: 'R-1' }],
  ['mandate', { mandate: { reference: 'S-1', acceptedAtMs: 0 } }],
  ['metadata', { metadata: { desk: '4' } }],
  ['uncollected amount', { uncollectedMinor: 100 }],
  ['next charge', { nextAction: action && { ...action, atMs: action.atMs + 86_400_000 } }],
];
it.each(CHANGES)('a recurring payment with another %s has one event', (_what, change) => {
  const after = { ...active, ...change, version: active.version + 1 };
  expect(eventsOfRecurringPayment(active, after)).toEqual([{ type: 'recurring_payment.updated' }]);
});

it('a charge that begins to wait for its card has one event, and none while it waits or becomes due', () => {
  const later = (atMs: number) => action && { ...action, plannedAtMs: action.atMs, atMs };
  const waits = { ...active, nextAction: later(active.createdAtMs + 86_400_000) };
  const updated = [{ type: 'recurring_payment.updated' }];
  expect(eventsOfRecurringPayment(active, waits)).toEqual(updated);
  expect(eventsOfRecurringPayment(waits, { ...waits, nextAction: later(active.createdAtMs) })).toEqual([]);
  const due = action && { ...action, atMs: active.createdAtMs + 86_400_000 };
  expect(eventsOfRecurringPayment(waits, { ...waits, nextAction: due })).toEqual([]);
  const next = due && { ...due, periodNumber: due.periodNumber + 1 };
  expect(eventsOfRecurringPayment(waits, { ...waits, nextAction: next })).toEqual(updated);
});

it('a held charge that is postponed or released has no event', () => {
  const held = { scope: 'Merchant', code: '58', sinceMs: 1 } as const;
  const before = { ...active, held };
  const later = action && { ...action, atMs: action.atMs + 86_400_000 };
  expect(eventsOfRecurringPayment(before, { ...before, nextAction: later })).toEqual([]);
  expect(eventsOfRecurringPayment(before, { ...before, held: undefined, nextAction: later })).toEqual([]);
});

it('an amount that a change of status leaves uncollected is reported by the event of the status only', () => {
  const paused = { ...active, state: PAUSED, uncollectedMinor: 100, nextAction: undefined };
  expect(eventsOfRecurringPayment(active, paused)).toMatchObject([{ type: 'recurring_payment.paused' }]);
});
