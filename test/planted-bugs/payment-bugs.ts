// Bugs in hosted pages, payments, 3-D Secure and inquiries.
import { inFile } from './planted-bug.ts';

const landing = inFile('domain/bank/landing.ts');
const breaker = inFile('domain/bank/breaker.ts');
const payment = inFile('domain/payment/payment.ts');
const page = inFile('domain/payment/hosted-page.ts');
const link = inFile('domain/payment/link.ts');
const cardTesting = inFile('domain/payment/card-testing.ts');
const installment = inFile('domain/installment/offer.ts');
const money = inFile('domain/money.ts');
const inquiry = inFile('flows/sale-inquiry.ts');
const claim = inFile('flows/payment/page-claim.ts');
const sale = inFile('flows/payment/hosted-page-payment.ts');
const finalization = inFile('flows/payment/payment-finalization.ts');
const outcome = inFile('flows/payment-outcome.ts');
const paymentRow = inFile('store/payment/payment-writes.ts');
const pageRow = inFile('store/payment/hosted-page-claim.ts');
const suspicion = inFile('store/payment/suspicion.ts');

const SALE_FAULTS = 'flows/payment/hosted-page-payment.faults';

export const PAYMENT_BUGS = [
  inquiry(
    'restore: a sale from before the claim is read like a new one',
    'if (sales.some(isOlder)) return readFirstSale(sale, inquiry, captured);',
    '',
    'flows/sale-inquiry',
    'journeys/restore/gap',
  ),
  outcome(
    'restore: the first sale gets the time of its repetition',
    'outcome.firstSale?.at ?? ',
    '',
    'journeys/restore/drill',
  ),
  finalization(
    'restore: a card that the bank never saw is saved',
    ' && otherCardOf(payment, outcome) === undefined',
    '',
    'journeys/restore/gap',
  ),
  landing(
    'a slow page is not counted into the landing time',
    'endpoint: 30 * SECOND_MS',
    'endpoint: 0',
    'domain/bank/landing',
    'flows/sale-inquiry',
  ),
  landing(
    'the landing time of the bank is left out',
    'LATEST_SENDING_MS[sender] + landingTimeMs',
    'LATEST_SENDING_MS[sender]',
    'domain/bank/landing',
    'journeys/lost-answers',
  ),
  breaker(
    'the breaker opens one failure late',
    'failures < FAILURES_TO_OPEN',
    'failures <= FAILURES_TO_OPEN',
    'domain/bank/breaker',
  ),
  breaker(
    'a merchant that is kept out lends no settings',
    'const isNeeded = isOpen(breaker) && breaker.lender === undefined;',
    'const isNeeded = false;',
    'domain/bank/breaker',
  ),
  breaker(
    'one merchant closes the bank to all',
    '(isOfTwo || isWatched)',
    'true',
    'domain/bank/breaker',
    'journeys/neighbours',
  ),
  breaker(
    'the probe borrows the settings that failed last',
    'triedAt(one) - triedAt(other)',
    'triedAt(other) - triedAt(one)',
    'domain/bank/breaker',
    'journeys/bank-outage',
  ),
  breaker(
    'a merchant that gets no answer counts against the bank for ever',
    'one.failedAtMs > answeredAtMs',
    'true',
    'domain/bank/breaker',
  ),
  breaker(
    'a breaker that no sweep probes stops calls for ever',
    ' && nowMs < (one.triedAtMs ?? 0) + PROBE_INTERVAL_MS + BELIEVED_MS',
    '',
    'domain/bank/breaker',
    'journeys/bank-outage',
  ),
  breaker(
    'an old failure is never forgotten',
    'nowMs - failedAtMs <= FORGET_AFTER_MS',
    'true',
    'domain/bank/breaker',
  ),
  payment(
    'reserved money can be refunded again',
    'payment.chargedMinor - payment.refundedMinor - payment.reservedMinor',
    'payment.chargedMinor - payment.refundedMinor',
    'domain/payment/payment',
    'endpoints/refund/partial',
  ),
  payment(
    'a partly refunded payment has nothing left to refund',
    "payment.status === 'Successful' || payment.status === 'PartiallyRefunded'",
    "payment.status === 'Successful'",
    'endpoints/refund/partial',
  ),
  payment(
    'a person must look after 30 hours of an outage instead of 31',
    'GIVE_UP_MS = 31 * HOUR_MS',
    'GIVE_UP_MS = 30 * HOUR_MS',
    'domain/payment/payment',
    'journeys/bank-outage',
  ),
  link(
    'the attempts of a link never come back',
    'page.linkDay?.day === dayAt(page, now)',
    'page.linkDay !== undefined',
    'domain/payment/link',
    'endpoints/hosted-page/link/attempts',
  ),
  link(
    'the day of a link is that of UTC',
    'localDay(now.getTime(), timeZone)',
    "localDay(now.getTime(), timeZone && 'UTC')",
    'domain/payment/link',
    'endpoints/hosted-page/link/attempts',
  ),
  link(
    'a link ends after five declines',
    'DECLINES = 20',
    'DECLINES = 5',
    'endpoints/hosted-page/link/attempts',
  ),
  inFile('checkout/pay.ts')(
    'a link that rests takes a form of before',
    'if (restsUntil(page, now) !== undefined) return',
    'if (false) return',
    'endpoints/hosted-page/link/attempts',
  ),
  inFile('domain/payment/card-testing.ts')(
    'stolen cards of many ranges are tried without an end',
    'FEWEST_DECLINED_CARDS = 20',
    'FEWEST_DECLINED_CARDS = 2000',
    'domain/payment/card-testing.month',
    'endpoints/hosted-page/card-testing.mixed',
  ),
  inFile('store/page-deadline.ts')(
    'a row ends before the link that it has',
    'Date.parse(expiresAt) + KEPT_AFTER_END_MS',
    '0',
    'store/payment/hosted-page',
  ),
  inFile('domain/payment/page-state.ts')(
    'the page allows a sixth decline',
    'MAX_DECLINES = 5',
    'MAX_DECLINES = 6',
    'journeys/hosted-page',
    'domain/payment/hosted-page',
  ),
  inFile('domain/payment/page-state.ts')(
    'an expired page can be paid in its last millisecond',
    'Date.parse(expiresAt) <= now.getTime()',
    'Date.parse(expiresAt) < now.getTime()',
    'domain/payment/hosted-page',
  ),
  page(
    'a superseded page is open',
    "if (page.supersededAt !== undefined) return 'Superseded';",
    '',
    'domain/payment/hosted-page',
  ),
  cardTesting(
    'a page accepts one card more',
    'marks.length > MAX_OTHER_CARDS',
    'marks.length > MAX_OTHER_CARDS + 1',
    'endpoints/hosted-page/card-testing',
    'endpoints/hosted-page/card-testing.edges',
  ),
  cardTesting(
    'approvals do not count against declines',
    'Math.max(FEWEST_DECLINES, DECLINES_PER_APPROVAL * approvals)',
    'FEWEST_DECLINES',
    'endpoints/hosted-page/card-testing.honest',
  ),
  suspicion(
    'a card range with many approvals is never stopped',
    'hasMore ? await declinesSince(approvals.from, partition, needed, now) : newest',
    'newest',
    'endpoints/hosted-page/card-testing.honest',
  ),
  installment(
    'the rest of a division is lost',
    'month < larger ? small + 1 : small',
    'small',
    'domain/installment/offer',
  ),
  installment(
    'installments are offered in dollars',
    "if (order.currency !== 'TRY') return { count, why: 'currency' };",
    '',
    'domain/installment/offer',
  ),
  money('a decimal of one digit is ten times too small', ".padEnd(2, '0')", '', 'domain/money'),
  money('an amount of zero is accepted', 'amountMinor < 1', 'amountMinor < 0', 'domain/money'),
  inquiry(
    'a sale of another amount counts as ours',
    ' && one.amountMinor === sale.amountMinor',
    '',
    'flows/sale-inquiry',
  ),
  inquiry(
    'not found is believed at once',
    'nowMs >= sale.sentAtMs + arrivesWithinMs',
    'true',
    'flows/sale-inquiry',
    'journeys/lost-answers',
  ),
  inquiry(
    'a resolution overrules the word of the bank',
    'isDecidedByBank || sale.resolution === undefined ? outcome',
    'sale.resolution === undefined ? outcome',
    'journeys/manual-review',
  ),
  inquiry(
    'a voided sale counts as unknown for ever',
    "newest?.status === 'voided'",
    'false',
    'flows/sale-inquiry',
  ),
  inquiry(
    'an inquiry that was refused for settings is counted',
    'return { inquiries: before.inquiries, atMs: refusedInquiryAt(nowMs) }',
    'return { inquiries, atMs: refusedInquiryAt(nowMs) }',
    'flows/refused-inquiries',
  ),
  claim(
    'a sale whose claim was lost is sent all the same',
    'if (!isTaken) return undefined;',
    'if (!isTaken) { const bankOrderId = orderAttemptId(submission.page, attempt.attemptNumber);' +
      ' return newPayment(submission, { paymentReferenceNumber, place, bankOrderId }); }',
    SALE_FAULTS,
    'journeys/one-sale-per-order',
  ),
  sale(
    'an unknown outcome counts as never sent',
    "if (sold.outcome.kind === 'unknown') return undefined;",
    "if (sold.outcome.kind === 'unknown') sold.outcome = { kind: 'notSent' };",
    'journeys/lost-answers',
    SALE_FAULTS,
  ),
  finalization(
    'a lost finalization shows the buyer an error',
    "log('error', 'payment not finalized: the sweep will do it', paymentLabels(open.payment), error);",
    'throw error;',
    'flows/payment/throttled',
    SALE_FAULTS,
  ),
  finalization(
    'a decline for the settings of the shop uses up a try of the page',
    'if (isShopRefused(outcome)) return { state:',
    'if (false) return { state:',
    'endpoints/hosted-page/merchant-fault',
  ),
  finalization(
    'a decline that asks for the CVV is counted',
    'if (outcome.cvvRequired) {',
    'if (false) {',
    'endpoints/hosted-page/stored-card/saved-cards',
    'endpoints/hosted-page/card-testing.edges',
    'journeys/hosted-page',
  ),
  outcome(
    'a believed "not found" gets no recheck',
    'outcome.mayArrive && { recheck: firstRecheck(now) }',
    'undefined',
    'flows/payment/recheck',
  ),
  paymentRow(
    'an outcome overwrites another one',
    "payment.step === 'Challenge' ? stillWaiting : openFor(payment, outcome)",
    "{ expression: 'attribute_exists(#pk)' }",
    'store/payment/payment',
    'journeys/lost-answers',
    SALE_FAULTS,
  ),
  pageRow(
    'a paid order can be claimed again',
    'attribute_not_exists(#paidBy) AND attribute_not_exists(#pendingPayment)',
    'attribute_not_exists(#pendingPayment)',
    'store/payment/hosted-page',
    'journeys/one-sale-per-order',
  ),
  pageRow(
    'an order can be claimed while a payment is under way',
    'attribute_not_exists(#paidBy) AND attribute_not_exists(#pendingPayment)',
    'attribute_not_exists(#paidBy)',
    'store/payment/hosted-page',
    'journeys/one-sale-per-order',
  ),
  pageRow(
    'a page can be claimed in any state',
    '#version = :read AND #state = :open AND attribute_not_exists(#supersededAt)',
    '(#version = :read OR #state = :open OR attribute_exists(#pk))',
    'store/payment/hosted-page',
    'journeys/one-sale-per-order',
  ),
];
