// Bugs in events and their delivery. The nearest tests of most are of the calls and charges themselves and
// name no event: the comparison at the end of each file detects the bugs.
import { inFile } from './planted-bug.ts';

const payment = inFile('domain/event/payment-events.ts');
const refund = inFile('domain/event/refund-events.ts');
const plan = inFile('domain/event/recurring-payment-events.ts');
const customer = inFile('domain/event/customer-events.ts');
const event = inFile('domain/event/event.ts');
const drawing = inFile('capture/drawing.ts');
const image = inFile('capture/image.ts');
const storedPlan = inFile('store/recurring-payment/recurring-payment.ts');

export const EVENT_BUGS = [
  payment(
    'a declined payment is told to nobody',
    "return isNew ? [{ type: 'payment.failed' }] : [];",
    'return [];',
    'endpoints/hosted-page/installments',
    'journeys/hosted-page',
  ),
  payment(
    'a payment that is refunded whole is told as voided',
    "[{ type: 'payment.refunded' }]",
    "[{ type: 'payment.cancelled' }]",
    'flows/refund/batch-close',
  ),
  payment(
    'only the first part of a refund is told',
    'isNew || before.refundedMinor !== refundedMinor',
    'isNew',
    'endpoints/refund/partial',
  ),
  payment(
    'the end of a page after too many declines is told to nobody',
    "state === 'Failed' ? [{ type: 'hosted_page.failed' }] : []",
    '[]',
    'endpoints/hosted-page/card-testing',
  ),
  refund(
    'each look at a refund in flight is told again',
    'if (before?.status === status) return [];',
    "if (before?.status === status && status !== 'Processing') return [];",
    'flows/refund/lost-answers',
  ),
  refund(
    'a rejected refund is told to nobody',
    'if (before?.status === status) return [];',
    "if (before?.status === status || status === 'Rejected') return [];",
    'endpoints/refund/reject',
  ),
  plan(
    'a status is told before the charge that led to it',
    '[...ofAttempt(before, after), ...ofState(before, after)]',
    '[...ofState(before, after), ...ofAttempt(before, after)]',
    'journeys/recurring-outage',
  ),
  plan(
    'a charge that was taken back is told as failed',
    "trigger !== 'Request' && held !== undefined",
    'false && trigger && held',
    'journeys/change-of-bank/held',
  ),
  plan(
    'a plan that goes on with the settings of the merchant is told to nobody',
    "wasStopped && !isCharged ? [{ type: 'recurring_payment.resumed' }] : []",
    'wasStopped && isCharged ? [] : []',
    'lib/operator/merchant-holds',
  ),
  plan(
    'another card of a plan is told to nobody',
    "  'cardStorageId',\n  'maskedCardNumber',\n",
    '',
    'endpoints/recurring-payment/replaced-card',
  ),
  plan(
    'a due date that was missed is told to nobody',
    'events.length === 0 && isMoved(before, after)',
    'false && isMoved(before, after)',
    'journeys/recurring-outage',
  ),
  customer(
    'a changed name of a customer is told to nobody',
    "['fullName', 'email', 'phone', 'isActive', 'metadata', 'updatedAt']",
    "['isActive']",
    'endpoints/customer/update',
  ),
  event(
    'a change that is read twice is two events',
    "createHash('sha256').update(JSON.stringify(parts))",
    "createHash('sha256').update(JSON.stringify([...parts, Math.random()]))",
    'endpoints/refund/approve',
  ),
  event(
    'an event does not say what was before',
    '[name, before[name] ?? null]',
    '[name, null]',
    'endpoints/refund/approve',
  ),
  drawing(
    'an event shows the object as it was before',
    '=> [before && show(before), show(after)]',
    '=> [before && show(before), show(before ?? after)]',
    'endpoints/refund/approve',
  ),
  drawing(
    'the sequence is that of the change before',
    'const { version: sequence } = change.after;',
    'const { version: sequence } = change.before ?? change.after;',
    'endpoints/customer/update',
  ),
  image(
    'a kind of row has no events',
    "'CUSTOMER', 'CARD', 'RECURRING'",
    "'CUSTOMER', 'RECURRING'",
    'endpoints/card/delete',
  ),
  storedPlan(
    'a look at a charge in flight writes the row without a new version',
    'version: before.record.version + 1',
    'version: before.record.version',
    'flows/recurring-payment/late-charge',
    'journeys/recurring-outage',
  ),
  plan(
    'a charge that its card refuses without the bank is told again by each later change',
    'refusedRequest && refusedRequest.atMs !== before.refusedRequest?.atMs',
    'refusedRequest',
    'domain/recurring-payment/period/requested-charge',
  ),
  inFile('domain/recurring-payment/period/requested-charge.ts')(
    'a charge that its card refuses without the bank has no event',
    '{ ...others, refusedRequest }',
    'others',
    'domain/recurring-payment/period/requested-charge',
  ),
  inFile('capture/batch.ts')(
    'of two failing feeds the later one counts',
    'Math.min(...failed)',
    'Math.max(...failed)',
    'background/capture.crashes',
  ),
  inFile('flows/webhook/lane.ts')(
    'a sender of a webhook whose claim has ended goes on',
    'return isRecorded && !isPending(next)',
    'return !isPending(next)',
    'background/deliver/lease',
  ),
  inFile('flows/webhook/lane.ts')(
    'a new webhook is sent all its events at once',
    'step.webhook.isUnproven === true',
    'false',
    'background/deliver/isolation',
  ),
  inFile('domain/webhook/webhook.ts')(
    'a trial whose sender crashed is never over',
    '...claimedWork(released(webhook, nowMs), nowMs),',
    '...webhook,',
    'background/deliver/isolation',
  ),
];
