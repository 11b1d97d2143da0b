// Bugs in the comparison of the bank's refunds with ours, in what follows from a difference,
// and in the recovery of a refund by the bank's history.
import { inFile } from './planted-bug.ts';

const history = inFile('domain/refund/refund-history.ts');
const progress = inFile('domain/refund/refund-progress.ts');
const step = inFile('domain/refund/refund-step.ts');
const observation = inFile('flows/refund/bank-observation.ts');
const recovery = inFile('flows/refund/refund-recovery.ts');
const execution = inFile('flows/refund/refund-execution.ts');
const difference = inFile('flows/reconciliation/difference.ts');
const recheck = inFile('flows/refund/recheck.ts');
const rechecks = inFile('domain/refund/recheck.ts');
const balance = inFile('store/payment/payment-balance.ts');
const comparison = inFile('domain/reconciliation/comparison.ts');
const adjusting = inFile('domain/refund/adjustment.ts');
const flow = inFile('flows/refund/adjustment.ts');
const told = inFile('store/difference.ts');
const capture = inFile('capture/batch.ts');

const ADJUSTED = 'endpoints/payment/adjust';
const TOLD = 'flows/reconciliation/told-differences';
const DIFFERING = 'flows/refund/differing-history';
const LOST = 'flows/refund/lost-answers';
const COMPARED = 'domain/refund/compared-refunds';
const RECHECKED = 'flows/refund/recheck';
const BALANCE = 'store/payment/payment-balance';

export const REFUND_HISTORY_BUGS = [
  progress(
    'a refund whose first request counted as lost is not rechecked',
    'const lost = declined === undefined &&',
    'const lost = declined !== undefined &&',
    RECHECKED,
  ),
  progress(
    'a failed refund whose first request counted as lost is not rechecked',
    "...ended(refund, now), status: 'Failed'",
    "...withoutFollowUp(refund), status: 'Failed'",
    RECHECKED,
  ),
  rechecks('a refund is rechecked once', 'checks: checks + 1', 'checks: checks + 2', RECHECKED),
  rechecks('a recheck is made before its time', 'dueAt <= now.toISOString()', 'true', RECHECKED),
  recheck(
    'a refund that waits for approval hides one that was given twice',
    'refundLock !== undefined',
    'true',
    RECHECKED,
  ),
  recheck('a refund on its way is a difference', 'refundLock !== undefined', 'false', RECHECKED),
  recheck(
    'a recheck that the bank does not answer counts',
    "(await compareWithBank(payment, undefined, runAt(now))) === 'stop'",
    "(await compareWithBank(payment, undefined, runAt(now))) === ('' as string)",
    RECHECKED,
  ),
  observation(
    'a refund is sent while the history lacks one of ours',
    "if (compared.kind !== 'equal')",
    "if (compared.kind === 'more')",
    DIFFERING,
  ),
  observation(
    'a refund is sent although the bank has given back more',
    "if (compared.kind !== 'equal')",
    "if (compared.kind === 'less')",
    DIFFERING,
  ),
  observation(
    'a refund that ends between two reads is one more of the bank',
    'if (hasMoved(payment, current))',
    'if (false)',
    DIFFERING,
  ),
  execution(
    'a refund that the bank stops leaves no difference',
    'await recordIfMore(observed);',
    '',
    DIFFERING,
  ),
  observation(
    'an approval with the reference of another refund completes this one',
    'payment.refundReferences?.has(outcome.hostReference)',
    'false',
    DIFFERING,
  ),
  history('refunds are compared by sum alone', ' && hasAllOfOurs', '', COMPARED),
  history('a voided sale is not given back', '(sale?.amountMinor ?? 0)', '0', COMPARED, DIFFERING),
  history(
    'a refund after one that was voided in the portal is sent again',
    'others.length - (before.count - countOf(ours))',
    'others.length - before.count',
    COMPARED,
  ),
  step(
    'nothing left is believed while the history shows something',
    'if (compareRefunds(payment, history).bankMinor < payment.chargedMinor) return undefined;',
    '',
    'flows/refund/bank-surprises',
  ),
  step(
    'a refused call keeps the lock of its void',
    "unlocking(refundStep(refund, undoneRefund(refund, code), 'Undo'), payment)",
    "refundStep(refund, undoneRefund(refund, code), 'Undo')",
    DIFFERING,
  ),
  progress(
    'a refund that differs needs a person after a week',
    'DIFFERS_MS = DAY_MS',
    'DIFFERS_MS = 7 * DAY_MS',
    DIFFERING,
  ),
  progress(
    'the wait for a lagging history begins again at each recheck',
    'refund.differsSince ?? now.toISOString()',
    'now.toISOString()',
    DIFFERING,
  ),
  execution(
    'an approval that was refused for a difference is kept under its key',
    "if (status === 'Pending') await steps.undo([]);",
    '',
    DIFFERING,
  ),
  difference(
    'a difference that an operator has closed stays closed for the refund that it stops',
    " && foundBy === 'comparison'",
    '',
    'background/reconcile',
  ),
  balance(
    'one reference belongs to two refunds',
    `\`NOT contains(#refundReferences, :reference)\``,
    "'#orderNumber <> :reference'",
    BALANCE,
  ),
  balance(
    'a refund is adopted while another one is at the bank',
    `\`attribute_not_exists(#refundLock) AND #status = :was`,
    '`#status = :was',
    BALANCE,
  ),
  balance(
    'more is adopted than is left',
    "':most': payment.chargedMinor - refundedMinor",
    "':most': payment.chargedMinor - refundedMinor + 1",
    BALANCE,
  ),
  recovery(
    'a refund is sent again at every sweep',
    'if ((arrivedByMs(refund, bank.landingTimeMs) ?? 0) > now.getTime()) return undefined;',
    '',
    LOST,
  ),
  recovery(
    'a refund is sent again although the history does not find its order',
    "found.kind === 'absent' ? sentAgain",
    "found.kind !== 'done' ? sentAgain",
    LOST,
  ),
  recovery(
    'a sent refund that waits for a person is sent again',
    'if (refund.manualReview || performance.now()',
    'if (performance.now()',
    LOST,
  ),
  recovery(
    'a refund that meets another at the bank waits for minutes',
    '(holder !== undefined && holder !== refundId) || ',
    '',
    'flows/refund/line',
  ),
  recovery(
    'a resolution overrules the history of the bank',
    "if (found.kind === 'done') {",
    "if (found.kind === 'done' && resolution === undefined) {",
    'journeys/manual-review',
    'flows/refund/sweep',
  ),
  told('a difference is stored and told to nobody', 'isDeepStrictEqual(told, tells) ? []', 'true ? []', TOLD),
  told(
    'a difference that is over stays on its payment',
    "state === 'Open' && kind && bank",
    'kind && bank',
    TOLD,
  ),
  balance(
    'an adopted refund leaves the difference on its payment',
    'remove: difference.remove,',
    'remove: [],',
    TOLD,
  ),
  capture(
    'a change of a payment with two events counts twice',
    "now.sk !== 'PAYMENT' || ordinal > 0",
    "now.sk !== 'PAYMENT'",
    TOLD,
  ),
  flow(
    'a reference is recorded again',
    'if (owner !== undefined) throw',
    "if (owner === ('' as string)) throw",
    ADJUSTED,
  ),
  flow(
    'a refund is recorded that no difference names',
    "if (shown === undefined && kind === 'Refund') throw notNamed(named);",
    '',
    ADJUSTED,
  ),
  flow(
    'the merchant states another amount than the history shows',
    'shown.amountMinor !== amountMinor',
    'shown.amountMinor < amountMinor',
    ADJUSTED,
  ),
  flow(
    'a difference stays open once all is recorded',
    'givenBackMinor === bank.givenBackMinor',
    'false',
    ADJUSTED,
  ),
  adjusting('more is recorded than is left', 'amountMinor > leftMinor', 'false', ADJUSTED),
  balance(
    'a chargeback is recorded twice while an index is late',
    '`AND NOT contains(#chargebackReferences, :reference)`',
    "''",
    BALANCE,
  ),
  adjusting(
    'nobody can tell who recorded it',
    '{ requestedBy: by.keyId, decidedBy: by.keyId }',
    '{}',
    ADJUSTED,
  ),
  balance(
    'the next comparison misses a chargeback in the history',
    'add: { chargedBackMinor: refund.amountMinor },',
    '',
    ADJUSTED,
  ),
  balance('two calls record one refund', 'AND #refundedMinor = :before ` +', '` +', ADJUSTED),
  history(
    'a chargeback stops the refunds of its payment',
    'const ourMinor = shownRefundedMinor(ours);',
    'const ourMinor = ours.refundedMinor;',
    ADJUSTED,
  ),
  comparison(
    'a chargeback is a difference in the night',
    'givenBackMinor: shownRefundedMinor(payment)',
    'givenBackMinor: payment.refundedMinor',
    ADJUSTED,
  ),
];
