// Bugs in the invariants of rows about money: each is noticed because the row is not reported.
import { inFile } from './planted-bug.ts';

const payment = inFile('store/payment/payment.ts');
const plan = inFile('store/recurring-payment/recurring-payment.ts');
const judge = inFile('store/table/invariants.ts');
const refund = inFile('store/refund/refund.ts');
const page = inFile('store/payment/hosted-page.ts');
const cardPage = inFile('store/card/card-page.ts');
const attempt = inFile('store/recurring-payment/attempt.ts');
const periods = inFile('store/recurring-payment/closed-periods.ts');
const statistics = inFile('store/refund/refund-statistics.ts');
const difference = inFile('store/difference.ts');

const ROWS = 'store/broken-rows';
const WRITES = 'store/invariants';

export const INVARIANT_BUGS = [
  payment(
    'more is given back than a payment has taken, and nobody is told',
    'refundedMinor + reservedMinor <= chargedMinor',
    'refundedMinor + reservedMinor <= Number.MAX_SAFE_INTEGER',
    WRITES,
  ),
  payment(
    'a payment whose refund lock holds nothing is not reported',
    'refundLock === undefined || reservedMinor > 0',
    "refundLock !== '' || reservedMinor > 0",
    WRITES,
  ),
  payment(
    'a reference of a refund that gave nothing back is not reported',
    '!refundReferences?.size || refundedMinor > 0',
    'refundReferences !== null || refundedMinor > 0',
    WRITES,
  ),
  plan(
    'a plan is charged whose version is not that of its row',
    'version === undefined || version === record.version',
    'version === undefined || record.version > 0',
    WRITES,
  ),
  judge(
    'an outcome that leaves a contradiction waits for nobody',
    'if (review === undefined) return write;',
    "if (review === undefined || judge.what === 'payment') return write;",
    WRITES,
  ),
  judge(
    'a payment that contradicts itself is refunded',
    'if (!isSound(judge, value, key)) throw',
    "if (!isSound(judge, value, key) && key.pk === '') throw",
    WRITES,
  ),
  payment(
    'a payment with a refund before the bank has answered is not reported',
    'refundedMinor + reservedMinor === 0,',
    'refundedMinor + reservedMinor < Number.MAX_SAFE_INTEGER,',
    WRITES,
  ),
  refund(
    'a refund that was sent before its approval is not reported',
    'sent === undefined || ![',
    'sent !== null || ![',
    WRITES,
  ),
  refund(
    'a completed refund without an operation is not reported',
    "status !== 'Completed' || processedAs",
    'status !== null || processedAs',
    WRITES,
  ),
  plan(
    'a sale at the bank without an open attempt is not reported',
    'pendingSale === undefined || record.openAttempt',
    'pendingSale !== null || record.openAttempt',
    WRITES,
  ),
  page(
    'a page with more declines than attempts is not reported',
    'declineCount <= attemptCount',
    'declineCount >= 0 || attemptCount > 0',
    ROWS,
  ),
  page(
    'a paid page without a payment is not reported',
    "state !== 'Paid' || paymentReferenceNumber !== undefined",
    "state !== 'Paid' || paymentReferenceNumber !== ''",
    ROWS,
  ),
  inFile('store/payment/hosted-page-claim.ts')(
    'a page that contradicts itself is paid',
    'requireSound(HOSTED_PAGE, page, page);',
    "if (page.state === 'Failed') requireSound(HOSTED_PAGE, page, page);",
    ROWS,
  ),
  inFile('store/payment/hosted-page-outcome.ts')(
    'the outcome on a page that contradicts itself waits for nobody',
    'orReview(HOSTED_PAGE, page, {',
    'orReview(HOSTED_PAGE, { ...page, declineCount: 0 }, {',
    ROWS,
  ),
  cardPage(
    'a verification of a card page without a submission is not reported',
    'verification === undefined || attemptCount > 0',
    'verification !== null || attemptCount > 0',
    ROWS,
  ),
  cardPage(
    'a completed card page without a card is not reported',
    "state !== 'Completed' || cardStorageId",
    'state !== null || cardStorageId',
    ROWS,
  ),
  cardPage(
    'a card page that contradicts itself is sent to the issuer',
    "changed.state === 'Processing' || changed.dueMinor",
    'changed.dueMinor',
    ROWS,
  ),
  cardPage(
    'a card page that contradicts itself charges a period',
    "changed.state === 'Processing' || changed.dueMinor !== undefined",
    "changed.state === 'Processing'",
    ROWS,
  ),
  attempt(
    'an attempt without a number is not reported',
    'attempt.attemptNumber > 0',
    'attempt.attemptNumber >= 0',
    ROWS,
  ),
  attempt(
    'an attempt with the payment of another one is not reported',
    'result.paymentReferenceNumber === paymentReferenceNumber',
    'paymentReferenceNumber !== null',
    ROWS,
  ),
  attempt(
    'an attempt without a number is sent to the bank',
    "if (attempt.result.status === 'Processing') requireSound",
    "if (attempt.result.status === 'Failed') requireSound",
    ROWS,
  ),
  attempt(
    'the outcome of an attempt that contradicts itself waits for nobody',
    '...reviewOf(ATTEMPT_ROW, stored, key) }',
    '}',
    ROWS,
  ),
  periods(
    'a run of periods that ends before it begins is not reported',
    'firstPeriodNumber <= lastPeriodNumber',
    'firstPeriodNumber > 0 || lastPeriodNumber > 0',
    ROWS,
  ),
  periods(
    'a paid period among the unpaid ones is not reported',
    "outcome: ({ outcome }) => outcome !== 'Paid'",
    'outcome: ({ outcome }) => outcome !== null',
    ROWS,
  ),
  periods(
    'a charge is sent with a run of periods that contradicts itself',
    'if (isClaim) requireSound',
    'if (!isClaim) requireSound',
    ROWS,
  ),
  statistics(
    'a negative counter of refunds is not reported',
    '(counts[tally] ?? 0) >= 0',
    '(counts[tally] ?? 0) < Number.MAX_SAFE_INTEGER',
    ROWS,
  ),
  statistics(
    'a counter with an amount and without a refund is not reported',
    'Count`] || !counts[',
    'Count`] !== null || counts[',
    ROWS,
  ),
  statistics(
    'a refund is sent with counters that contradict themselves',
    'if (isClaim) requireSound',
    'if (!isClaim) requireSound',
    ROWS,
  ),
  difference(
    'an open difference without a kind is not reported',
    "state !== 'Open' || kind !== undefined",
    'state !== null || kind !== undefined',
    ROWS,
  ),
  difference(
    'a closed difference without its end is not reported',
    "(state === 'Closed') === (closedAt !== undefined)",
    'state !== null || closedAt !== undefined',
    ROWS,
  ),
];
