// Bugs in charges of a stored card without its holder.
import { inFile } from './planted-bug.ts';

const charge = inFile('flows/payment/single-charge.ts');
const claim = inFile('flows/payment/single-charge-claim.ts');
const finalization = inFile('flows/payment/single-charge-finalization.ts');
const order = inFile('store/payment/order-writes.ts');
const card = inFile('store/card/card-mark.ts');
const attempt = inFile('flows/payment/page-attempt.ts');
const hardDecline = inFile('flows/hard-decline.ts');

const CHARGE = 'endpoints/payment/charge';
const PAGES = 'endpoints/payment/charge.pages';
const CRASHES = 'flows/payment/single-charge.crashes';
const RACES = 'flows/payment/single-charge.races';
const RESTORE = 'journeys/restore/charge';

export const SINGLE_CHARGE_BUGS = [
  order(
    'a charge takes an order that another payment has taken since it was read',
    "condition: { expression: '#version = :read', values: { ':read': order.version } },",
    "condition: { expression: 'attribute_exists(#pk)' },",
    RACES,
  ),
  order(
    'the page of a charged order can still be sent after a decline',
    'openPage === undefined || isAlone ? [claimed]',
    'openPage !== null || isAlone ? [claimed]',
    PAGES,
  ),
  order('a paid order is free', 'set: isPaid ? { paidBy: paymentReferenceNumber } : {},', 'set: {},', CHARGE),
  claim(
    'an order is charged while a page pays it',
    'if (pendingPayment === undefined) return;',
    'if (pendingPayment !== null) return;',
    PAGES,
    RACES,
  ),
  claim(
    'a charge has another order id at the bank than the attempt has',
    'orderAttemptId({ merchantId, orderNumber }, attemptNumber)',
    'orderAttemptId({ merchantId, orderNumber }, 1)',
    CHARGE,
    PAGES,
  ),
  claim(
    'the claim of a charge is not remembered under its key',
    'call.commitBegun(writes, paymentReferenceNumber)',
    'commit(writes)',
    CRASHES,
    'architecture/dead-code',
  ),
  claim(
    'a charge passes the caps of its card',
    'if (allowedFromMs <= now.getTime()) return;',
    'return;',
    CHARGE,
  ),
  claim(
    'a charge is no try of its card',
    '        writeCardTry(cardTryOf(payment), tries),\n',
    '',
    CHARGE,
    RACES,
  ),
  claim(
    'a blocked card is sent to the bank',
    'blocked !== undefined && (blocked.posId ?? posId) === posId;',
    "blocked !== undefined && posId === '';",
    CHARGE,
  ),
  claim(
    'a hold of the merchant stops no charge',
    'if (isHeldAt(hold, posId))',
    'if (isHeldAt(hold, posId) && isShut)',
    CHARGE,
  ),
  card(
    'a card is charged after its deletion was acknowledged',
    'expression: `${IS_LIVE} AND attribute_not_exists(#expiresAt) AND attribute_not_exists(#lockedAt)\n        AND #forceCvv = :no`,',
    'expression: `attribute_exists(#pk) AND (attribute_not_exists(#forceCvv) OR #forceCvv = :no)`,',
    RACES,
  ),
  charge(
    'a call whose sale was not sent keeps its key',
    'isUnsent ? await call.commitUndone(writes) : await commit(writes)',
    'await commit(writes)',
    CRASHES,
    CHARGE,
  ),
  charge(
    'a repeated call after a crash charges once more',
    'if (begun) return await answerBegun(call, begun, answerOf);',
    '',
    CRASHES,
  ),
  charge(
    'a sale that the bank has made already is sent again',
    'if (!isSold)\n',
    'if (!isSold || isSold)\n',
    RESTORE,
  ),
  finalization(
    'a refusal of the settings uses up a try of the card',
    "return isUnjudged ? 'notSent' : outcome.kind;",
    'return outcome.kind;',
    CHARGE,
  ),
  finalization(
    'a refusal of the settings lets the next charge pass',
    '  await standHold({ merchantId, scope: currency, code: refused.code, posId }, now);\n',
    '',
    CHARGE,
  ),
  hardDecline('a hard decline blocks no card', "outcome.declineCategory !== 'Hard'", 'true', CHARGE),
  attempt(
    'restore: the bank is not asked about an order that the table has lost',
    'order === undefined && now.getTime() < sinceMs + REPEATED_FOR_MS',
    'false',
    RESTORE,
  ),
  attempt(
    'restore: the bank is not asked about an order of before the takeover',
    'order?.createdAt !== undefined && Date.parse(order.createdAt) < sinceMs',
    'false',
    RESTORE,
  ),
];
