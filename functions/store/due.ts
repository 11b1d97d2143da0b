// The due rows of all merchants as the sweep and the operator see them: each is read with the shape of its
// store. The row is read again when its turn comes.
import type { HoldScope } from '#domain/recurring-payment/charge-hold.ts';
import { ShapeError } from '#domain/shape.ts';
import { BANK } from './bank.ts';
import { CARD_TRIES } from './card/card-tries.ts';
import { MERCHANT_HOLD } from './merchant-hold.ts';
import { PAYMENT } from './payment/payment.ts';
import { RECURRING_PAYMENT } from './recurring-payment/recurring-payment.ts';
import { readRefund } from './refund/refund.ts';
import { dueAtOf, type SweptPage } from './table/due.ts';
import { NEVER_ASKED, REVIEW_PARTITION } from './table/keys.ts';
import type { Item } from './table/table.ts';

/** `isRecheck`: the payment has failed, and the bank is asked again. */
type DuePayment = { noun: 'PAYMENT'; paymentReferenceNumber: string; isRecheck: boolean };
/** `isRecheck`: the refund has ended, and the bank's refunds are compared again. */
type DueRefund = { noun: 'REFUND'; refundId: string; transactionId: string; isRecheck: boolean };

type DueRow =
  | (DuePayment & InSweep)
  | (DueRefund & InSweep)
  | ({ noun: 'RECURRING'; recurringPaymentId: string; hasOpenAttempt: boolean } & InSweep)
  | ({ noun: 'HOLD'; scope: HoldScope } & InSweep)
  | ({ noun: 'TRIES'; cardFingerprint: string } & InSweep)
  /** A bank that is asked each minute, because it is silent or watched. It belongs to no merchant. */
  | ({ noun: 'BANK'; address: string } & InSweep);

/** An unreadable row does not prevent the recovery of other rows. */
export type DueItem = { dueAt: string; item: Item } & (DueRow | { noun: 'UNREADABLE'; error: unknown });

type InSweep = {
  merchantId: string;
  /** The virtual POS that it was sent to; absent: the merchant's first. */
  posId?: string | undefined;
  /** ISO: when it was sent to the bank; absent if it was not. */
  sentAt?: string | undefined;
  /** True for a challenge that the buyer has abandoned, and for a lifted hold: the bank is not asked. */
  asksNoBank: boolean;
  /** True if the row has a manual resolution. */
  isResolved: boolean;
};

const ASKS_BANK = { asksNoBank: false, isResolved: false };

/** The next inquiry about a row that waits for a person; undefined if the bank is not asked. */
export const askedAgainAt = ({ dueAt, item }: DueItem): string | undefined =>
  item['duePk'] === REVIEW_PARTITION && dueAt !== NEVER_ASKED ? dueAt : undefined;

export const readSwept = ({ rows, charges }: SweptPage): DueItem[] => [
  ...rows.map(readDue),
  ...charges.map(readWaitingCharge),
];

/** Of the keys alone: the bank was not asked for it. */
function readWaitingCharge(entry: Item): DueItem {
  const [, merchantId = '', noun, recurringPaymentId = ''] = entry.pk.split('#');
  if (noun !== 'RECURRING') throw new ShapeError('due.pk', 'is of no recurring payment');
  const which = { noun, merchantId, recurringPaymentId, hasOpenAttempt: false } as const;
  return { dueAt: dueAtOf(entry), item: entry, ...which, ...ASKS_BANK };
}

export function readDue(item: Item): DueItem {
  const due = { dueAt: dueAtOf(item), item };
  try {
    return { ...due, ...rowIn(item) };
  } catch (error) {
    return { ...due, noun: 'UNREADABLE', error };
  }
}

function rowIn(item: Item): DueRow {
  const noun = item.pk.endsWith('#HOLD') ? 'HOLD' : item.sk;
  switch (noun) {
    case 'PAYMENT': {
      const { merchantId, paymentReferenceNumber, posId, authorization, ...payment } = PAYMENT.read(item);
      const isRecheck = payment.recheck !== undefined;
      const saleSentAt = payment.saleStartedAt ?? payment.createdAt;
      return {
        ...{ noun, merchantId, paymentReferenceNumber, posId, isRecheck },
        sentAt: authorization ? authorization.sent?.at : isRecheck ? undefined : saleSentAt,
        asksNoBank: authorization
          ? !authorization.sent && !authorization.isEndTold
          : payment.step === 'Challenge',
        isResolved: payment.resolution !== undefined,
      };
    }
    case 'REFUND': {
      const { merchantId, refundId, transactionId, posId, status, sent, resolution } =
        readRefund(item).refund;
      return {
        ...{ noun, merchantId, refundId, transactionId, posId },
        isRecheck: status !== 'Processing',
        sentAt: sent?.at,
        asksNoBank: false,
        isResolved: resolution !== undefined,
      };
    }
    case 'RECURRING': {
      const { merchantId, record, pendingSale } = RECURRING_PAYMENT.read(item);
      const sentAt = pendingSale?.unsent ? undefined : pendingSale?.sentAt;
      const hasOpenAttempt = record.openAttempt !== undefined;
      const which = { merchantId, recurringPaymentId: record.id, posId: pendingSale?.posId };
      return { noun, ...which, hasOpenAttempt, sentAt, ...ASKS_BANK };
    }
    case 'HOLD': {
      const { merchantId, scope, state } = MERCHANT_HOLD.read(item);
      return { noun, merchantId, scope, asksNoBank: state === 'Lifted', isResolved: false };
    }
    case 'TRIES': {
      const { waiting } = CARD_TRIES.read(item);
      if (waiting === undefined) break;
      const { merchantId, cardFingerprint } = waiting;
      return { noun, merchantId, cardFingerprint, asksNoBank: true, isResolved: false };
    }
    case 'BANK': {
      const { address } = BANK.read(item);
      return { noun, address, merchantId: '', ...ASKS_BANK };
    }
  }
  throw new ShapeError('due.sk', 'is of no row that can be due');
}
