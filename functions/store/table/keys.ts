// Every key of the single table. Keys begin with the merchant, so that another merchant's id does not exist;
// the exceptions are looked up before the merchant is known: API keys and page tokens, both by digest.
import { foldEmail } from '#domain/customer.ts';
import { turkishFold } from '#domain/turkish-fold.ts';
import { buyersDueShard, dueShardsWritten, isBuyersNoun } from './due-shards.ts';
import { shardOf } from './list-shards.ts';

/*
 * The table on one page: `{m}` is the merchant's id, and rows of one partition belong together.
 *
 * | Row               | pk                          | sk                         | Read by                 |
 * |-------------------|-----------------------------|----------------------------|-------------------------|
 * | merchant          | M#{m}#MERCHANT              | MERCHANT                   | authorizer, bank, page  |
 * | merchant-name     | MERCHANTS                   | {m}                        | people: find a merchant |
 * | api-key           | KEY#{digest}                | KEY                        | authorizer              |
 * | hosted-page       | PAGE#{digest}               | PAGE                       | page, merchant          |
 * | order             | M#{m}#ORDER#{number}        | ORDER                      | page, new page          |
 * | payment           | M#{m}#PAYMENT#{reference}   | PAYMENT                    | page, merchant, refund  |
 * | pending-card      | M#{m}#PAYMENT#{reference}   | PENDING_CARD               | end of the payment      |
 * | decline           | M#{m}#DECLINE#{by}#{value}  | {instant}#{reference}      | guards: last minutes    |
 * | customer          | M#{m}#CUSTOMER#{id}         | CUSTOMER                   | page, merchant, charge  |
 * | latest-card       | M#{m}#CUSTOMER#{id}         | CARD#{fingerprint}         | saving of a card        |
 * | card              | M#{m}#CARD#{id}             | CARD                       | page, merchant, charge  |
 * | sealed-card       | M#{m}#CARD#{id}             | SEALED                     | page, charge            |
 * | card-numbers      | M#{m}#CARD#{bin}-{lastFour} | NUMBERS                    | its own condition       |
 * | card-tries        | M#{m}#TRIES#{fingerprint}   | TRIES                      | charge, store a card    |
 * | recurring-payment | M#{m}#RECURRING#{id}        | RECURRING                  | charge, sweep, merchant |
 * | attempt           | M#{m}#RECURRING#{id}        | ATTEMPT#{period}#{attempt} | merchant, newest first  |
 * | closed-periods    | M#{m}#RECURRING#{id}        | PERIODS#{period}           | people: unpaid periods  |
 * | refund            | M#{m}#REFUND#{id}           | REFUND                     | merchant, sweep         |
 * | merchant-hold     | M#{m}#HOLD                  | {currency}                 | charge, sweep, operator |
 * | refund-counts     | M#{m}#STAT#{month}          | {day}#{currency}#{shard}   | statistics, a month     |
 * | idempotency       | M#{m}#IDEMPOTENCY#{digest}  | IDEMPOTENCY                | repeated calls          |
 * | operator-action   | AUDIT#{month}               | {instant}#{id}             | people: who did what    |
 * | bank              | BANK#{host}                 | BANK                       | bank: is it answering?  |
 * | reconciliation    | M#{m}#RECONCILIATION        | PROGRESS                   | reconciliation          |
 * | difference        | M#{m}#RECONCILIATION        | {payment}                  | reconciliation, people  |
 *
 * | Index  | Partition                      | Sort                  | Rows and readers                 |
 * |--------|--------------------------------|-----------------------|----------------------------------|
 * | list   | M#{m}#{NOUN}#{month}           | {instant}#{id}        | lists of a merchant              |
 * |        | M#{m}#{NOUN}#{month}#{shard}   | the same              | of a large merchant, from 1      |
 * | list   | M#{m}#KEYS                     | {instant}#{id}        | API keys: the operator           |
 * | list   | M#{m}#CARD#CUSTOMER#{id}       | {instant}#{id}        | cards: the page                  |
 * | status | M#{m}#{NOUN}#{status}#{month}  | {instant}#{id}        | the same lists, of one status    |
 * | lookup | M#{m}#CARD#ALIAS#{alias}       | {instant}#{id}        | cards by alias                   |
 * | second | M#{m}#CARD#BIN#{bin}           | {instant}#{id}        | cards by their first digits      |
 * | lookup | M#{m}#CUSTOMER#EMAIL#{email}   | {instant}#{id}        | customers by e-mail address      |
 * | second | M#{m}#CUSTOMER#PHONE#{phone}   | {instant}#{id}        | customers by telephone number    |
 * | lookup | M#{m}#PAYMENT#ORDER#{number}   | {instant}#{id}        | payments of an order             |
 * | lookup | M#{m}#REFUND#PAYMENT#{payment} | {instant}#{id}        | refunds of a payment             |
 * | second | M#{m}#REFUND#ORDER#{number}    | {instant}#{id}        | refunds of an order              |
 * | lookup | M#{m}#RECURRING#CUSTOMER#{id}  | {instant}#{id}        | recurring payments of a customer |
 * | second | M#{m}#RECURRING#HELD[#{shard}] | {hold}#{instant}#{id} | charges that the sweep releases  |
 * | due    | DUE#{shard}                    | {instant}#{NOUN}#{id} | the sweep; buyers' rows: last    |
 * | due    | REVIEW                         | {instant}#{NOUN}#{id} | the operator; the sweep, daily   |
 * | due    | DIFFERENCES                    | {instant}#{payment}   | the operator: open differences   |
 */
export type RowName =
  | (
      | 'merchant'
      | 'merchant-name'
      | 'api-key'
      | 'hosted-page'
      | 'order'
      | 'payment'
      | 'pending-card'
      | 'decline'
    )
  | ('customer' | 'latest-card' | 'card' | 'sealed-card' | 'card-numbers' | 'card-tries')
  | (
      | 'recurring-payment'
      | 'attempt'
      | 'closed-periods'
      | 'refund'
      | 'refund-counts'
      | 'merchant-hold'
      | 'idempotency'
      | 'operator-action'
      | 'bank'
      | 'reconciliation'
      | 'difference'
    );

/** The table's shape as data: the deployed table and the local one both follow from it. */
export const TABLE_SHAPE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expiresAtSeconds',
  indexes: {
    list: { partitionKey: 'listPk', sortKey: 'listSk' },
    status: { partitionKey: 'statusPk', sortKey: 'statusSk' },
    lookup: { partitionKey: 'lookupPk', sortKey: 'lookupSk' },
    second: { partitionKey: 'secondPk', sortKey: 'secondSk' },
    /** Sparse: a row is in it only while it is due, or waits for a review. */
    due: { partitionKey: 'duePk', sortKey: 'dueSk' },
  },
} as const;
export type IndexName = keyof typeof TABLE_SHAPE.indexes;
export type Key = { pk: string; sk: string };

type Noun = 'PAYMENT' | 'REFUND' | 'CUSTOMER' | 'CARD' | 'RECURRING';

export const merchantKey = (merchantId: string): Key => ({ pk: `M#${merchantId}#MERCHANT`, sk: 'MERCHANT' });
/** Names of all merchants; operators write a handful a day. */
export const MERCHANT_NAMES_PARTITION = 'MERCHANTS';
export const merchantNameKey = (sk: string): Key => ({ pk: MERCHANT_NAMES_PARTITION, sk });
export const apiKeyKey = (digest: string): Key => ({ pk: `KEY#${digest}`, sk: 'KEY' });
export const hostedPageKey = (tokenDigest: string): Key => ({ pk: `PAGE#${tokenDigest}`, sk: 'PAGE' });
export const orderKey = (merchantId: string, orderNumber: string): Key => ({
  pk: `M#${merchantId}#ORDER#${orderNumber}`,
  sk: 'ORDER',
});
export const idempotencyKey = (merchantId: string, digest: string): Key => ({
  pk: `M#${merchantId}#IDEMPOTENCY#${digest}`,
  sk: 'IDEMPOTENCY',
});
export const entityKey = (merchantId: string, noun: Noun, id: string): Key => ({
  pk: `M#${merchantId}#${noun}#${id}`,
  sk: noun,
});

export const pendingCardKey = (merchantId: string, paymentReferenceNumber: string): Key => ({
  ...entityKey(merchantId, 'PAYMENT', paymentReferenceNumber),
  sk: 'PENDING_CARD',
});
export const declinePartition = (merchantId: string, origin: 'BIN' | 'ADDRESS', value: string) =>
  `M#${merchantId}#DECLINE#${origin}#${value}`;

export const latestCardKey = (merchantId: string, customerId: string, fingerprint: string): Key => ({
  ...entityKey(merchantId, 'CUSTOMER', customerId),
  sk: `CARD#${fingerprint}`,
});
export const sealedCardKey = (merchantId: string, id: string): Key => ({
  ...entityKey(merchantId, 'CARD', id),
  sk: 'SEALED',
});
export const cardNumbersKey = (merchantId: string, mask: { bin: string; lastFour: string }): Key => ({
  ...entityKey(merchantId, 'CARD', `${mask.bin}-${mask.lastFour}`),
  sk: 'NUMBERS',
});
export const cardTriesKey = (merchantId: string, fingerprint: string): Key => ({
  pk: `M#${merchantId}#TRIES#${fingerprint}`,
  sk: 'TRIES',
});

/** Of no merchant: all merchants of a bank share its breaker. */
export const bankKey = (address: string): Key => ({ pk: `BANK#${address}`, sk: 'BANK' });
export const merchantHoldsPartition = (merchantId: string) => `M#${merchantId}#HOLD`;
/** `sk`: the currency in which nothing is charged, or `CHARGES` for the charges that are held alone. */
export const merchantHoldKey = (merchantId: string, sk: string): Key => ({
  pk: merchantHoldsPartition(merchantId),
  sk,
});

/** How far a merchant's orders were compared with its banks, and the differences. */
export const reconciliationPartition = (merchantId: string) => `M#${merchantId}#RECONCILIATION`;
/** `sk`: `PROGRESS`, or the reference of a payment. */
export const reconciliationKey = (merchantId: string, sk: string): Key => ({
  pk: reconciliationPartition(merchantId),
  sk,
});
/** The sort keys of all differences are between these. */
export const DIFFERENCE_SORTS = { from: 'PAY-', to: 'PAY-~' } as const;

export const operatorActionsPartition = (month: string) => `AUDIT#${month}`;
export const operatorActionKey = (at: string, id: string): Key => ({
  pk: operatorActionsPartition(monthOf(at)),
  sk: timeSort(at, id),
});

const ATTEMPTS = 'ATTEMPT#';
/** The sort keys of all attempts are between these. */
export const ATTEMPT_SORTS = { from: ATTEMPTS, to: `${ATTEMPTS}~` } as const;
const padded = (number: number) => String(number).padStart(6, '0');
type AttemptNumbers = { periodNumber: number; attemptNumber: number };
/** The numbers of periods and attempts only rise, so that this order is that of time. */
export const attemptKey = (merchantId: string, id: string, attempt: AttemptNumbers): Key => ({
  ...entityKey(merchantId, 'RECURRING', id),
  sk: `${ATTEMPTS}${padded(attempt.periodNumber)}#${padded(attempt.attemptNumber)}`,
});
export const closedPeriodsKey = (merchantId: string, id: string, firstPeriodNumber: number): Key => ({
  ...entityKey(merchantId, 'RECURRING', id),
  sk: `PERIODS#${padded(firstPeriodNumber)}`,
});

/** `2026-11` of an ISO instant: lists are bucketed by UTC month, so that no partition grows for ever. */
export const monthOf = (instant: string) => instant.slice(0, 7);
/**
 * A month of a large merchant has several partitions, by `listShardOf`. The first has the key of a month with
 * one partition, so that rows of the time before are found in it.
 */
const shardSuffix = (shard: number) => (shard === 0 ? '' : `#${shard}`);
/** Spread like a list: a hold takes charges as fast as schedules fire. */
export const heldChargesPartition = (merchantId: string, shard: number) =>
  `M#${merchantId}#RECURRING#HELD${shardSuffix(shard)}`;
export const heldChargeSort = (scope: string, since: string, id: string) => `${scope}#${since}#${id}`;
/** `shards`: those of the merchant when the entity was made; it is stored with the entity. */
export const listShardOf = (id: string, shards = 1) => shardOf(id, shards);
export const listPartition = (merchantId: string, noun: Noun, month: string, shard: number) =>
  `M#${merchantId}#${noun}#${month}${shardSuffix(shard)}`;
type Statused = { noun: Noun; status: string; month: string; shard: number };
export const statusPartition = (merchantId: string, { noun, status, month, shard }: Statused) =>
  `M#${merchantId}#${noun}#${status}#${month}${shardSuffix(shard)}`;
const lookupPartition = (merchantId: string, noun: Noun, by: string, value: string) =>
  `M#${merchantId}#${noun}#${by}#${value}`;
/** Sorts by time, and rows of the same millisecond by id. */
export const timeSort = (instant: string, id: string) => `${instant}#${id}`;

export const apiKeysOf = (merchantId: string) => `M#${merchantId}#KEYS`;
export const cardsByAlias = (merchantId: string, alias: string) =>
  lookupPartition(merchantId, 'CARD', 'ALIAS', turkishFold(alias));
export const cardsByBin = (merchantId: string, bin: string) =>
  lookupPartition(merchantId, 'CARD', 'BIN', bin);
export const cardsOfCustomer = (merchantId: string, customerId: string) =>
  lookupPartition(merchantId, 'CARD', 'CUSTOMER', customerId);
export const customersByEmail = (merchantId: string, email: string) =>
  lookupPartition(merchantId, 'CUSTOMER', 'EMAIL', foldEmail(email));
export const customersByPhone = (merchantId: string, phone: string) =>
  lookupPartition(merchantId, 'CUSTOMER', 'PHONE', phone);
export const customersByActivity = (merchantId: string, isActive: boolean, month: string, shard: number) =>
  statusPartition(merchantId, {
    ...{ noun: 'CUSTOMER', month, shard },
    status: isActive ? 'ACTIVE' : 'INACTIVE',
  });
export const paymentsOfOrder = (merchantId: string, orderNumber: string) =>
  lookupPartition(merchantId, 'PAYMENT', 'ORDER', orderNumber);
export const refundsOfPayment = (merchantId: string, paymentReferenceNumber: string) =>
  lookupPartition(merchantId, 'REFUND', 'PAYMENT', paymentReferenceNumber);
export const refundsOfOrder = (merchantId: string, orderNumber: string) =>
  lookupPartition(merchantId, 'REFUND', 'ORDER', orderNumber);
export const recurringPaymentsOfCustomer = (merchantId: string, customerId: string) =>
  lookupPartition(merchantId, 'RECURRING', 'CUSTOMER', customerId);

/** Refunds are counted per Istanbul day, currency and shard; a month is one read for each partition. */
export const refundCountsPartition = (merchantId: string, month: string, part: number) =>
  `M#${merchantId}#STAT#${month}${shardSuffix(part)}`;
/** A day's counts are spread over so many rows that transactions of a busy merchant rarely conflict. */
export const REFUND_COUNT_SHARDS = 8;
/** Eight rows suffice for a merchant of eight list shards; a larger one has a partition for each eight. */
export const refundCountParts = (listShards: number) => Math.ceil(listShards / REFUND_COUNT_SHARDS);
type Counted = { merchantId: string; day: string; currency: string; refundId: string; listShards?: number };
export function refundCountsKey({ merchantId, day, currency, refundId, listShards = 1 }: Counted): Key {
  const shard = shardOf(refundId, REFUND_COUNT_SHARDS * refundCountParts(listShards));
  return {
    pk: refundCountsPartition(merchantId, monthOf(day), Math.floor(shard / REFUND_COUNT_SHARDS)),
    sk: `${day}#${currency}#${shard % REFUND_COUNT_SHARDS}`,
  };
}

type DueNoun = Extract<Noun, 'PAYMENT' | 'REFUND' | 'RECURRING'> | 'HOLD';
export const duePartition = (shard: number | '*') => `DUE#${shard}`;
export function dueAttributes(noun: DueNoun, id: string, dueAt: string) {
  const shard = shardOf(id, dueShardsWritten());
  const duePk = duePartition(isBuyersNoun(noun) ? buyersDueShard(shard) : shard);
  return { duePk, dueSk: `${dueAt}#${noun}#${id}` };
}

/** In the due index, apart from the shards of what is due. A handful of rows. */
export const REVIEW_PARTITION = 'REVIEW';
/** In place of the time if the bank is not asked. */
export const NEVER_ASKED = '9999';
/** `askAt`: when the sweep asks the bank again (ISO). The version before had the time when it began here. */
export const reviewAttributes = (noun: DueNoun, id: string, askAt = NEVER_ASKED) => ({
  duePk: REVIEW_PARTITION,
  dueSk: `${askAt}#${noun}#${id}`,
});

/** In the due index, like those that wait for a review: differences that are open. Zero rows are wanted. */
export const DIFFERENCES_PARTITION = 'DIFFERENCES';
export const differenceAttributes = (paymentReferenceNumber: string, since: string) => ({
  duePk: DIFFERENCES_PARTITION,
  dueSk: timeSort(since, paymentReferenceNumber),
});
