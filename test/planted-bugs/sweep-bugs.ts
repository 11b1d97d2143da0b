// Bugs in later recovery and in other places: the sweep, the recheck, the daily comparison, several
// virtual POS, a throttled table.
import { inFile } from './planted-bug.ts';

const queue = inFile('flows/sweep/bank-queue.ts');
const oneByOne = inFile('flows/sweep/one-by-one.ts');
const sweep = inFile('sweep.ts');
const inquiry = inFile('flows/inquire-sale.ts');
const refund = inFile('flows/refund/refund-recovery.ts');
const reconciliation = inFile('flows/reconciliation/order-comparison.ts');
const reconcile = inFile('reconcile.ts');
const unnamed = inFile('flows/reconciliation/unnamed-sales.ts');
const recovery = inFile('flows/recurring-payment/recovery.ts');
const recheck = inFile('domain/payment/recheck.ts');
const late = inFile('flows/payment/recheck.ts');
const comparison = inFile('domain/reconciliation/comparison.ts');
const connection = inFile('flows/bank-connection.ts');
const throttling = inFile('store/table/commit.ts');
const breaker = inFile('store/bank.ts');

export const SWEEP_BUGS = [
  unnamed(
    'a payment names a sale at another virtual POS too',
    '`${posId} ${bankOrderId}`;',
    'bankOrderId || posId;',
    'flows/reconciliation/unnamed-sales',
  ),
  unnamed(
    'a day counts as read although its report was not',
    "tellUnread(report, labels);\n    return 'stop';",
    "tellUnread(report, labels);\n    return 'read';",
    'flows/reconciliation/unnamed-sales',
  ),
  queue(
    'charges are made while buyers wait',
    'takeNext(buyers) ?? (isFinishing ? takeNext(charges) : undefined)',
    '(isFinishing ? takeNext(charges) : undefined) ?? takeNext(buyers)',
    'flows/sweep/backlog',
  ),
  queue(
    'a large merchant is served before all others',
    '  rows.delete(merchantId);\n  if (ofMerchant.length > 0) rows.set(merchantId, ofMerchant);',
    '  if (ofMerchant.length === 0) rows.delete(merchantId);',
    'flows/sweep/backlog',
  ),
  oneByOne(
    'a sweep sends all refunds of a payment at once',
    'if (row.group === undefined) return await recover(row);',
    'return await recover(row);',
    'flows/refund/line',
  ),
  inFile('flows/sweep/shard-reader.ts')(
    'a shard that cannot be read ends the sweep',
    "log('error', 'sweep could not read a shard', {}, error);",
    'throw error;',
    'background/sweep.banks',
  ),
  sweep(
    'what waits for a person is never asked about',
    'dueAt <= reading.now.toISOString()',
    "dueAt <= ''",
    'flows/waiting',
  ),
  sweep(
    'each minute a whole sweep runs',
    '(event as { only?: unknown } | null)?.only === BUYERS',
    'event === BUYERS',
    'background/sweep.banks',
  ),
  recovery(
    'a charge counts as lost as early as a buyer’s payment',
    "sender: 'background'",
    "sender: 'endpoint'",
    'flows/slow-sweep',
  ),
  inquiry(
    'an inquiry that found no connection is counted',
    "inquiry.kind === 'notSent' || (await access.isShut())",
    'await access.isShut()',
    'journeys/bank-outage',
  ),
  refund(
    'an inquiry about a refund that found no connection is counted',
    "if (history.kind === 'notSent') return { kind: 'unreached' };",
    '',
    'journeys/bank-outage',
  ),
  recheck(
    'a late sale is looked for only once',
    'const RECHECKS_AFTER_MS = [HOUR_MS, DAY_MS];',
    'const RECHECKS_AFTER_MS = [HOUR_MS];',
    'flows/payment/recheck',
  ),
  late(
    'a late charge is given back although its period is open',
    '(await countLateCharge(payment, before, late, now))',
    'false',
    'flows/recurring-payment/late-charge',
  ),
  comparison(
    'money that the bank took and we call failed agrees',
    'netOf(ours) === netOf(bank)',
    'netOf(ours) >= netOf(bank)',
    'background/reconcile',
  ),
  comparison(
    'money that the bank never took and we call paid agrees',
    'netOf(ours) === netOf(bank)',
    'netOf(ours) <= netOf(bank)',
    'background/reconcile',
  ),
  reconcile(
    'a reserved amount explains a difference for ever',
    '(known?.postponements ?? 0) < MOST_POSTPONEMENTS',
    'true',
    'flows/reconciliation/reserved-amount',
  ),
  reconciliation(
    'an order is inquired after the end of the time of the run',
    'run.hasTime() ? await bank.inquire(payment.bankOrderId) : undefined',
    'await bank.inquire(payment.bankOrderId)',
    'background/reconcile',
  ),
  connection(
    'everything about a payment goes to the current POS',
    '  const posId = posOf(payment);\n  const known = await knownMerchant(payment.merchantId);',
    '  const known = await knownMerchant(payment.merchantId);\n  const posId = currentPosOf(known.merchant);',
    'journeys/change-of-bank/taken-before',
  ),
  throttling(
    'a transaction that is throttled is an error',
    "['ThrottlingError', 'ProvisionedThroughputExceeded']",
    '[]',
    'flows/payment/throttled',
  ),
  breaker(
    'two callers in one millisecond both try a silent bank',
    'writtenBy: randomUUID()',
    "writtenBy: '01890000-0000-7000-8000-000000000009'",
    'store/bank',
  ),
  breaker(
    'a silent bank is not due',
    'isAnyOpen(breaker) || breaker.watcher',
    'breaker.watcher',
    'journeys/bank-outage',
  ),
];
