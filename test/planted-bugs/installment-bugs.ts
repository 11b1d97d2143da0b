// Bugs in what a card is offered in installments: by which digits, terms and caps it is judged, and when.
import { inFile, placeOf } from './planted-bug.ts';

const bin = inFile('domain/card/bin.ts');
const caps = inFile('domain/installment/caps.ts');
const offer = inFile('domain/installment/offer.ts');
const terms = inFile('store/installment/terms.ts');
const page = inFile('flows/payment/page-installments.ts');
const asked = inFile('checkout/card-installments.ts');
const table = inFile('contract/installment/table.ts');

const CARD = 'domain/card/bin';
const OFFER = 'domain/installment/offer';
const JOURNEY = 'journeys/installments';
const ALLOWED = 'journeys/allowed-installments';
const FORM = 'endpoints/hosted-page/installments';
const TABLE = 'endpoints/installment/table';

export const INSTALLMENT_BUGS = [
  bin(
    'six digits of different cards tell what one of them has',
    'bin === wide ? agreedFacts(ranges) : wider',
    'wider',
    CARD,
  ),
  bin(
    'the prefix of six digits wins over that of eight',
    'bin.length === FULL_BIN_DIGITS && own',
    'wider === undefined && own',
    CARD,
  ),
  caps('the oldest rule of the law holds', "(latest.from ?? '') > (", "(latest.from ?? '') < (", OFFER),
  caps('a cap by price forgets the quantity', 'POSITIVE_INFINITY) * quantity', 'POSITIVE_INFINITY)', OFFER),
  caps('every card has the corporate cap', 'limit: isCorporate ?', 'limit: true ?', OFFER),
  caps('an operator’s rule holds before its day', "(rule.from ?? '') <= today &&", '', OFFER),
  offer(
    'a row is not offered from its minimum on',
    'amountMinor < minimumMinor',
    'amountMinor <= minimumMinor',
    OFFER,
  ),
  offer('a row does not hold on its last day', 'today <= validUntil', 'today < validUntil', OFFER),
  offer('a choice has no limit', 'count > 1 && count <= allowed.upTo', 'count > 1', OFFER),
  offer('a fixed count that no setting has is sold', ': terms.counts.includes(count)', ': true', OFFER),
  inFile('endpoints/hosted-page/create.ts')(
    'a single payment lets the buyer choose',
    'return installment === 1 ? SINGLE',
    "return installment === 1 ? { kind: 'choice', upTo: MOST_INSTALLMENTS }",
    ALLOWED,
  ),
  inFile('endpoints/hosted-page/create.ts')(
    'a page that saves a card for later charges is sold in installments unasked',
    "(saveCardFor === 'recurring' ? 1 : MOST_INSTALLMENTS)",
    'MOST_INSTALLMENTS',
    'endpoints/hosted-page/create',
  ),
  offer('a debit card is split', "if (card?.type === 'debit') return 'debit';", '', OFFER),
  inFile('domain/installment/plan.ts')(
    'an amount that the form has not shown is charged',
    "choiceOf(offer) === choice ? offer : 'changed'",
    'offer',
    'domain/installment/plan',
  ),
  inFile('checkout/pay.ts')(
    'the card of a payment is judged by six digits',
    'routedPlan(page, card.cardNumber, now)',
    'routedPlan(page, card.cardNumber.slice(0, 6), now)',
    JOURNEY,
  ),
  asked('a stored card is judged by six digits', '? firstDigits(card)', '? card.bin', JOURNEY),
  inFile('endpoints/installment/offers.ts')(
    'the range of a stored card tells its seventh and eighth digit',
    'match: masked(card.match)',
    'match: card.match',
    JOURNEY,
  ),
  inFile('endpoints/installment/offers.ts')(
    'a stored card is asked about by six digits',
    'digits: firstDigits(card)',
    'digits: card.bin',
    JOURNEY,
  ),
  asked(
    'a page tells of the card of another customer',
    'card !== undefined && card.customerId === customerId ?',
    'card !== undefined ?',
    JOURNEY,
  ),
  asked('a page asks without a limit', 'return count < MOST_ASKS', 'return true', FORM),
  terms('the table of another virtual POS holds', 'posId === currentPosOf(merchant)', "posId !== ''", TABLE),
  terms(
    'a merchant whose bank is known has no installments until a list is imported',
    'bankCode !== undefined && currentIn(list)',
    'bankCode !== undefined',
    JOURNEY,
  ),
  inFile('store/installment/table.ts')(
    'a new table of one virtual POS ends those of the others',
    '.filter(({ posId }) => posId !== table.posId) ?? []',
    '.filter(() => false) ?? []',
    TABLE,
  ),
  page(
    'a page of new terms shows the ones before',
    `\`${placeOf('page.merchantId')} ${placeOf('page.installmentTerms')}\``,
    'page.merchantId',
    'every-endpoint/round-trips',
  ),
  page(
    'the form shows rows of other days',
    'plansFor(page, { ...terms, today: localDay(now.getTime()) })',
    'plansFor(page, terms)',
    JOURNEY,
  ),
  inFile('domain/installment/plan.ts')(
    'one card that cannot be split ends a page',
    'soldCounts(order, terms).length === 0',
    'offers.length === 0',
    'endpoints/hosted-page/link/installments',
    ALLOWED,
  ),
  inFile('page/form/installment-choice.ts')(
    'the button promises a fixed count that is refused',
    "installments.kind === 'fixed' && (cardPlan",
    'false && (cardPlan',
    'page/form/payment-form',
  ),
  inFile('page/hosted-page.ts')(
    'a shop without any sales is told as a card that is not split',
    ' && isShopRefused !== true',
    '',
    FORM,
  ),
  table('two rows hold on one day', "<= (other.validUntil ?? '9')", "< (other.validUntil ?? '9')", TABLE),
  table('a rate of 1.75 % is stored as 0.175 %', "padEnd(4, '0')", "padEnd(3, '0')", TABLE),
  inFile('store/card/bin-list.ts')(
    'a range that an older list has left is read',
    'found?.listVersion === current?.listVersion ?',
    'true ?',
    'lib/operator/bins/bin-lists',
  ),
  inFile('domain/payment/payment-statistics.ts')(
    'statistics count orders',
    '{ status, chargedMinor, currency, leaseEpoch, paidAt',
    '{ status, chargedMinor: all, orderMinor: chargedMinor = all, currency, leaseEpoch, paidAt',
    'endpoints/payment/statistics',
  ),
];
