// Bugs in the day's book: bank day, rate, commission, day of payment, and the recount of each night.
import { inFile } from './planted-bug.ts';

const agreement = inFile('domain/settlement/agreement.ts');
const holidays = inFile('domain/settlement/holidays.ts');
const movement = inFile('domain/settlement/movement.ts');
const settlement = inFile('domain/settlement/settlement.ts');
const close = inFile('flows/settlement/close-days.ts');
const query = inFile('store/settlement/movement.ts');

const RULES = 'domain/settlement/agreement';
const BOOK = 'endpoints/settlement/settlements';

export const SETTLEMENT_BUGS = [
  agreement('the close itself is still of the day before', 'localDay(endMs - 1)', 'localDay(endMs)', RULES),
  agreement('a commission is rounded down', 'BigInt(ratePpm) + PPM / 2n', 'BigInt(ratePpm)', RULES),
  agreement(
    'a fact that is not known fits no rate',
    'rate[name] === undefined ? true : sale[name] === undefined ? undefined :',
    'rate[name] === undefined ? true :',
    RULES,
  ),
  agreement(
    'the oldest agreement holds',
    '(one.from < other.from ? 1 : -1))[0]',
    '(one.from < other.from ? -1 : 1))[0]',
    RULES,
  ),
  holidays('a bank pays on a religious holiday', '&& !isReligious', '', RULES),
  movement(
    'a void stands on the day on which it was made',
    'const isVoid = refund.processedAs',
    'const isVoid = refund.isOfLateSale && refund.processedAs',
    'domain/settlement/movement',
  ),
  movement(
    'what goes back is priced by the day on which it goes',
    'agreementOn(agreements, posId, saleDay)',
    'agreementOn(agreements, posId, day)',
    BOOK,
  ),
  movement(
    'a basket includes its surcharge',
    'surchargeMinor: chargedMinor - orderMinorOf(payment)',
    'surchargeMinor: 0',
    BOOK,
  ),
  settlement(
    'the commission of a day is told although one is not known',
    'movements.filter((one) => one.netMinor === undefined).length',
    '0',
    BOOK,
  ),
  settlement(
    'a closed day keeps its sums',
    'isDeepStrictEqual(settlement.sums, sums)',
    'settlement.sums !== undefined',
    BOOK,
  ),
  close(
    'what the book lacks stays away',
    'for (const { facts, payment } of missing.values()) {',
    'for (const { facts, payment } of [] as RecountedMovement[]) {',
    BOOK,
  ),
  close(
    'a movement of no row stays in the book',
    '(isRight ? movements : wrong).push(known);',
    'movements.push(known);',
    BOOK,
  ),
  query(
    'a page of movements has one more than asked',
    'const items = found.slice(0, limit);',
    'const items = found.slice(0, limit + 1);',
    BOOK,
  ),
];
