// Bugs in the writes to the table and in the protocol of the bank.
import { inFile } from './planted-bug.ts';

const commit = inFile('store/table/commit.ts');
const firstSale = inFile('acquirer/first-sale.ts');
const retry = inFile('store/table/commit-retry.ts');
const nestpay = inFile('acquirer/nestpay/nestpay.ts');
const answer = inFile('acquirer/nestpay/bank-answer.ts');
const ask = inFile('acquirer/ask-bank.ts');
const outcomes = inFile('acquirer/outcomes.ts');
const history = inFile('acquirer/nestpay/order-history.ts');
const threeD = inFile('acquirer/nestpay/three-d.ts');

const ANSWERS = ['acquirer/nestpay/answers', 'acquirer/nestpay/nestpay'] as const;

export const TABLE_AND_BANK_BUGS = [
  retry(
    'a call gives up at its first conflict',
    '() => conflict !== undefined,',
    '() => false,',
    'http/simultaneous-changes',
  ),
  retry(
    'a conflict counts as committed',
    "committed.kind === 'committed' ? undefined",
    'committed.kind ? undefined',
    'http/simultaneous-changes',
  ),
  commit(
    'a throttled repeat of a transaction has a token of its own',
    'ClientRequestToken: token',
    'ClientRequestToken: randomUUID()',
    'store/table/commit',
  ),
  commit(
    'another sender takes a foreign row for its own',
    'isDeepStrictEqual(storedForm(found), storedForm(write.item))',
    'true',
    'store/table/commit',
  ),
  commit(
    'a lost answer of a single write is a conflict',
    'isOwn(only, conflict?.found)',
    'false',
    'store/table/commit',
  ),
  commit(
    'a change overwrites a newer version',
    "condition: { expression: '#version = :expectedVersion', values: { ':expectedVersion': version } }",
    "condition: { expression: 'attribute_exists(#pk)' }",
    'store/table/commit',
    'endpoints/customer/update',
    'endpoints/card/update',
  ),
  commit(
    'a whole row is written over a newer version',
    "condition: { expression: '#version = :read', values: { ':read': version } }",
    "condition: { expression: 'attribute_exists(#pk)' }",
    'store/bank',
    'endpoints/refund/races',
  ),
  inFile('store/table/write-request.ts')(
    'of several members of a set only the first is added',
    'new Set([members].flat())',
    'new Set([members].flat().slice(0, 1))',
    'store/table/commit',
  ),
  commit(
    'a contended transaction is an error',
    "reasons.some(({ Code }) => Code === 'TransactionConflict')",
    'false',
    'store/table/commit',
  ),
  firstSale(
    'a sale of another amount under the same order id counts as ours',
    ' || sale.amountMinor !== order.amountMinor',
    '',
    ...ANSWERS,
  ),
  firstSale(
    'a sale that was refunded in the gap of a restore counts as ours',
    ' || isRefunded',
    '',
    'acquirer/nestpay/nestpay',
    'journeys/restore/gap',
  ),
  firstSale(
    'a sale in another currency counts as ours',
    'return isCurrencyOurs ? sale : undefined;',
    'return sale;',
    'acquirer/nestpay/nestpay',
  ),
  nestpay(
    'CORE-2123 before the settlement is a decline',
    "new Set(['CORE-2116', 'CORE-2122', 'CORE-2123'])",
    "new Set(['CORE-2116', 'CORE-2122'])",
    'acquirer/nestpay/nestpay',
  ),
  nestpay(
    'CORE-2116 before the settlement is a decline',
    "new Set(['CORE-2116', 'CORE-2122', 'CORE-2123'])",
    "new Set(['CORE-2122', 'CORE-2123'])",
    'acquirer/nestpay/nestpay',
  ),
  nestpay(
    'an order that was sold already counts as declined',
    'if (!ALREADY_SOLD.has(answer.code)) return declineOutcome(answer);',
    'return declineOutcome(answer);',
    ...ANSWERS,
  ),
  nestpay(
    'one kind of inquiry is enough for "not found"',
    "if (history.kind !== 'notFound') return history;",
    'return history;',
    ...ANSWERS,
    'acquirer/nestpay/order-history',
  ),
  nestpay(
    'a refund before the close of the batch is declined',
    "if (NOT_SETTLED_YET.has(code)) return { kind: 'notSettledYet', code };",
    '',
    ...ANSWERS,
  ),
  ask(
    'a page of a proxy is an answer of the bank',
    'await gate.report(answer !== undefined);',
    'await gate.report(isAnswered);',
    ...ANSWERS,
    'acquirer/nestpay/broken-answers',
    'flows/bank-gate.faults',
    'background/sweep.banks',
  ),
  ask(
    'an answer that is too large counts against the bank',
    'if (answer !== undefined || !isSuccess(exchange)) await',
    'await',
    'acquirer/nestpay/nestpay',
    'journeys/neighbours',
  ),
  answer(
    'an approval by its text alone is an approval',
    'if (isApprovedByText && isApprovedByCode) return approval(answer);',
    'if (isApprovedByText) return approval(answer);',
    ...ANSWERS,
    'acquirer/nestpay/broken-answers',
  ),
  answer(
    'an answer about another order is believed',
    "if (orderId !== '' && orderId !== bankOrderId) return unknown('the answer names another order');",
    '',
    ...ANSWERS,
    'acquirer/nestpay/broken-answers',
  ),
  answer(
    'an answer by which money may have moved is a decline',
    'if (uncertain) return',
    'if (false) return',
    ...ANSWERS,
    'acquirer/nestpay/answer-codes',
  ),
  outcomes(
    'a voided sale counts as one whose batch has closed',
    "if (sale?.status === 'voided') return { kind: 'alreadyVoided' };",
    '',
    'acquirer/conformance',
  ),
  outcomes(
    'a void that the issuer refuses becomes a refund',
    '(sale.batchOpen && !isUndecided)',
    'false',
    'acquirer/conformance',
  ),
  outcomes(
    'a void whose inquiry has no answer is refused',
    'if (isUnanswered(inquiry)) return unknown(`the bank answered ${code}`);\n  const sale',
    'const sale',
    'acquirer/conformance',
    'acquirer/nestpay/nestpay',
  ),
  outcomes(
    'a card number in the text of a bank is kept',
    ".replace(LONG_DIGITS, '*')",
    '',
    ...ANSWERS,
    'acquirer/nestpay/broken-answers',
  ),
  history(
    'an approved row without code 00 is an approval',
    "if (state.status === 'approved' && row.code !== '00') return undefined;",
    '',
    'acquirer/nestpay/order-history',
  ),
  history(
    'a history with an unreadable row is read without it',
    "if (operation === undefined) return unknown('an operation of the order is unreadable');",
    'if (operation === undefined) continue;',
    'acquirer/nestpay/order-history',
  ),
  history(
    'an empty history with an error says "not found"',
    "isFound(answer) || hasError(answer) ? unknown('empty history')",
    "isFound(answer) ? unknown('empty history')",
    'acquirer/nestpay/order-history',
  ),
  threeD(
    'a full authentication without its proof counts',
    "fields.get('txstatus') === 'Y' &&",
    '',
    'acquirer/nestpay/three-d-binding',
  ),
  threeD(
    'an answer for another shop counts',
    "if (fields.get('clientid') !== clientId) return 'clientId';",
    '',
    'acquirer/nestpay/three-d',
  ),
  threeD(
    'a field that comes twice is read',
    'readings.some(({ size }) => size !== pairs.length)',
    'false',
    'acquirer/nestpay/three-d',
  ),
  {
    name: 'an unknown filter is dropped, and everything returned',
    file: 'http/fields/unknown-fields.ts',
    find: 'if (unknown.length > 0) {',
    replace: 'if (unknown.length < 0) {',
    tests: ['every-endpoint/unknown-names'],
  },
  {
    name: 'payments of another customer are listed',
    file: 'endpoints/payment/list.ts',
    find: "'status', 'customerId', 'cardStorageId'",
    replace: "'status', 'cardStorageId'",
    tests: ['journeys/merchant/exact-questions'],
  },
  {
    name: 'a payment counts for the day on which its page was begun',
    file: 'store/payment/payment.ts',
    find: 'const at = isPaidStatus(status) ? paidAt : createdAt;',
    replace: 'const at = createdAt;',
    tests: ['journeys/merchant/exact-questions'],
  },
  {
    name: 'the cards of an erased customer stay',
    file: 'endpoints/customer/delete.ts',
    find: '...deletionOf(idle, now),',
    replace: '',
    tests: ['endpoints/customer/delete'],
  },
  {
    name: 'a card that waits beside a card page outlives its customer',
    file: 'endpoints/customer/delete.ts',
    find: '...waiting.map(writePendingCardOfPageEnd),',
    replace: '',
    tests: ['endpoints/hosted-page/card-page/erasure'],
  },
  {
    name: 'an erased name is read from a stored answer',
    file: 'store/customer-writes.ts',
    find: "const PERSONAL = ['fullName', 'email', 'phone', 'metadata', 'answerSecret'] as const;",
    replace: "const PERSONAL = ['fullName', 'email', 'phone', 'metadata'] as const;",
    tests: ['endpoints/customer/delete'],
  },
];
