// Bugs in refunds, cancellations, their counters and four eyes.
import { inFile } from './planted-bug.ts';

const progress = inFile('domain/refund/refund-progress.ts');
const history = inFile('domain/refund/refund-history.ts');
const step = inFile('domain/refund/refund-step.ts');
const statistics = inFile('domain/refund/refund-statistics.ts');
const dayCounts = inFile('domain/day-counts.ts');
const fourEyes = inFile('domain/refund/four-eyes.ts');
const refund = inFile('domain/refund/refund.ts');
const balance = inFile('store/payment/payment-balance.ts');
const observation = inFile('flows/refund/bank-observation.ts');
const reservation = inFile('flows/refund/refund-reservation.ts');

const LATE = 'flows/payment/late-sale-declined';
const LIMIT = 'flows/refund/refund-limit';
const LOST = 'flows/refund/lost-answers';

export const REFUND_BUGS = [
  step(
    'a decline that cannot pass of the refund of a late sale is sent again',
    "observed.declineCategory === 'Soft'",
    'true',
    LATE,
  ),
  step(
    'CORE-2504 fails the refund of a late sale and releases its amount',
    'const step = mustGoBack(refund)',
    'const step = refund.isOfLateSale && refund.resolution !== undefined',
    LATE,
  ),
  progress(
    'a declined void of a late sale never becomes a refund',
    "refund.processedAs === 'Void' && isLastInquiry(refund);",
    'false;',
    LATE,
  ),
  progress(
    'a declined operation is sent again only after the landing time',
    'sent.declined === undefined ? ',
    'sent.by !== undefined ? ',
    LATE,
  ),
  balance(
    'a refund that ends keeps the lock of an operation that was never sent',
    'payment?.refundLock === refund.refundId',
    'false',
    'store/payment/payment-balance',
  ),
  progress(
    'a part of a payment is voided',
    'if (!isWhole) {',
    "if (!isWhole && refundType === 'Full') {",
    'domain/refund/refund-progress',
    'endpoints/refund/partial',
  ),
  progress(
    'a payment of yesterday is voided',
    'isSameLocalDay(paidMs, now.getTime())',
    'true',
    'domain/refund/refund-progress',
    'flows/refund/batch-close',
  ),
  progress(
    'a cancellation of yesterday evening is never tried as a void',
    "origin === 'Cancellation' || ",
    '',
    'endpoints/refund/cancellations',
    'domain/refund/refund-progress',
  ),
  progress(
    'a refund of an unreachable bank fails although it was requested',
    "if (refund.origin !== 'Request') return",
    'return',
    'domain/refund/refund-progress',
    'endpoints/refund/approve',
  ),
  progress(
    'a switched refund keeps the number of its operation',
    'operationNumber: refund.operationNumber + 1',
    'operationNumber: refund.operationNumber',
    'flows/refund/batch-close',
    'domain/refund/refund-progress',
  ),
  progress(
    'a refund is sent again before the first one must have arrived',
    "sent.declined === undefined ? arrivesWithinMs('background', landingTimeMs) : 0",
    '0',
    LOST,
    'domain/refund/refund-progress',
  ),
  progress(
    'a refund waits for the close of a batch that has closed',
    '.filter((closeMs) => closeMs > nowMs)',
    '',
    'domain/refund/refund-progress',
    'flows/refund/batch-close',
  ),
  progress(
    'a refund that became a void keeps the reason of the refund',
    '{ processedReason: _, ...rest }: Refund, operation',
    '{ ...rest }: Refund, operation',
    'domain/refund/refund-progress',
  ),
  step(
    'a closed batch is no reason',
    "processedReason: 'BatchClosed' } as const",
    '} as const',
    'flows/refund/batch-close',
  ),
  progress(
    'a refund that never left needs a person after an hour',
    'UNSENT_MS = 7 * DAY_MS',
    'UNSENT_MS = HOUR_MS',
    'flows/refund/sweep',
    'flows/refund/line',
    'domain/refund/refund-progress',
  ),
  history(
    'a refund of the same amount from before counts as this one',
    'others.slice(0, Math.max(0, others.length - (before.count - countOf(ours))))',
    'others',
    'domain/refund/refund-history',
  ),
  history(
    'another amount counts as this refund',
    'newRefunds.find(({ amountMinor }) => amountMinor === refund.amountMinor)',
    'newRefunds[0]',
    'domain/refund/refund-history',
  ),
  history(
    'a void of the whole order completes a part',
    "refund.isWhole ? { kind: 'done', as: 'Void' } : { kind: 'unclear' }",
    "{ kind: 'done', as: 'Void' }",
    'domain/refund/refund-history',
  ),
  history(
    'what was refunded elsewhere is compared without this refund',
    '=== shownRefundedMinor(ours) + refund.amountMinor',
    '=== shownRefundedMinor(ours)',
    'domain/refund/refund-history',
    'flows/refund/bank-surprises',
  ),
  step(
    'an unknown answer fails the refund',
    "case 'unknown':\n      return undefined;",
    "case 'unknown':\n      return refundStep(refund, undoneRefund(refund, 'BANK_UNAVAILABLE'), 'Undo');",
    LOST,
    'endpoints/refund/crashes',
  ),
  step(
    'a failed refund keeps its reservation',
    "return hadLock ? 'ReleaseAndUnlock' : 'Release';",
    "return hadLock ? 'Unlock' : 'Keep';",
    'endpoints/refund/reject',
    'endpoints/refund/random-history',
  ),
  step(
    'a rejected refund keeps its reservation',
    "after.status === 'Failed' || after.status === 'Rejected'",
    "after.status === 'Failed'",
    'endpoints/refund/reject',
  ),
  step(
    'a second operation can be undone',
    "status !== 'Pending' && operationNumber === 1",
    "status !== 'Pending'",
    'flows/refund/batch-close',
    'flows/refund/bank-surprises',
    'domain/refund/refund-progress',
  ),
  step(
    'settings that the bank refuses fail a refund',
    'observed.merchantFault !== undefined && stopsMerchant(observed.merchantFault)',
    'false',
    'flows/refund/merchant-fault',
  ),
  statistics(
    'the voids by completion count all refunds',
    'VoidCount: counts.MovedVoidCount ?? 0',
    'VoidCount: counts.MovedCount ?? 0',
    'domain/refund/refund-statistics',
  ),
  dayCounts(
    'a changed refund is counted twice',
    'change[tally] = (change[tally] ?? 0) - (before[tally] ?? 0);',
    'change[tally] = change[tally] ?? 0;',
    'domain/refund/refund-statistics',
    'domain/payment/payment-statistics',
    'endpoints/refund/statistics',
  ),
  dayCounts(
    'the mean is rounded down',
    '(2n * sum + parts) / (2n * parts)',
    'sum / parts',
    'domain/refund/refund-statistics',
  ),
  fourEyes(
    'small refunds together avoid four eyes',
    'oneKeyLimitMinor(payment, key) - heldMinor(payment)',
    'oneKeyLimitMinor(payment, key)',
    'endpoints/refund/four-eyes',
  ),
  fourEyes(
    'a rotated key approves its own request',
    'approving.holderKeyId ?? approving.keyId',
    'approving.keyId',
    'endpoints/refund/four-eyes',
  ),
  inFile('endpoints/key/create.ts')(
    'a key approves what a key that it made has requested',
    'holderKeyId: maker.holderKeyId ?? maker.firstKeyId ?? createdBy,',
    '',
    'endpoints/refund/four-eyes',
  ),
  fourEyes(
    'an amount in dollars needs one key',
    "currency === 'TRY' ? Math.min(chargedMinor, Number(fourEyesFrom) - 1) : -1",
    'Math.min(chargedMinor, Number(fourEyesFrom) - 1)',
    'endpoints/refund/four-eyes',
  ),
  refund(
    'the last refund of a payment leaves it partly refunded',
    'const isAll = refundedMinor === payment.chargedMinor;',
    'const isAll = refund.amountMinor === payment.chargedMinor;',
    'domain/refund/refund',
    'endpoints/refund/partial',
  ),
  balance(
    'the limit of all refunds is one minor unit too high',
    "':most': limitMinor - payment.refundedMinor - refund.amountMinor",
    "':most': limitMinor - payment.refundedMinor - refund.amountMinor + 1",
    'store/payment/payment-balance',
  ),
  balance(
    'two refunds hold the lock',
    "'(attribute_not_exists(#refundLock) OR #refundLock = :refund) ' +\n        'AND ",
    "'",
    'store/payment/payment-balance',
    'endpoints/refund/races',
  ),
  balance(
    'the lock is taken over an amount that was refunded meanwhile',
    "'AND #refundedMinor = :refunded'",
    "''",
    'store/payment/payment-balance',
  ),
  balance(
    'a completed refund stays reserved',
    'add: { reservedMinor: -refund.amountMinor },\n      ...(isNamedByBank',
    '...(isNamedByBank',
    'store/payment/payment-balance',
    'endpoints/refund/partial',
  ),
  balance(
    'a refund that is sent again is not counted',
    'return isCredit ? [writeCreditSent(refund)] : [];',
    'return [];',
    LIMIT,
  ),
  inFile('domain/refund/refundability.ts')(
    'the limit of refunds ends no request',
    'if (!isCreditLeft(payment)) throw',
    'if (false) throw',
    LIMIT,
  ),
  observation(
    'an approval beyond the limit is sent',
    'if (!isCreditLeft(payment)) return',
    'if (false) return',
    LIMIT,
  ),
  observation(
    'a history that does not fit is asked for again for days',
    "history.kind === 'unknown' && history.isTooLarge",
    'false',
    LIMIT,
  ),
  reservation(
    'a refund is judged on the payment as it was before a race',
    'conflict === undefined ? payment : await requirePayment(merchantId, paymentReferenceNumber)',
    'payment',
    'endpoints/refund/races',
    'endpoints/refund/random-history',
  ),
];
