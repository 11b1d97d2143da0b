// The entities of all merchants that are due for the sweep, and those that wait for a person's review.
import { HOLD_SCOPES, type HoldScope } from '#domain/recurring-payment/charge-hold.ts';
import { object, oneOf, optional, ShapeError, text, uuid, yes } from '#domain/shape.ts';
import { buyersDueShard, dueShardsRead, dueShardsWritten } from './due-shards.ts';
import { duePartition, NEVER_ASKED, REVIEW_PARTITION } from './keys.ts';
import { type Item, queryIndex } from './table.ts';

/** `isLook`: the payment has failed, and the bank is asked again. */
type DuePayment = { noun: 'PAYMENT'; paymentReferenceNumber: string; isLook: boolean };
/** `isLook`: the refund has ended, and the bank's refunds are compared again. */
type DueRefund = { noun: 'REFUND'; refundId: string; transactionId: string; isLook: boolean };

export type DueItem = {
  dueAt: string;
  item: Item;
} & (
  | (DuePayment & InSweep)
  | (DueRefund & InSweep)
  | ({ noun: 'RECURRING'; recurringPaymentId: string; hasOpenAttempt: boolean } & InSweep)
  | ({ noun: 'HOLD'; scope: HoldScope } & InSweep)
  | ({ noun: 'TRIES'; cardFingerprint: string } & InSweep)
  /** A bank that does not answer; the merchant is the one whose settings probe it. */
  | ({ noun: 'BANK'; address: string } & InSweep)
  /** An unreadable row. It does not prevent the recovery of other rows. */
  | { noun: 'UNREADABLE'; error: unknown }
);
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

const RESOLUTION = { verdict: optional(object({})) };
const PAYMENT = object({
  merchantId: text,
  paymentReferenceNumber: text,
  createdAt: text,
  step: optional(text),
  saleStartedAt: optional(text),
  secondLook: optional(object({ since: text })),
  pos: optional(uuid),
  ...RESOLUTION,
});
const REFUND = object({
  merchantId: text,
  refundId: text,
  transactionId: text,
  status: text,
  sent: optional(object({ at: text })),
  pos: optional(uuid),
  ...RESOLUTION,
});
const RECURRING = object({
  merchantId: text,
  record: object({ id: text, openAttempt: optional(object({})) }),
  flight: optional(object({ sentAt: text, unsent: optional(yes), pos: optional(uuid) })),
});

const TRIES = object({ waiting: object({ merchantId: text, cardFingerprint: text }) });
const BANK = object({ address: text, asker: object({ merchantId: text }) });
const HOLD = object({ merchantId: text, scope: oneOf(HOLD_SCOPES), state: text });

/**
 * The pages of each shard: the rows due at `now` or before, oldest first, at most `pageSize` rows a page.
 * Each page begins after the previous one, also if rows of that one could not be recovered.
 */
export function duePages(now: Date, pageSize: number): AsyncIterable<DueItem[]>[] {
  const shards = Array.from({ length: dueShardsRead() }, (_, shard) => duePartition(shard));
  return shards.map((partition) => pagesOf(partition, `${now.toISOString()}~`, pageSize));
}

/** The same up to any instant, for a reader of charges: a recurring payment is at its next charge. */
export function chargeDuePages(until: Date, pageSize: number): AsyncIterable<DueItem[]>[] {
  const partitions = Array.from({ length: dueShardsRead() }, (_, chargeShard) => duePartition(chargeShard));
  return partitions.map((partition) => pagesOf(partition, `${until.toISOString()}~`, pageSize));
}

/** The same, of the shards with buyers' payments, refunds and banks only. */
export function buyersDuePages(now: Date, pageSize: number): AsyncIterable<DueItem[]>[] {
  const shards = Array.from({ length: dueShardsWritten() }, (_, shard) => buyersDueShard(shard));
  return shards.map((shard) => pagesOf(duePartition(shard), `${now.toISOString()}~`, pageSize));
}

/** The rows that wait for a person, in the order of their next inquiries; `dueAt` is the inquiry's time. */
export const reviewPages = () => pagesOf(REVIEW_PARTITION, '~', 100);

/** The first of these rows: those with the earliest inquiries. */
export async function firstReviews(limit: number): Promise<DueItem[]> {
  const page = await queryIndex({ index: 'due', partition: REVIEW_PARTITION, limit, newestFirst: false });
  return page.items.map(readDue);
}

/** The next inquiry about a row that waits for a person; undefined if the bank is not asked. */
export const askedAgainAt = ({ dueAt, item }: DueItem): string | undefined =>
  item['duePk'] === REVIEW_PARTITION && dueAt !== NEVER_ASKED ? dueAt : undefined;

async function* pagesOf(partition: string, to: string, limit: number): AsyncIterable<DueItem[]> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const more = startKey && { startKey };
    const page = await queryIndex({ index: 'due', partition, limit, to, newestFirst: false, ...more });
    yield page.items.map(readDue);
    startKey = page.lastKey;
  } while (startKey !== undefined);
}

const isHold = ({ pk }: Item) => pk.endsWith('#HOLD');
const dueAtOf = (item: Item) => String(item['dueSk']).split('#', 1).join();

function readDue(item: Item): DueItem {
  const due = { dueAt: dueAtOf(item), item };
  try {
    if (isHold(item)) {
      const { merchantId, scope, state } = HOLD.read(item, 'merchant-hold');
      const asksNoBank = state === 'Lifted';
      return { ...due, noun: 'HOLD', merchantId, scope, asksNoBank, isResolved: false };
    }
    switch (item.sk) {
      case 'PAYMENT': {
        const { merchantId, paymentReferenceNumber, ...payment } = PAYMENT.read(item, 'payment');
        const isResolved = payment.verdict !== undefined;
        const asksNoBank = payment.step === 'Challenge';
        const { secondLook, pos: posId, saleStartedAt: sentAt = payment.createdAt } = payment;
        const which = { merchantId, paymentReferenceNumber, posId, isLook: secondLook !== undefined };
        const sent = which.isLook ? {} : { sentAt };
        return { ...due, noun: item.sk, ...which, ...sent, asksNoBank, isResolved };
      }
      case 'REFUND': {
        const { merchantId, refundId, transactionId, ...refund } = REFUND.read(item, 'refund');
        const isLook = refund.status !== 'Processing';
        const sentAt = refund.sent?.at;
        const which = { merchantId, refundId, transactionId, posId: refund.pos, isLook };
        const isResolved = refund.verdict !== undefined;
        return { ...due, noun: item.sk, ...which, sentAt, asksNoBank: false, isResolved };
      }
      case 'RECURRING': {
        const { merchantId, record, flight } = RECURRING.read(item, 'recurring-payment');
        const hasOpenAttempt = record.openAttempt !== undefined;
        const sentAt = flight?.unsent ? undefined : flight?.sentAt;
        const which = { merchantId, recurringPaymentId: record.id, hasOpenAttempt, posId: flight?.pos };
        return { ...due, noun: item.sk, ...which, sentAt, asksNoBank: false, isResolved: false };
      }
      case 'TRIES': {
        const { waiting } = TRIES.read(item, 'card-tries');
        return { ...due, noun: item.sk, ...waiting, asksNoBank: true, isResolved: false };
      }
      case 'BANK': {
        const { address, asker } = BANK.read(item, 'bank');
        return { ...due, noun: item.sk, address, ...asker, asksNoBank: false, isResolved: false };
      }
      default:
        throw new ShapeError('due.sk', 'is of no row that can be due');
    }
  } catch (error) {
    return { ...due, noun: 'UNREADABLE', error };
  }
}
