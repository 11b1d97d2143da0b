// Every key of the single table. Keys of a merchant's rows begin with the merchant, so that an id of another
// merchant is not found. API keys, pages and logos are looked up by a digest, before the merchant is known.
import { pageMark } from '#domain/payment/page-token.ts';
import { turkishFold } from '#domain/text/turkish-fold.ts';
import {
  buyersDueShard,
  DUE_SHARDS,
  dueShardsRead,
  dueShardsWritten,
  isBuyersNoun,
  shardOf,
  sweepShardsWritten,
} from './due-shards.ts';

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

export type Noun =
  | 'PAGE'
  | 'CARD_PAGE'
  | 'PAYMENT'
  | 'REFUND'
  | 'CUSTOMER'
  | 'CARD'
  | 'RECURRING'
  | 'EVENT'
  | 'DELIVERY'
  | 'SETTLEMENT';

export const merchantKey = (merchantId: string): Key => ({ pk: `M#${merchantId}#MERCHANT`, sk: 'MERCHANT' });
/** Names of all merchants; operators write a handful a day. */
export const MERCHANT_NAMES_PARTITION = 'MERCHANTS';
export const merchantNameKey = (sk: string): Key => ({ pk: MERCHANT_NAMES_PARTITION, sk });
/** `id`: a digest of merchant and image. */
export const logoKey = (id: string): Key => ({ pk: `LOGO#${id}`, sk: 'LOGO' });
export const apiKeyKey = (digest: string): Key => ({ pk: `KEY#${digest}`, sk: 'KEY' });
export const peoplePartition = (merchantId: string) => `M#${merchantId}#PEOPLE`;
/** All people of a merchant at its console: a handful. */
export const personKey = (merchantId: string, sk: string): Key => ({ pk: peoplePartition(merchantId), sk });
/** `id`: the mark of its token. Who reads a page by its token compares the digest too. */
export const pageKey = (id: string): Key => ({ pk: `PAGE#${id}`, sk: 'PAGE' });
export const hostedPageKey = (tokenDigest: string): Key => pageKey(pageMark(tokenDigest));
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
export const pendingCardOfPageKey = (tokenDigest: string): Key => ({
  ...hostedPageKey(tokenDigest),
  sk: 'PENDING_CARD',
});
export const cardTestingKey = (merchantId: string): Key => ({
  pk: `M#${merchantId}#CARD_TESTING`,
  sk: 'CARD_TESTING',
});
export const declinePartition = (merchantId: string, origin: 'BIN' | 'ADDRESS', value: string) =>
  `M#${merchantId}#DECLINE#${origin}#${value}`;

/** The sort keys of all latest cards are between these. */
export const LATEST_CARD_SORTS = { from: 'CARD#', to: 'CARD#~' } as const;
export const latestCardKey = (merchantId: string, customerId: string, fingerprint: string): Key => ({
  ...entityKey(merchantId, 'CUSTOMER', customerId),
  sk: `CARD#${fingerprint}`,
});
/** Sorts behind the keys of fingerprints, which begin with a number. */
export const waitingCardKey = (merchantId: string, customerId: string, tokenDigest: string): Key =>
  latestCardKey(merchantId, customerId, `PAGE#${tokenDigest}`);
/** Sorts behind the keys of fingerprints too. */
export const temporaryCardKey = (merchantId: string, customerId: string, cardId: string): Key =>
  latestCardKey(merchantId, customerId, `TEMPORARY#${cardId}`);
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

/** No merchant's key: all merchants of a bank share its breaker. */
export const bankKey = (address: string): Key => ({ pk: `BANK#${address}`, sk: 'BANK' });
export const TABLE_OWNER_KEY: Key = { pk: 'OWNER', sk: 'OWNER' };
/** A standby has the same rows as the first stage, and begins long after it. */
export const stageKey = (stage: string, region: string): Key => ({ pk: `STAGE#${stage}`, sk: region });
export const BIN_LIST_KEY: Key = { pk: 'BINS', sk: 'BINS' };
/** A list's ranges are few and small, so one partition serves thousands of reads a second. */
export const binRangesPartition = (place: number | string) => `BINS#${place}`;
/** `bin`: six digits. */
export const binRangesKey = (place: number | string, bin: string): Key => ({
  pk: binRangesPartition(place),
  sk: bin,
});
export const INSTALLMENT_CAPS_KEY: Key = { pk: 'CAPS', sk: 'CAPS' };
export const installmentTableKey = (merchantId: string): Key => ({
  pk: `M#${merchantId}#INSTALLMENTS`,
  sk: 'INSTALLMENTS',
});
/** What a merchant has agreed with its banks. */
export const agreementsKey = (merchantId: string): Key => ({
  pk: `M#${merchantId}#AGREEMENTS`,
  sk: 'AGREEMENTS',
});
/** The movements of one day's book. */
export const movementsPartition = (merchantId: string, settlementId: string) =>
  `M#${merchantId}#MOVEMENT#${settlementId}`;
/** Sorts by time; whoever records a movement again writes the same row. */
export const movementKey = (merchantId: string, settlementId: string, sk: string): Key => ({
  pk: movementsPartition(merchantId, settlementId),
  sk,
});
export const merchantHoldsPartition = (merchantId: string) => `M#${merchantId}#HOLD`;
/** `sk`: the currency in which nothing is charged, or `CHARGES` for charges that are held one by one. */
export const merchantHoldKey = (merchantId: string, sk: string): Key => ({
  pk: merchantHoldsPartition(merchantId),
  sk,
});

/** The progress of a merchant's reconciliation, and its differences. */
export const reconciliationPartition = (merchantId: string) => `M#${merchantId}#RECONCILIATION`;
/** `sk`: `PROGRESS`, the reference of a payment, or a sale that no payment names. */
export const reconciliationKey = (merchantId: string, sk: string): Key => ({
  pk: reconciliationPartition(merchantId),
  sk,
});
/** The sort keys of all differences are between these. */
export const DIFFERENCE_SORTS = { from: 'PAY-', to: 'PAY-~' } as const;
const UNNAMED_SALES = 'SALE#';
/** At two virtual POS they are two sales. */
export const unnamedSaleKey = (merchantId: string, bankOrderId: string, posId: string): Key =>
  reconciliationKey(merchantId, `${UNNAMED_SALES}${bankOrderId}#${posId}`);
/** Between the sort keys of one order id, whose `#` is part of the range. */
export const unnamedSaleSorts = (bankOrderId: string) => ({
  from: `${UNNAMED_SALES}${bankOrderId}#`,
  to: `${UNNAMED_SALES}${bankOrderId}#~`,
});
export const isUnnamedSale = ({ sk }: Key): boolean => sk.startsWith(UNNAMED_SALES);

export const operatorActionsPartition = (month: string) => `AUDIT#${month}`;
export const operatorActionKey = (at: string, id: string): Key => ({
  pk: operatorActionsPartition(monthOf(at)),
  sk: timeSort(at, id),
});

const ATTEMPTS = 'ATTEMPT#';
/** The sort keys of all attempts are between these. */
export const ATTEMPT_SORTS = { from: ATTEMPTS, to: `${ATTEMPTS}~` } as const;
const padded = (number: number) => String(number).padStart(6, '0');
type AttemptKeyParts = { periodNumber: number; attemptNumber: number };
/** Sorts by period, then by attempt: the order of time, except for requested charges of ended periods. */
export const attemptKey = (merchantId: string, id: string, attempt: AttemptKeyParts): Key => ({
  ...entityKey(merchantId, 'RECURRING', id),
  sk: `${ATTEMPTS}${padded(attempt.periodNumber)}#${padded(attempt.attemptNumber)}`,
});
export const closedPeriodsKey = (merchantId: string, id: string, firstPeriodNumber: number): Key => ({
  ...entityKey(merchantId, 'RECURRING', id),
  sk: `PERIODS#${padded(firstPeriodNumber)}`,
});

export const endedPeriodKey = (merchantId: string, id: string, periodNumber: number): Key => ({
  ...entityKey(merchantId, 'RECURRING', id),
  sk: `ENDED#${padded(periodNumber)}`,
});
/** The range of sort keys of these periods; without numbers, of all periods. */
const sortsOf =
  (prefix: string) =>
  (from = 0, through?: number) => ({
    from: `${prefix}${padded(from)}`,
    to: through === undefined ? `${prefix}~` : `${prefix}${padded(through)}#~`,
  });
export const periodSorts = {
  attempts: sortsOf(ATTEMPTS),
  runs: sortsOf('PERIODS#'),
  ended: sortsOf('ENDED#'),
} as const;

/** `2026-11` of an ISO instant: lists are bucketed by UTC month, so that no partition grows for ever. */
export const monthOf = (instant: string) => instant.slice(0, 7);
export const heldChargesPartition = (merchantId: string) => `M#${merchantId}#RECURRING#HELD`;
/** The charges that wait for the limits on the tries of one card. */
export const limitedChargesPartition = (merchantId: string, fingerprint: string) =>
  `M#${merchantId}#RECURRING#LIMITED#${fingerprint}`;
export const heldChargeSort = (scope: string, since: string, id: string) => `${scope}#${since}#${id}`;
export const listPartition = (merchantId: string, noun: Noun, month: string) =>
  `M#${merchantId}#${noun}#${month}`;
type StatusPlace = { noun: Noun; status: string; month: string };
export const statusPartition = (merchantId: string, { noun, status, month }: StatusPlace) =>
  `M#${merchantId}#${noun}#${status}#${month}`;
const lookupPartition = (merchantId: string, noun: Noun, by: string, value: string) =>
  `M#${merchantId}#${noun}#${by}#${value}`;
/** Sorts by time, and rows of the same millisecond by id. */
export const timeSort = (instant: string, id: string) => `${instant}#${id}`;
/** The same with the end of the id, which suffices to distinguish rows of one millisecond. */
export const shortTimeSort = (instant: string, id: string) => timeSort(instant, id.slice(-12));

export const apiKeysOf = (merchantId: string) => `M#${merchantId}#KEYS`;
export const cardsByAlias = (merchantId: string, alias: string) =>
  lookupPartition(merchantId, 'CARD', 'ALIAS', turkishFold(alias));
export const cardsByBin = (merchantId: string, bin: string) =>
  lookupPartition(merchantId, 'CARD', 'BIN', bin);
export const cardsOfCustomer = (merchantId: string, customerId: string) =>
  lookupPartition(merchantId, 'CARD', 'CUSTOMER', customerId);
/** Addresses that differ only in case are one address. */
export const customersByEmail = (merchantId: string, email: string) =>
  lookupPartition(merchantId, 'CUSTOMER', 'EMAIL', email.toLowerCase());
export const customersByPhone = (merchantId: string, phone: string) =>
  lookupPartition(merchantId, 'CUSTOMER', 'PHONE', phone);
export const customersByActivity = (merchantId: string, isActive: boolean, month: string) =>
  statusPartition(merchantId, { noun: 'CUSTOMER', month, status: isActive ? 'ACTIVE' : 'INACTIVE' });
export const pagesOfOrder = (merchantId: string, orderNumber: string) =>
  lookupPartition(merchantId, 'PAGE', 'ORDER', orderNumber);
export const paymentsOfOrder = (merchantId: string, orderNumber: string) =>
  lookupPartition(merchantId, 'PAYMENT', 'ORDER', orderNumber);
/** Those on which a bank's books differ. Usually empty. */
export const differingPayments = (merchantId: string) =>
  lookupPartition(merchantId, 'PAYMENT', 'DIFFERENCE', 'OPEN');
export const refundsOfPayment = (merchantId: string, paymentReferenceNumber: string) =>
  lookupPartition(merchantId, 'REFUND', 'PAYMENT', paymentReferenceNumber);
export const refundsOfOrder = (merchantId: string, orderNumber: string) =>
  lookupPartition(merchantId, 'REFUND', 'ORDER', orderNumber);
export const recurringPaymentsOfCustomer = (merchantId: string, customerId: string) =>
  lookupPartition(merchantId, 'RECURRING', 'CUSTOMER', customerId);

export const eventsOfObject = (merchantId: string, objectId: string) =>
  lookupPartition(merchantId, 'EVENT', 'OBJECT', objectId);
const paddedTo12 = (number: number) => String(number).padStart(12, '0');
/** Padded with zeros, so that the order of texts is the order of numbers. */
export const eventSort = (sequence: number, ordinal: number) => `${paddedTo12(sequence)}#${ordinal}`;
/** The sort keys of all events of an object are between these. */
export const EVENT_SORTS = { from: '0', to: '9' } as const;
/** `HEAD`, or a block of the feed's index. */
const feedPart = (merchantId: string, part: number | string) => `M#${merchantId}#FEED#${part}`;
export const feedKey = (merchantId: string, part = 'HEAD'): Key => ({
  pk: feedPart(merchantId, part),
  sk: 'FEED',
});
/** Number of positions in a partition of the feed's index, so that no partition grows without limit. */
export const FEED_BLOCK = 100_000;
export const feedPartition = feedPart;
export const feedSort = paddedTo12;

/** All webhooks of a merchant: a handful. */
export const webhooksPartition = (merchantId: string) => `M#${merchantId}#WEBHOOKS`;
/** `sk`: the id of a webhook, or `COUNT`. */
export const webhookKey = (merchantId: string, sk: string): Key => ({
  pk: webhooksPartition(merchantId),
  sk,
});
export const replayKey = (merchantId: string, webhookId: string, id: string): Key =>
  webhookKey(merchantId, `${webhookId}#REPLAY#${id}`);
/** The turn of the tests, or of the replays, of a webhook. */
export const turnKey = (merchantId: string, webhookId: string, kind: 'TEST' | 'REPLAY'): Key =>
  webhookKey(merchantId, `${webhookId}#TURN#${kind}`);

type InLane = { webhookId: string; lane: string };
export const deliveriesPartition = (merchantId: string, { webhookId, lane }: InLane) =>
  `M#${merchantId}#DELIVERY#${webhookId}#${lane}`;
type DeliveryPlace = InLane & { sequence: number; ordinal: number; eventId: string };
export const deliveryKey = (merchantId: string, placed: DeliveryPlace): Key => ({
  pk: deliveriesPartition(merchantId, placed),
  sk: `${eventSort(placed.sequence, placed.ordinal)}#${placed.eventId}`,
});
export const deliveriesOfEvent = (merchantId: string, eventId: string) =>
  lookupPartition(merchantId, 'DELIVERY', 'EVENT', eventId);

const TRIES = 'TRY#';
/** The sort keys of all tries of an event are between these. */
export const TRY_SORTS = { from: TRIES, to: `${TRIES}~` } as const;
type TryKey = { eventId: string; webhookId: string; at: string; by: string };
export const deliveryTryKey = (merchantId: string, { eventId, webhookId, at, by }: TryKey): Key => ({
  ...entityKey(merchantId, 'EVENT', eventId),
  sk: `${TRIES}${webhookId}#${at}#${by}`,
});

/** The number of delivery shards before deployments could set it. */
const LEAST_DELIVERY_SHARDS = 16;
/** A setting below the default is for both: tests have one, because most of their runs read empty shards. */
const ofDeliveries = (shards: number) =>
  shards < DUE_SHARDS ? shards : Math.max(LEAST_DELIVERY_SHARDS, shards);
const deliveryShardsWritten = () => ofDeliveries(dueShardsWritten());
export const deliveryShardsRead = () => ofDeliveries(dueShardsRead());
/** Apart from the partitions of the sweep, so that no dead webhook delays money. */
export const deliveryDuePartition = (shard: number | string) => `DELIVER#${shard}`;
/** `name`: the lane of a delivery, or the id of a webhook or replay. */
export const deliveryDueAttributes = (name: string, dueAt: string, end = name) => ({
  duePk: deliveryDuePartition(shardOf(name, deliveryShardsWritten())),
  dueSk: `${dueAt}#${end}`,
});
/** Invokes the deliver function when the row is written, instead of within a minute. The name is stored. */
export const DELIVERY_TRIGGER = { ring: 1 };
/**
 * Invokes capture for a webhook's row. Its other writes, which follow from deliveries, make no event. The
 * name is stored.
 */
export const CAPTURE_TRIGGER = { tell: 1 };
/** Failing webhooks, by the beginning of the failures: one partition, because few rows change in it. */
export const FAILING_WEBHOOKS_PARTITION = 'DELIVER#FAILING';
/** The deliveries that wait for their webhook. */
export const pendingPartition = (merchantId: string, webhookId: string, shard: number | string) =>
  `M#${merchantId}#PENDING#${webhookId}#${shard}`;
export const pendingShards = () => Math.min(LEAST_DELIVERY_SHARDS, deliveryShardsRead());
export const pendingShardOf = (lane: string) => shardOf(lane, pendingShards());

/** Counts of refunds (`STAT`) or payments (`SALES`); a month is one read. */
export const dayCountsPartition = (merchantId: string, noun: 'STAT' | 'SALES', month: string) =>
  `M#${merchantId}#${noun}#${month}`;
/** The rows over which a day's counts are spread, so that transactions of a busy merchant rarely conflict. */
export const DAY_COUNT_SHARDS = 8;

type DueNoun = Extract<Noun, 'PAYMENT' | 'REFUND' | 'RECURRING'> | 'HOLD' | 'TRIES';
export const duePartition = (shard: number | string) => `DUE#${shard}`;
/** `isUnderWay`: a charge that the bank was asked for. */
export function dueAttributes(noun: DueNoun, id: string, dueAt: string, isUnderWay = isBuyersNoun(noun)) {
  const shard = shardOf(id, sweepShardsWritten());
  const duePk = duePartition(isUnderWay ? buyersDueShard(shard) : shard);
  return { duePk, dueSk: `${dueAt}#${noun}#${id}` };
}

/** In the due index, apart from the shards of due rows. A handful of rows. */
export const REVIEW_PARTITION = 'REVIEW';
/** In place of the time if the bank is not asked. */
export const NEVER_ASKED = '9999';
/** `askAt`: the sweep's next inquiry (ISO). Rows of the previous version have the beginning of the review. */
export const reviewAttributes = (noun: DueNoun, id: string, askAt = NEVER_ASKED) => ({
  duePk: REVIEW_PARTITION,
  dueSk: `${askAt}#${noun}#${id}`,
});

/** Banks that are asked each minute, in the due index too. A handful of rows. */
export const WATCHED_PARTITION = 'WATCHED';
/** In place of the time: asked in each sweep. */
const ALWAYS_ASKED = '0000';
export const watchedAttributes = (address: string) => ({
  duePk: WATCHED_PARTITION,
  dueSk: `${ALWAYS_ASKED}#BANK#${address}`,
});

/** Open differences and unnamed sales, in the due index like the reviews. Usually empty. */
export const DIFFERENCES_PARTITION = 'DIFFERENCES';
/** `id`: a payment's reference, or a bank's order id. */
export const differenceAttributes = (id: string, since: string) => ({
  duePk: DIFFERENCES_PARTITION,
  dueSk: timeSort(since, id),
});
