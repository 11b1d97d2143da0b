// The writes of refunds to their payment: reserve, lock, refund, release. The limit of all refunds of a
// payment is a condition on this one row, so that concurrent refunds cannot exceed it together.
import type { Payment } from '#domain/payment/payment.ts';
import type { ToldDifference } from '#domain/reconciliation/difference.ts';
import { paymentAfter, type Refund } from '#domain/refund/refund.ts';
import { MOST_CREDITS } from '#domain/refund/refund-limit.ts';
import type { BalanceChange } from '#domain/refund/refund-step.ts';
import type { Write } from '../table/commit.ts';
import { orReview, requireSound } from '../table/invariants.ts';
import { entityKey } from '../table/keys.ts';
import { PAYMENT, PAYMENT_JUDGE, paymentStatusIndex } from './payment.ts';
import { toldDifference } from './payment-writes.ts';

const keyOf = ({ merchantId, transactionId }: Refund) => entityKey(merchantId, 'PAYMENT', transactionId);

/** `payment`: as it was read before; needed by `Lock` and `Refund`. `isCredit`: one is about to be sent. */
export function writeBalanceChange(
  change: BalanceChange,
  payment: Payment | undefined,
  refund: Refund,
  isCredit = false,
): Write[] {
  switch (change) {
    case 'Keep':
      return isCredit ? [writeCreditSent(refund)] : [];
    case 'Lock':
      return [writeRefundLock(required(payment), refund, isCredit)];
    case 'Unlock':
      return [writeRefundLockRelease(refund)];
    case 'Release':
      // A refund that changed its operation keeps the lock for the other one, which may never be sent.
      return [writeReservationRelease(refund, payment?.refundLock === refund.refundId)];
    case 'ReleaseAndUnlock':
      return [writeReservationRelease(refund, true)];
    case 'Refund':
      return [writeRefunded(required(payment), refund)];
  }
}

function required(payment: Payment | undefined): Payment {
  if (payment === undefined) throw new Error('This step of a refund needs its payment.');
  return payment;
}

/**
 * Reserves the amount. A conflict if all refunds of the payment would then exceed the limit, which is at most
 * what the card paid.
 */
export function writeReservation(payment: Payment, refund: Refund, limitMinor = payment.chargedMinor): Write {
  requireSound(PAYMENT_JUDGE, payment, keyOf(refund));
  const isCancellation = refund.origin === 'Cancellation';
  return {
    what: 'payment',
    kind: 'update',
    key: keyOf(refund),
    set: isCancellation ? PAYMENT.attributes({ cancelledBy: refund.refundId }) : {},
    add: { reservedMinor: refund.amountMinor },
    condition: {
      expression:
        '#status IN (:successful, :partially) AND #refundedMinor = :refunded AND #reservedMinor <= :most',
      values: {
        ':successful': 'Successful',
        ':partially': 'PartiallyRefunded',
        ':refunded': payment.refundedMinor,
        ':most': limitMinor - payment.refundedMinor - refund.amountMinor,
      },
    },
  };
}

/**
 * Takes the refund lock. The write conflicts if another refund holds the lock, or if an amount was refunded
 * since the payment was read. So the bank's history, which is read after the payment, shows the state
 * before this refund.
 */
function writeRefundLock(payment: Payment, refund: Refund, isCredit: boolean): Write {
  // The payment may have been read before the amount was reserved.
  const reservedMinor = Math.max(payment.reservedMinor, refund.amountMinor);
  requireSound(PAYMENT_JUDGE, { ...payment, reservedMinor }, keyOf(refund));
  return {
    what: 'payment',
    kind: 'update',
    key: keyOf(refund),
    set: { refundLock: refund.refundId },
    ...(isCredit && { add: ONE_CREDIT }),
    condition: {
      expression:
        '(attribute_not_exists(#refundLock) OR #refundLock = :refund) ' +
        'AND #refundedMinor = :refunded' +
        (isCredit ? ` AND ${CREDIT_LEFT.expression}` : ''),
      values: {
        ':refund': refund.refundId,
        ':refunded': payment.refundedMinor,
        ...(isCredit && CREDIT_LEFT.values),
      },
    },
  };
}

const ONE_CREDIT = { creditsSent: 1 };
const CREDIT_LEFT = {
  expression: '(attribute_not_exists(#creditsSent) OR #creditsSent < :mostCredits)',
  values: { ':mostCredits': MOST_CREDITS },
};

/** A Credit of the refund that holds the lock is sent again, or in place of a void. */
function writeCreditSent(refund: Refund): Write {
  const lock = holdsRefundLock(refund);
  return {
    what: 'payment',
    kind: 'update',
    key: keyOf(refund),
    add: ONE_CREDIT,
    condition: {
      expression: `${lock.expression} AND ${CREDIT_LEFT.expression}`,
      values: { ...lock.values, ...CREDIT_LEFT.values },
    },
  };
}

const holdsRefundLock = (refund: Refund) => ({
  expression: `#refundLock = :refund`,
  values: { ':refund': refund.refundId },
});

/**
 * True if the history of the next refund will have this one under its reference: a void leaves no row there,
 * and a person's resolution may name another number of the bank.
 */
const isNamedByBank = ({ processedAs, bankReferenceNumber, resolution }: Refund) =>
  processedAs === 'Refund' && bankReferenceNumber !== '' && resolution === undefined;

/** The bank has paid the amount back: it is refunded instead of reserved. */
function writeRefunded(payment: Payment, refund: Refund): Write {
  const { status, refundedMinor } = paymentAfter(payment, refund);
  const lock = holdsRefundLock(refund);
  const reference = writeReference(refund);
  const { refundLock: _, ...unlocked } = payment;
  const reservedMinor = payment.reservedMinor - refund.amountMinor;
  return orReview(
    PAYMENT_JUDGE,
    { ...unlocked, refundedMinor, status, reservedMinor },
    {
      what: 'payment',
      kind: 'update',
      key: keyOf(refund),
      set: {
        refundedMinor,
        status,
        ...paymentStatusIndex(payment, status),
      },
      add: { reservedMinor: -refund.amountMinor },
      ...(isNamedByBank(refund) && { addTo: reference.addTo }),
      remove: ['refundLock'],
      condition: {
        expression: `${lock.expression} AND #refundedMinor = :before AND ${reference.condition.expression}`,
        values: { ...lock.values, ':before': payment.refundedMinor, ...reference.condition.values },
      },
    },
  );
}

/**
 * The bank did it by itself: it was never reserved here. A conflict if another refund is on its way, because
 * this may be that one, or if the amounts or references have changed. `told`: what is left of the difference;
 * `isShown`: the bank's history of the order shows it.
 */
export function writeAdjusted(
  payment: Payment,
  refund: Refund,
  { told, isShown }: { told: ToldDifference | undefined; isShown: boolean },
): Write {
  const { status, refundedMinor } = paymentAfter(payment, refund);
  const { addTo, condition } = writeReference(refund);
  const difference = toldDifference(payment, told);
  return {
    what: 'payment',
    kind: 'update',
    key: keyOf(refund),
    set: { refundedMinor, status, ...paymentStatusIndex(payment, status), ...difference.set },
    remove: difference.remove,
    ...(isShown
      ? refund.processedAs === 'Refund' && { addTo }
      : {
          add: { chargedBackMinor: refund.amountMinor },
          addTo: { chargebackReferences: addTo.refundReferences },
        }),
    condition: {
      expression:
        `attribute_not_exists(#refundLock) AND #status = :was AND #refundedMinor = :before ` +
        `AND #reservedMinor <= :most AND ${condition.expression} ` +
        `AND NOT contains(#chargebackReferences, :reference)`,
      values: {
        ':was': payment.status,
        ':before': payment.refundedMinor,
        ':most': payment.chargedMinor - refundedMinor,
        ...condition.values,
      },
    },
  };
}

/**
 * One reference belongs to one refund of the payment (refunds.md 8.4). A void may have none: the id of the
 * refund, which is no reference of the bank, then meets the condition.
 */
const writeReference = ({ refundId, bankReferenceNumber = refundId }: Refund) => ({
  addTo: { refundReferences: bankReferenceNumber },
  condition: {
    expression: `NOT contains(#refundReferences, :reference)`,
    values: { ':reference': bankReferenceNumber },
  },
});

/** Releases the reserved amount; `hadLock`: and the refund lock. */
function writeReservationRelease(refund: Refund, hadLock: boolean): Write {
  const held = { expression: '#reservedMinor >= :held', values: { ':held': refund.amountMinor } };
  const lock = holdsRefundLock(refund);
  return {
    what: 'payment',
    kind: 'update',
    key: keyOf(refund),
    add: { reservedMinor: -refund.amountMinor },
    ...(hadLock && { remove: ['refundLock'] }),
    condition: hadLock
      ? {
          expression: `${held.expression} AND ${lock.expression}`,
          values: { ...held.values, ...lock.values },
        }
      : held,
  };
}

/** Releases the refund lock for another refund; the amount of this one stays reserved. */
const writeRefundLockRelease = (refund: Refund): Write => ({
  what: 'payment',
  kind: 'update',
  key: keyOf(refund),
  remove: ['refundLock'],
  condition: holdsRefundLock(refund),
});
