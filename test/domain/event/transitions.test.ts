// The events of each transition of the typed tables: a transition that is added there does not compile here
// until its events are listed.
import { describe, expect, it } from 'vitest';
import type { StoredCard } from '#domain/card/stored-card.ts';
import type { Customer } from '#domain/customer.ts';
import { eventsOfCard, eventsOfCustomer } from '#domain/event/customer-events.ts';
import { EVENT_TYPE_NAMES } from '#domain/event/event-type.ts';
import type { Happening } from '#domain/event/happening.ts';
import { eventsOfHostedPage, eventsOfPayment } from '#domain/event/payment-events.ts';
import { eventsOfRecurringPayment } from '#domain/event/recurring-payment-events.ts';
import { eventsOfRefund } from '#domain/event/refund-events.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import type { PaymentStatus } from '#domain/payment/payment-words.ts';
import { PAYMENT_TRANSITIONS } from '#domain/payment/transitions.ts';
import type { RecurringPayment, RecurringPaymentState } from '#domain/recurring-payment/recurring-payment.ts';
import { RECURRING_PAYMENT_TRANSITIONS } from '#domain/recurring-payment/transitions.ts';
import { REFUND_TRANSITIONS } from '#domain/refund/transitions.ts';
import { ROUTES } from '#routes.ts';
import { IN_FLIGHT, recurringPayment } from '../recurring-payment/recurring-payment-builder.ts';
import { paymentOf, refundOf } from '../refund/refund-builder.ts';

const typesOf = (happenings: readonly Happening[]) => happenings.map(({ type }) => type);
const changesOf = (transitions: object) =>
  Object.entries(transitions).flatMap(([from, to]) =>
    Object.keys(to as object).map((state) => [from, state] as const),
  );

describe('a payment', () => {
  const INTO: Record<PaymentStatus, string> = {
    Processing: '',
    Authorized: 'payment.authorized',
    Successful: 'payment.succeeded',
    Failed: 'payment.failed',
    Cancelled: 'payment.cancelled',
    PartiallyRefunded: 'payment.partially_refunded',
    FullyRefunded: 'payment.refunded',
    Released: 'payment.released',
  };
  const statusOf = (status: string) => paymentOf({ status: status as PaymentStatus });

  it.each(changesOf(PAYMENT_TRANSITIONS))('%s to %s is the event of the new status', (from, to) => {
    expect(typesOf(eventsOfPayment(statusOf(from), statusOf(to)))).toEqual([INTO[to as PaymentStatus]]);
  });

  it.each(Object.keys(PAYMENT_TRANSITIONS))('a payment that stays %s has no event', (status) => {
    expect(eventsOfPayment(statusOf(status), { ...statusOf(status), inquiries: 3 })).toEqual([]);
  });

  it('each further partial refund is an event', () => {
    const before = paymentOf({ status: 'PartiallyRefunded', refundedMinor: 10 });
    const after = { ...before, refundedMinor: 20 };
    expect(typesOf(eventsOfPayment(before, after))).toEqual(['payment.partially_refunded']);
  });

  it('a payment that is claimed has no event', () => {
    expect(eventsOfPayment(undefined, statusOf('Processing'))).toEqual([]);
  });
});

describe('a refund', () => {
  const INTO = {
    Pending: 'refund.requested',
    Processing: 'refund.processing',
    Completed: 'refund.completed',
    Failed: 'refund.failed',
    Rejected: 'refund.rejected',
    Expired: 'refund.expired',
  } as const;
  type Status = keyof typeof INTO;

  it.each(changesOf(REFUND_TRANSITIONS))('%s to %s is the event of the new status', (from, to) => {
    const [before, after] = [refundOf({ status: from as Status }), refundOf({ status: to as Status })];
    expect(typesOf(eventsOfRefund(before, after))).toEqual([INTO[to as Status]]);
    expect(eventsOfRefund(after, { ...after, inquiries: 2 })).toEqual([]);
  });

  it('a refund that is new has the event of its first status, at the instant of its creation', () => {
    const refund = refundOf();
    expect(eventsOfRefund(undefined, refund)).toEqual([{ type: 'refund.requested', at: refund.createdAt }]);
  });
});

describe('a recurring payment', () => {
  const STATES: Record<RecurringPayment['state']['status'], RecurringPaymentState> = {
    Trialing: { status: 'Trialing' },
    Active: { status: 'Active' },
    PastDue: { status: 'PastDue', reason: 'SoftDecline' },
    Unpaid: { status: 'Unpaid', reason: 'HardDecline' },
    Paused: { status: 'Paused', reason: 'PausedByMerchant', pausedAtMs: 1 },
    Cancelled: { status: 'Cancelled', reason: 'CancelledByMerchant', cancelledAtMs: 1 },
    Completed: { status: 'Completed', reason: 'EndDate', completedAtMs: 1 },
  };
  type Status = keyof typeof STATES;
  const INTO: Record<Status, string[]> = {
    // Another charging state leads here only through a charge, which has its own event.
    Trialing: [],
    Active: [],
    PastDue: ['recurring_payment.past_due'],
    Unpaid: ['recurring_payment.unpaid'],
    Paused: ['recurring_payment.paused'],
    Cancelled: ['recurring_payment.cancelled'],
    Completed: ['recurring_payment.completed'],
  };
  const inState = (status: string, more: Partial<RecurringPayment> = {}): RecurringPayment => ({
    ...recurringPayment(),
    state: STATES[status as Status],
    ...more,
  });

  it.each(changesOf(RECURRING_PAYMENT_TRANSITIONS))('%s to %s is the event of the new status', (from, to) => {
    const events = eventsOfRecurringPayment(inState(from), inState(to));
    const goesOn = ['Paused', 'Unpaid'].includes(from) && ['Trialing', 'Active'].includes(to);
    expect(typesOf(events)).toEqual(goesOn ? ['recurring_payment.resumed'] : INTO[to as Status]);
  });

  it('a resumed recurring payment has the time of the call, or of the change if no call was made', () => {
    const resumed = eventsOfRecurringPayment(inState('Paused'), inState('Active', { resumedAtMs: 5 }));
    const reopened = eventsOfRecurringPayment(inState('Unpaid'), inState('Active'));
    expect(resumed).toEqual([{ type: 'recurring_payment.resumed', at: '1970-01-01T00:00:00.005Z' }]);
    expect(reopened).toEqual([{ type: 'recurring_payment.resumed' }]);
  });

  it('a recurring payment that a late success reactivates has the event charged only', () => {
    const before = inState('Unpaid', { openAttempt: IN_FLIGHT, totalCollectedMinor: 100 });
    const events = eventsOfRecurringPayment(before, inState('Active', { totalCollectedMinor: 200 }));
    expect(typesOf(events)).toEqual(['recurring_payment.charged']);
  });

  it('an attempt that is taken back has no event, unless the merchant requested it', () => {
    const before = inState('Active', { openAttempt: IN_FLIGHT });
    const held = { scope: 'Merchant', code: '58', sinceMs: 1 } as const;
    expect(eventsOfRecurringPayment(before, inState('Active', { held }))).toEqual([]);
    const requested = inState('Active', { openAttempt: { ...IN_FLIGHT, trigger: 'Request' }, held });
    expect(typesOf(eventsOfRecurringPayment(requested, inState('Active', { held })))).toEqual([
      'recurring_payment.charge_failed',
    ]);
  });

  it('a successful charge is reported before its consequences', () => {
    const before = inState('Active', { openAttempt: IN_FLIGHT, totalCollectedMinor: 100 });
    const after = inState('Completed', { totalCollectedMinor: 200 });
    const attempt = { periodNumber: 2, attemptNumber: 1 };
    expect(eventsOfRecurringPayment(before, after)).toMatchObject([
      { type: 'recurring_payment.charged', attempt },
      { type: 'recurring_payment.completed' },
    ]);
  });

  it('a failed charge is reported with its attempt, also one that is decided without the bank', () => {
    const attempt = { periodNumber: 2, attemptNumber: 1 };
    const after = inState('PastDue', { failureStreak: 1, openPeriod: { number: 2, attempts: 1 } });
    for (const before of [inState('Active', { openAttempt: IN_FLIGHT }), inState('Active')]) {
      expect(eventsOfRecurringPayment(before, after)).toMatchObject([
        { type: 'recurring_payment.charge_failed', attempt },
        { type: 'recurring_payment.past_due' },
      ]);
    }
  });
});

describe('a hosted page', () => {
  const inState = (state: string) => ({ state }) as HostedPage;

  it('a hosted page has an event when it is paid or has failed, and none in other states', () => {
    const events = ['Open', 'Processing', 'Paid', 'Failed', 'Closed'].map((state) =>
      typesOf(eventsOfHostedPage(inState(state === 'Open' ? 'Processing' : 'Open'), inState(state))),
    );
    expect(events).toEqual([[], [], ['hosted_page.paid'], ['hosted_page.failed'], []]);
    expect(eventsOfHostedPage(inState('Paid'), inState('Paid'))).toEqual([]);
  });
});

describe('a customer and a card', () => {
  const customer = { fullName: 'Ayşe', updatedAt: '1' } as Customer;
  const card = { cardAlias: 'Kart', updatedAt: '1' } as StoredCard;
  const erasure = { at: '2' };

  it('a customer or card that is created, changed or deleted has one event each time', () => {
    const ofCustomer = [
      eventsOfCustomer(undefined, customer, erasure),
      eventsOfCustomer(customer, { ...customer, updatedAt: '2' }, erasure),
      eventsOfCustomer(customer, undefined, erasure),
    ];
    const ofCard = [
      eventsOfCard(undefined, card, erasure),
      eventsOfCard(card, { ...card, updatedAt: '2' }, erasure),
      eventsOfCard(card, { ...card, deletionPlannedAt: '9' }, erasure),
      eventsOfCard(card, { ...card, lockedAt: '9' }, erasure),
      eventsOfCard({ ...card, lockedAt: '9' }, card, erasure),
      eventsOfCard(card, undefined, erasure),
    ];
    expect(ofCustomer.flatMap(typesOf)).toEqual(['customer.created', 'customer.updated', 'customer.deleted']);
    expect(ofCard.flatMap(typesOf)).toEqual([
      'card.created',
      'card.updated',
      'card.updated',
      'card.locked',
      'card.updated',
      'card.deleted',
    ]);
  });

  it('a card that is blocked or freed is updated; one that begins to be used is not', () => {
    const used = { ...customer, activeRecurringPayments: new Set(['1']) };
    const charged = { ...card, usedBy: new Set(['1']) };
    const blocked = { ...charged, blocked: { code: 'EXPIRED_CARD', at: '1' } as const };
    expect(eventsOfCustomer(customer, used, erasure)).toEqual([]);
    expect(eventsOfCard(card, charged, erasure)).toEqual([]);
    expect(eventsOfCard(card, blocked, erasure)).toEqual([{ type: 'card.updated' }]);
    expect(eventsOfCard(blocked, charged, erasure)).toEqual([{ type: 'card.updated' }]);
    expect(eventsOfCard(undefined, undefined, erasure)).toEqual([]);
  });
});

it('every object that a merchant reads by its id has events, or is an event', () => {
  const objects = ROUTES.flatMap(({ method, path, audience, returns }) =>
    method === 'GET' && audience === 'merchant' && path.endsWith('}') && returns ? [returns.object] : [],
  );
  const withEvents = [...new Set(EVENT_TYPE_NAMES.map((type) => type.split('.')[0]))];
  const nameOf = (object: string) => object.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
  const hasEvents = (object: string) => withEvents.includes(nameOf(object));
  // What the digits of a card tell changes with the list of an operator, who tells nobody.
  const without = ['Event', 'Bin'];
  expect(objects.filter((object) => !hasEvents(object) && !without.includes(object))).toEqual([]);
});
