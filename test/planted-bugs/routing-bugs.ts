// Bugs in the choice between several virtual POS of a merchant.
import { inFile } from './planted-bug.ts';

const route = inFile('domain/payment/pos-route.ts');
const ahead = inFile('flows/ask-ahead.ts');
const connection = inFile('flows/bank-connection.ts');
const claim = inFile('flows/payment/single-charge-claim.ts');
const next = inFile('flows/payment/next-pos.ts');
const writes = inFile('store/payment/payment-writes.ts');
const recovery = inFile('flows/payment/payment-recovery.ts');
const terms = inFile('store/installment/terms.ts');

const ROUTE = 'domain/payment/pos-route';
const JOURNEY = 'journeys/pos-order';
const NEXT = 'flows/payment/next-pos';
const CRASHES = 'flows/payment/next-pos.crashes';

export const ROUTING_BUGS = [
  route(
    'installments go to the next POS when the gate of theirs is open',
    'if (count > 1 || !shut.has(first.posId)) return first;',
    'if (!shut.has(first.posId)) return first;',
    ROUTE,
  ),
  route(
    'the default POS comes before another that splits the family',
    '[...able, defaultPos, ...pos.map(({ posId }) => posId)]',
    '[defaultPos, ...able, ...pos.map(({ posId }) => posId)]',
    ROUTE,
  ),
  ahead(
    'only the first POS is asked ahead of a sale after a restore',
    'banks.map(async ({ posId, bank }) => {',
    'banks.slice(0, 1).map(async ({ posId, bank }) => {',
    'flows/ask-ahead',
  ),
  connection(
    'a POS whose gate is open takes the payment although another could',
    'if (shut.has(choice.posId) || !(await connection.access.isShut())) return',
    'if (choice.posId) return',
    JOURNEY,
  ),
  claim('the claim of a charge does not name the POS that sells', '...placeOf(place),', '', JOURNEY),
  next(
    'a sale that may have reached its bank goes to the next one',
    "outcome.kind === 'notSent' ?",
    "outcome.kind === 'notSent' || outcome.kind === 'unknown' ?",
    NEXT,
  ),
  next(
    'the next bank is called without a claim that names it',
    'await commitWithRetry(() => commit([writeNextPos(payment, place)]));',
    "{ kind: 'committed' as const };",
    NEXT,
    CRASHES,
  ),
  next(
    'the next bank is called although the claim was not stored',
    "return kind === 'committed' ? {",
    'return kind !== undefined ? {',
    NEXT,
  ),
  next('a card goes to a bank that has declined it for good', 'isBarred?.(choice.posId) || ', '', NEXT),
  writes(
    'what the former bank says finalizes a payment that has moved on',
    'AND #posId = :pos`',
    'AND (#posId = :pos OR :pos = :pos)`',
    NEXT,
  ),
  recovery(
    'after a restore only the POS of the row is asked, and the sale of the next one is lost',
    "if (asked.outcome.kind === 'notSent' && (await mayHaveMovedOn(payment, now))) return 'waiting';",
    '',
    'journeys/restore/next-pos',
  ),
  terms(
    'only the first POS’s installments are offered',
    'const rows = posOrder.pos.flatMap((pos) => pos.rows);',
    'const rows = posOrder.pos[0]?.rows ?? [];',
    JOURNEY,
  ),
];
