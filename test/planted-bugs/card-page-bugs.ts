// Bugs in pages on which a buyer enters a card, and in the issuer's answer about it.
import { inFile } from './planted-bug.ts';

const page = inFile('domain/card/card-page.ts');
const result = inFile('domain/card/card-page-result.ts');
const keeping = inFile('flows/card-page/card-keeping.ts');
const name = inFile('domain/recurring-payment/attempt-name.ts');
const verdict = inFile('acquirer/issuer-verdict.ts');
const charge = inFile('flows/recurring-payment/charge-with-buyer.ts');
const submit = inFile('checkout/give-card.ts');
const threeD = inFile('flows/payment/three-d.ts');
const pageRow = inFile('store/payment/hosted-page-writes.ts');

const ADD = 'endpoints/hosted-page/card-page/add-card';
const UPDATE = 'endpoints/hosted-page/card-page/update-card';
const THREE_D = 'endpoints/hosted-page/three-d';
const VERDICT = 'acquirer/issuer-verdict';
const RACES = 'flows/card-page/update-card.races';

export const CARD_PAGE_BUGS = [
  name('the proof of one card is accepted for another', "tries === 0 ? ''", "tries >= 0 ? ''", UPDATE),
  page(
    'a page is open again while the issuer is asked',
    "page.state === 'Processing' && isInTime(page.verification, now)",
    'false',
    ADD,
  ),
  page(
    'a page says that the amount is paid while the bank decides',
    "isWaiting || page.charge === 'underWay'",
    'isWaiting',
    RACES,
  ),
  result(
    'a stored card reads as a payment',
    "leavingIn(state, page, 'CardStored')",
    "leavingIn(state, page, 'Failed' as 'CardStored')",
    ADD,
  ),
  submit(
    'a card is stored without consent',
    "const consent = form['consent'] === 'yes';",
    'const consent = true;',
    ADD,
  ),
  keeping(
    'a card id tells that a number is stored',
    'isProven ? context.known : undefined',
    'context.known',
    'endpoints/hosted-page/card-page/unproven-card',
  ),
  keeping(
    'numbers that nobody proved fill a mask without limit',
    'isProven ? writePaidCardNumber(card) : writeCardNumber(card, limit)',
    'writePaidCardNumber(card)',
    'endpoints/hosted-page/card-page/unproven-card',
  ),
  charge(
    'a proof of the bank before is used at another bank',
    '(proven.posId === posId &&\n      isVerifiedFor',
    '(isVerifiedFor',
    'endpoints/hosted-page/card-page/changed-sale',
  ),
  charge(
    'a proof for one amount is used for another',
    'proven.amountMinor === attempt.amountMinor &&\n      ',
    '',
    'endpoints/hosted-page/card-page/changed-sale',
  ),
  charge(
    'the sale of the page has no order id of its own',
    'bankOrderId: proven.bankOrderId, ',
    '',
    UPDATE,
    RACES,
  ),
  pageRow(
    'a page is closed while its payment is under way',
    '(#state = :open OR (#state = :processing AND #verification.#endsAt <= :now))',
    '(#state = :open OR #state = :processing)',
    'endpoints/hosted-page/close',
  ),
  verdict(
    'a proof counts after the challenge is over',
    'if (!isInTime)',
    'if (false)',
    VERDICT,
    `${THREE_D}/abandoned`,
    ADD,
  ),
  verdict(
    'a half secure proof counts for every merchant',
    "(level === 'half' && acceptHalfSecure === true)",
    "level === 'half'",
    VERDICT,
    `${THREE_D}/three-d`,
    ADD,
  ),
  verdict(
    'a failed authentication counts',
    'if (!isAuthenticated || proof === undefined)',
    'if (proof === undefined)',
    VERDICT,
    `${THREE_D}/three-d`,
    ADD,
  ),
  verdict(
    'the installments of an answer are not compared',
    "['amountMinor', 'currency', 'installment'] as const",
    "['amountMinor', 'currency'] as const",
    VERDICT,
    `${THREE_D}/altered`,
    ADD,
  ),
  verdict(
    'a proof of another amount counts',
    "['amountMinor', 'currency', 'installment'] as const",
    "['currency', 'installment'] as const",
    VERDICT,
    `${THREE_D}/altered`,
    ADD,
  ),
  verdict(
    'a proof of another attempt counts',
    'if (answer.bankOrderId !== sent.bankOrderId) {',
    'if (false) {',
    VERDICT,
    `${THREE_D}/altered`,
    ADD,
  ),
  threeD(
    'browser and bank both sell with one proof',
    "if (moved.kind === 'conflict') return undefined;",
    '',
    'endpoints/hosted-page/three-d/races',
  ),
];
