// Bugs in charging: claim, answer, resend, the tries of a card, charges that the merchant requests.
import { inFile } from './planted-bug.ts';

const cap = inFile('domain/card/card-try-cap.ts');
const charge = inFile('flows/recurring-payment/charge.ts');
const claim = inFile('flows/recurring-payment/charge-claim.ts');
const recovery = inFile('flows/recurring-payment/recovery.ts');
const finalization = inFile('flows/recurring-payment/attempt-finalization.ts');
const hardDecline = inFile('flows/hard-decline.ts');
const tries = inFile('store/card/card-tries.ts');
const attempt = inFile('store/recurring-payment/attempt.ts');
const name = inFile('domain/recurring-payment/attempt-name.ts');
const held = inFile('flows/recurring-payment/held-charges.ts');
const hold = inFile('flows/recurring-payment/attempt-hold.ts');
const requested = inFile('domain/recurring-payment/period/requested-charge.ts');

const REQUESTED = 'domain/recurring-payment/period/requested-charge';
const PLAN_CHANGE = 'domain/recurring-payment/period/plan-change';

export const CHARGE_BUGS = [
  charge(
    'a charge that waits for its card marks it for no sweep',
    'if (mark) await commit([mark]);',
    '',
    'flows/recurring-payment/card-limit',
  ),
  name(
    'a charge that was taken back is claimed again under its old order id',
    '(attempt.asks ?? 0) + 1',
    '1',
    'flows/recurring-payment/order-ids',
    'domain/recurring-payment/attempt-name',
  ),
  recovery(
    'the first request is forgotten if the answer to the second one is lost',
    '    ...arriving,\n    sentAt',
    '    sentAt',
    'flows/recurring-payment/late-charge',
  ),
  recovery(
    'a charge that is sent again without its proof keeps it',
    '...(payment.threeDSecure ? [writeWithoutProof(payment)] : []),',
    '',
    'endpoints/hosted-page/card-page/resent-charge',
  ),
  hold(
    'a refusal of the settings for a requested charge lifts the hold',
    ' && refusalOfMerchant(outcome) === undefined',
    '',
    'flows/recurring-payment/standing-hold',
  ),
  held(
    'an error of our own systems during a probe ends the hold',
    'if (hasFailed) return;',
    '',
    'flows/recurring-payment/standing-hold',
  ),
  cap(
    'the caps allow one try more',
    'newestFirst[tries - 1]',
    'newestFirst[tries]',
    'domain/card/card-try-cap',
    'store/card/card-tries',
  ),
  charge(
    'an unknown charge counts as failed',
    "if (outcome.kind === 'unknown' || outcome.kind === 'notSent') return 'open';",
    "if (outcome.kind === 'notSent') return 'open';",
    'flows/recurring-payment/recovery',
  ),
  charge(
    'an expired card is sent to the bank',
    "if (isExpired(card, monthAt(now, record.plan.timeZone))) return { kind: 'expired' };",
    '',
    'flows/recurring-payment/charge.cards',
  ),
  recovery(
    'two sweeps send an attempt again under one name',
    'sentBy: randomUUID()',
    "sentBy: 'the sweep'",
    'flows/recurring-payment/resend.races',
  ),
  claim(
    'a charge that never left is not remembered',
    'await commit([writePendingSale(item, unsent)]);',
    '',
    'flows/recurring-payment/long-outage',
  ),
  recovery(
    'a lost claim is sent again all the same',
    "if (claimed.kind === 'conflict') return 'waiting';",
    '',
    'flows/recurring-payment/resend.races',
  ),
  recovery(
    'a charge is sent again after pause or cancel',
    'record.openPeriod?.number !== attempt.periodNumber || isNextDueHere(record, now)',
    'isNextDueHere(record, now)',
    'flows/recurring-payment/recovery',
  ),
  recovery(
    'a charge is sent again with an expired card',
    'if (isExpired(clear, monthAt(now, record.plan.timeZone))) return undefined;',
    '',
    'flows/recurring-payment/recovery',
  ),
  recovery(
    'a charge is sent again although a newer due date has come',
    ' || isNextDueHere(record, now)',
    '',
    'flows/recurring-payment/recovery',
    'flows/recurring-payment/long-outage',
  ),
  recovery(
    'a charge that never arrived is sent again after seven days',
    'if (now.getTime() > attempt.attemptedAtMs + MAX_CATCH_UP_MS) return undefined;',
    '',
    'flows/recurring-payment/resend.races',
  ),
  recovery(
    'code 99 in the history is a final decline',
    "if (outcome.kind === 'notSent' || isUnexplained)",
    "if (outcome.kind === 'notSent')",
    'flows/recurring-payment/resend.races',
  ),
  finalization(
    'a sender that was overtaken records its decline',
    'isSentAgain(item, current) &&',
    'false &&',
    'flows/recurring-payment/resend.races',
  ),
  hardDecline(
    'settings of the merchant block the card',
    ' || outcome.merchantFault) return [];',
    ') return [];',
    'flows/recurring-payment/card-block',
    'flows/recurring-payment/merchant-fault',
    'flows/recurring-payment/charge.cards',
  ),
  hardDecline(
    'a card that was renewed during the sale is blocked',
    'if (card === undefined || sealed?.version !== sealVersion)',
    'if (card === undefined)',
    'flows/recurring-payment/card-block',
  ),
  tries(
    'an approval keeps the declines of a card',
    "...(answer === 'approved' && { remove: ['declined'] }),",
    '',
    'store/card/card-tries',
  ),
  tries(
    'the last try that the caps allow is taken twice',
    "'(attribute_not_exists(#open) OR size(#open) < :most)'",
    "'(attribute_not_exists(#open) OR size(#open) <= :most)'",
    'store/card/card-tries',
  ),
  attempt(
    'an attempt can be claimed twice',
    'condition: newOrHeld(attempt) }',
    '}',
    'store/recurring-payment/attempt',
    'background/charge.races',
    'flows/recurring-payment/charge.crashes',
  ),
  inFile('domain/recurring-payment/period/charge-request.ts')(
    'a period is charged beyond the limits of its plan',
    'if (!isOver || limitReached)',
    'if (!isOver)',
    'endpoints/recurring-payment/periods',
  ),
  inFile('domain/recurring-payment/period/charge-request.ts')(
    'a waived period is owed for good',
    '(record.uncollectedMinor ?? 0) - uncollectedMinorOf(facts)',
    'record.uncollectedMinor ?? 0',
    'endpoints/recurring-payment/periods',
  ),
  requested(
    'the limit of a plan is not checked again when a requested charge is claimed',
    'if (limitOf(record, charge))',
    'if (false)',
    REQUESTED,
  ),
  requested('a requested charge takes the present terms', '    }),\n    amountMinor,', '    }),', REQUESTED),
  inFile('domain/recurring-payment/charge-outcome.ts')(
    'a late charge is recorded over a requested charge at the bank',
    'if (openAttempt || !isLast',
    'if (!isLast',
    REQUESTED,
  ),
  inFile('domain/recurring-payment/command.ts')(
    'a cancel leaves requested charges that wait',
    "openAttempt?.trigger === 'Request' ? [first] : undefined",
    "openAttempt?.trigger === 'Request' ? [first] : record.requestedCharges",
    REQUESTED,
  ),
  inFile('store/recurring-payment/recurring-payment.ts')(
    'a requested charge is not due for the sweep',
    '[nextAction, requestedCharges[0]]',
    '[nextAction]',
    'flows/recurring-payment/requested-charge.crashes',
  ),
  inFile('domain/recurring-payment/planned-terms.ts')(
    'a shortened end is overruled by a later planned change',
    'if (last < from - 1) return last;',
    '',
    PLAN_CHANGE,
  ),
  inFile('domain/recurring-payment/period/plan-change.ts')(
    'the eleventh change drops the terms of the first',
    'plan: withTerms(record.plan, oldest), changes: rest',
    'changes: rest',
    REQUESTED,
  ),
];
