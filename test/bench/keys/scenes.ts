// What the service writes for a sale on a page, a charge and a refund, made by the stores and rules
// themselves. Some rows in partitions of their own are left out, because no other row shares these.

import { randomUUID } from 'node:crypto';
import { type Event, eventId } from '#domain/event/event.ts';
import type { EventType } from '#domain/event/event-type.ts';
import { makePaymentReference, makeUuid, type RandomBytes } from '#domain/id.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { newRefund } from '#domain/refund/refund.ts';
import { completedRefund, decidedRefund, sentRefund } from '#domain/refund/refund-progress.ts';
import { refundStep } from '#domain/refund/refund-step.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';
import { claimed, delivered } from '#domain/webhook/delivery.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { writeEvent } from '#store/event/event.ts';
import { HOSTED_PAGE } from '#store/payment/hosted-page.ts';
import { writeNewHostedPage } from '#store/payment/hosted-page-writes.ts';
import { writePaymentClaim, writePaymentOutcome, writeSaleStart } from '#store/payment/payment-writes.ts';
import {
  RECURRING_PAYMENT,
  writeLiveStep,
  writeNewRecurringPayment,
} from '#store/recurring-payment/recurring-payment.ts';
import { writeNewRefund } from '#store/refund/refund.ts';
import { writeRefundStep } from '#store/refund/refund-transition.ts';
import { change, type Write } from '#store/table/commit.ts';
import { feedKey } from '#store/table/keys.ts';
import { tableName } from '#store/table/table.ts';
import { newDelivery, readDelivery, writeDelivery, writeNewDelivery } from '#store/webhook/delivery.ts';
import { paymentOf } from '../../domain/refund/refund-builder.ts';
import { recordedRows } from '../../store/recorded/recorded-rows.ts';

export type Merchant = { merchantId: string; webhookId: string };
/** `next`: the position of the next event in a merchant's feed. */
export type Moment = { merchant: Merchant; at: Date; random: RandomBytes; next(feed: string): number };
/** Writes in order; those of the first element exist before, and are not counted. */
export type Scene = { before: Write[]; writes: Write[] };

const rowsOf = (kind: string) => recordedRows().filter((one) => one.kind === kind);
const PAGE = HOSTED_PAGE.read(rowsOf('hosted-page')[0]?.item as never);
const PLANS = rowsOf('recurring-payment').map(({ item }) => RECURRING_PAYMENT.read(item));
const PLAN = PLANS.find(
  ({ record: { nextAction, openAttempt, held } }) => nextAction && !openAttempt && !held,
);
const ATTEMPT = PLANS.find(({ record }) => record.openAttempt)?.record.openAttempt;

const MONTH_MS = 30 * DAY_MS;
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

function newPayment({ merchant, at, random }: Moment, more: Partial<Payment> = {}): Payment {
  const paymentReferenceNumber = makePaymentReference(at.getTime(), random);
  const { paidAt: _, ...payment } = paymentOf({
    merchantId: merchant.merchantId,
    paymentReferenceNumber,
    bankOrderId: paymentReferenceNumber.replace('-', ''),
    orderNumber: randomUUID(),
    status: 'Processing',
    createdAt: at.toISOString(),
    ...more,
  });
  return payment;
}

const outcomeOf = (payment: Payment, at: Date): Write =>
  writePaymentOutcome(payment, { status: 'Successful', paidAt: at.toISOString() });

/** A buyer who opens a page and pays. */
export function sale(moment: Moment, isSecure: boolean): Scene {
  const { merchant, at, random } = moment;
  const { merchantId } = merchant;
  const payment = newPayment(moment, isSecure ? { step: 'Challenge' } : {});
  const inquiryAt = later(at, MINUTE_MS).toISOString();
  const page = { ...PAGE, merchantId, createdAt: at.toISOString(), orderNumber: payment.orderNumber };
  const tokenDigest = Buffer.from(random(32)).toString('hex');
  const opened = { ...page, tokenDigest };
  return {
    before: [],
    writes: [
      ...writeNewHostedPage(opened, undefined).filter(({ kind }) => kind === 'put'),
      writePaymentClaim(payment, inquiryAt),
      ...(isSecure
        ? [writeSaleStart(payment, randomUUID(), at, later(at, 2 * MINUTE_MS).toISOString())]
        : []),
      outcomeOf(payment, at),
    ],
  };
}

/** A due charge of a plan, with the next one planned. */
export function charge(moment: Moment): Scene {
  const { merchant, at, random } = moment;
  const { nextAction } = PLAN?.record ?? {};
  if (PLAN === undefined || nextAction === undefined || ATTEMPT === undefined)
    throw new Error('No plan is recorded.');
  const { version } = PLAN.record;
  const id = makeUuid(later(at, -MONTH_MS).getTime(), random);
  const { nextAction: _, ...record } = { ...PLAN.record, id };
  const atMs = at.getTime();
  const due: RecurringPayment = { ...record, nextAction: { ...nextAction, atMs } };
  const sent: RecurringPayment = { ...record, openAttempt: ATTEMPT, version: version + 1 };
  const ended = { ...due, nextAction: { ...nextAction, atMs: atMs + MONTH_MS }, version: version + 2 };
  const filed = { ...PLAN, merchantId: merchant.merchantId };
  const made = writeNewRecurringPayment({ ...filed, record: due });
  const { pk, sk } = made.kind === 'put' ? made.item : made.key;
  const row = { ...filed, pk, sk };
  const sale = { inquiries: 0, sealVersion: 1, inquiryAt: later(at, MINUTE_MS).toISOString() };
  const pendingSale = { ...sale, sentAt: at.toISOString() };
  const claim = { ...row, record: due, version };
  return {
    before: [made],
    writes: [
      ...writeLiveStep(claim, stepTo(sent), { pendingSale }),
      ...paid(moment, { source: 'RecurringPayment' }),
      ...writeLiveStep({ ...claim, record: sent, pendingSale, version: version + 1 }, stepTo(ended)),
    ],
  };
}

function paid(moment: Moment, more: Partial<Payment>): Write[] {
  const payment = newPayment(moment, more);
  return [writePaymentClaim(payment), outcomeOf(payment, moment.at)];
}

const stepTo = (record: RecurringPayment) => ({ record, closedPeriods: [] });

/** A partial refund that is sent at once. */
export function refund(moment: Moment): Scene {
  const { at, random } = moment;
  const payment = { ...newPayment(moment, { status: 'Successful' }), paidAt: at.toISOString() };
  const asked = { amountMinor: 100, refundType: 'Partial', origin: 'Request', reason: 'Kırık' } as const;
  const refundId = makeUuid(at.getTime(), random);
  const fresh = newRefund(payment, { ...asked, refundId }, at);
  const decided = decidedRefund(fresh, payment, at);
  const sent = sentRefund(decided, randomUUID(), { count: 0, sumMinor: 0 }, later(at, SECOND_MS));
  const done = completedRefund(sent, { as: 'Refund', bankReferenceNumber: 'REF' }, at);
  return {
    before: [writePaymentClaim(payment)],
    writes: [
      ...writeNewRefund(decided),
      ...writeRefundStep({ refund: decided, version: 1 }, payment, refundStep(decided, sent, 'Begin')),
      ...writeRefundStep({ refund: sent, version: 2 }, payment, refundStep(sent, done, 'Finalize')),
    ],
  };
}

/** The recording of an event alone in its transaction, and its delivery to one webhook. */
export function announced({ merchant, at, next }: Moment, type: EventType, objectId: string): Scene {
  const { merchantId, webhookId } = merchant;
  const sequence = 2;
  const event: Event = {
    ...{
      id: eventId({ objectId, sequence, type }, tableName()),
      merchantId,
      type,
      objectId,
      sequence,
      ordinal: 0,
    },
    ...{
      objectType: 'Payment',
      mode: 'live',
      createdAt: at.toISOString(),
      data: { object: {}, previous: {} },
    },
  };
  const { pk, sk } = feedKey(merchantId);
  const recorded = { recordedAt: at.toISOString(), position: next(pk) };
  const webhook = { id: webhookId } as Webhook;
  const delivery = newDelivery(event, webhook, { now: at });
  const made = writeNewDelivery(delivery);
  const row = made.kind === 'put' ? readDelivery(made.item) : undefined;
  if (row === undefined) throw new Error('No delivery is written.');
  const sending = claimed(delivery, randomUUID(), at.getTime());
  return {
    before: [{ what: 'feed', kind: 'put', item: { pk, sk, version: 1 } }],
    writes: [
      change('feed', { pk, sk, version: 1 }, { lastAt: at.toISOString() }),
      writeEvent(event, recorded),
      made,
      writeDelivery(row, sending),
      writeDelivery({ ...row, version: 2 }, delivered(sending, later(at, SECOND_MS).getTime())),
    ],
  };
}
