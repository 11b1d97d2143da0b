// Bugs in the keys of repeated requests and in their stored answers.
import { inFile, placeOf } from './planted-bug.ts';

const keys = inFile('store/idempotency.ts');
const header = inFile('http/idempotency/idempotency-key.ts');
const recorder = inFile('http/idempotency/answer-recorder.ts');

export const REPEATED_CALL_BUGS = [
  keys(
    'a key is forgotten after a day',
    'now.getTime() + IDEMPOTENCY_DAYS * DAY_MS',
    'now.getTime() + DAY_MS',
    'http/idempotency-key',
    'every-endpoint/every-route',
  ),
  keys(
    'a second request overwrites the record of the first',
    "'attribute_not_exists(#pk) OR #expiresAtSeconds <= :now'",
    "'attribute_not_exists(#pk) OR #expiresAtSeconds > :now OR #expiresAtSeconds <= :now'",
    'http/idempotency-key',
    'endpoints/customer/create',
    'every-endpoint/every-route',
  ),
  header(
    'one key on two routes has one answer',
    "macs('idempotency', event.httpMethod, event.path, key)",
    "macs('idempotency', event.httpMethod, key)",
    'http/idempotency-key',
    'every-endpoint/every-route',
  ),
  header(
    'another body gets the answer of the first',
    "if (!fingerprints.includes(item.fingerprint)) throw new Rejection('IDEMPOTENCY_KEY_REUSED');",
    '',
    'http/idempotency-key',
    'every-endpoint/every-route',
  ),
  header(
    'a request counts as crashed while it runs',
    'CRASHED_AFTER_MS = 60_000',
    'CRASHED_AFTER_MS = 5_000',
    'http/idempotency-key',
  ),
  keys(
    'the first answer of a slow call overwrites the answer of its resumption',
    "change('idempotency', running, { answer })",
    "{ ...change('idempotency', running, { answer }), condition: { expression: 'attribute_exists(#pk)' } }",
    'http/slow-call',
  ),
  recorder(
    'an undone call keeps its key',
    'running ? await withRecord(writes, writeForgotten(running)) : await commit(writes)',
    'await commit(writes)',
    'http/slow-call',
    'flows/refund/differing-history',
  ),
];

// Of a table that is older than the books of a bank, so that everything is done again.
const hostedPage = inFile('domain/payment/hosted-page.ts');
const ahead = inFile('flows/ask-ahead.ts');
const pageAttempt = inFile('flows/payment/page-attempt.ts');
const attemptAhead = inFile('flows/recurring-payment/attempt-ahead.ts');
const pageRow = inFile('store/payment/hosted-page-claim.ts');
const inquiry = inFile('flows/sale-inquiry.ts');
const recovery = inFile('flows/recurring-payment/recovery.ts');
const withBuyer = inFile('flows/recurring-payment/charge-with-buyer.ts');
const finalization = inFile('flows/recurring-payment/attempt-finalization.ts');
const decision = inFile('domain/recurring-payment/charge-decision.ts');
const tries = inFile('store/card/card-tries.ts');
const name = inFile('domain/recurring-payment/attempt-name.ts');

const RESTORE = 'journeys/restore/declined';
const IN_FLIGHT = 'journeys/restore/in-flight';

export const RESTORE_BUGS = [
  hostedPage(
    'restore: a new page of an order begins with the first order id',
    'attemptsBefore + attemptCount + 1',
    'attemptCount + 1',
    'store/payment/hosted-page',
  ),
  ahead(
    'restore: a sale that was voided in the gap is made again',
    "status !== 'declined'",
    "status === 'approved'",
    'flows/ask-ahead',
    'journeys/restore/gap',
  ),
  ahead(
    'restore: an inquiry without an answer counts as not found',
    "kind !== 'found' && kind !== 'notFound'",
    'false',
    'flows/ask-ahead',
  ),
  ahead(
    'restore: a decline is the end of what the bank is asked',
    'free = Math.max(free, ',
    'Math.max(free, ',
    'flows/ask-ahead',
    RESTORE,
  ),
  pageAttempt(
    'restore: an attempt that reached no bank is the end of what the bank is asked',
    '{ from, unknown, idsOf',
    '{ from, unknown: 1, idsOf',
    RESTORE,
  ),
  pageAttempt(
    'restore: the bank is not asked about an order with a new page',
    'page.orderCreatedAt ?? ',
    '',
    RESTORE,
  ),
  pageRow(
    'restore: the page counts on before the attempts that the table has lost',
    '...(isBehindLost && { attemptsBefore: attemptNumber - page.attemptCount - 1 }),',
    '',
    'store/payment/hosted-page',
  ),
  inFile('flows/payment/payment-recovery.ts')(
    'restore: who came back from the issuer in the gap counts as gone',
    'if (awaitsIssuer(payment) && !isLost)',
    'if (awaitsIssuer(payment))',
    RESTORE,
  ),
  inquiry(
    'a bank with a slow clock stops buyers',
    'takenOverMs + CLOCKS_DIFFER_MS',
    'Number.POSITIVE_INFINITY',
    'flows/sale-inquiry',
  ),
  attemptAhead(
    'restore: the bank is not asked about a period of before',
    'dueAtMs - EARLY_MS >= sinceMs',
    'true',
    RESTORE,
  ),
  attemptAhead(
    'restore: an attempt that reached no bank is the end of what the bank is asked about a period',
    'UNKNOWN_ATTEMPTS = 2',
    'UNKNOWN_ATTEMPTS = 1',
    IN_FLIGHT,
  ),
  name('restore: a verified sale is not asked for', 'MORE_TRIES = 2', 'MORE_TRIES = 0', RESTORE),
  name(
    'restore: the next claim is not asked for',
    'MORE_CLAIMS = 1',
    'MORE_CLAIMS = 0',
    'domain/recurring-payment/attempt-name',
  ),
  decision(
    'restore: the period counts its attempts from before',
    '{ openPeriod: { ...openPeriod, attempts: attemptNumber } }',
    '{}',
    'domain/recurring-payment/charge-decision',
  ),
  recovery(
    'restore: a charge that is sent again is sent although a later one was paid',
    'if (await isOfEarlierEpoch(payment)) {',
    'if (false) {',
    IN_FLIGHT,
  ),
  recovery(
    'restore: a charge that still has to be sent is sent without an inquiry',
    ' && !(await isOfEarlierEpoch(payment))',
    '',
    IN_FLIGHT,
  ),
  finalization(
    'restore: the approval of another card ends the tries of this one',
    "otherCardOf(payment, outcome) === undefined ? outcome.kind : 'notSent'",
    'outcome.kind',
    IN_FLIGHT,
  ),
  withBuyer(
    'restore: a buyer on a page of before pays what was paid since',
    "if (ahead.kind !== 'free' || ahead.attemptNumber !== attemptNumber) return undefined;",
    '',
    IN_FLIGHT,
  ),
  recovery(
    'the first resend of a charge forgets that its first request may arrive',
    'inquiries > 0 && {',
    'inquiries > 1 && {',
    'flows/recurring-payment/late-charge',
  ),
  hostedPage(
    'an order id at the bank forgets the merchant',
    'JSON.stringify([merchantId, orderNumber])',
    'JSON.stringify([orderNumber])',
    'domain/payment/hosted-page',
  ),
  pageRow(
    'two attempts of an order get one number',
    '#attemptCount < :attempt',
    '#attemptCount <= :attempt',
    'store/payment/hosted-page',
  ),
  inFile('domain/card/mandate.ts')(
    'a consent for another plan counts',
    '(consent) => consent.recurringPaymentId === recurringPaymentId',
    '() => true',
    'domain/card/mandate',
  ),
  inFile('domain/refund/adjustment.ts')(
    'a refund of a failed payment is adopted',
    "status === 'Failed' ? recheck?.foundAt !== undefined : isPaidStatus(status)",
    "status !== 'Processing'",
    'domain/refund/adjustment',
  ),
  inFile('flows/reconciliation/undecided-refunds.ts')(
    'only the first hundred undecided refunds end',
    'after = next;',
    'after = undefined;',
    'background/refund-expiry',
  ),
  inFile('flows/payment-outcome.ts')(
    'restore: another card of the same bank is the given one',
    ' && maskedCardNumber.endsWith(lastFour)',
    '',
    'flows/payment-outcome',
  ),
  inFile('store/table/join-updates.ts')(
    'one condition of two joined updates is enough',
    `\`(${placeOf('one.expression')}) AND (${placeOf('other.expression')})\``,
    `\`(${placeOf('one.expression')}) OR (${placeOf('other.expression')})\``,
    'store/table/join-updates',
  ),
  inFile('store/table/due.ts')(
    'only one shard of buyers is read each minute',
    '{ length: sweepShardsWritten() }',
    '{ length: 1 }',
    'store/table/due-shards',
  ),
  inFile('domain/refund/refund-progress.ts')(
    'the looks at a resent refund count from its resend',
    'withRechecks(rest, firstRecheck(now))',
    'withRechecks(rest, refund.recheck)',
    'domain/refund/refund-progress',
  ),
  inFile('store/payment/payment-statistics.ts')(
    'the head of the feed keeps each written day',
    'ended.length > 0 ? ended : written',
    '[...written, ...ended]',
    'store/payment/held-sales',
  ),
  inFile('store/event/feed.ts')(
    'a transaction of events forgets the rows of ended days',
    ' + sales.filter(({ day }) => day !== today).length',
    '',
    'store/payment/held-sales',
  ),
  tries(
    'the mark of a waiting card is never renewed',
    'markAgeMs(read, now) < MARK_MS',
    'read.waiting !== undefined',
    'store/card/card-waits',
  ),
  tries(
    'the mark of a waiting card ends although a charge has renewed it',
    "condition: { expression: '#waiting.#since = :since', values: { ':since': read.waiting.since } },",
    'condition: EXISTS,',
    'store/card/card-waits',
  ),
];
