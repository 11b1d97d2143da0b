// Bugs in the adapter of Garanti.
import { inFile } from './planted-bug.ts';

const garanti = inFile('acquirer/garanti/garanti.ts');
const answers = inFile('acquirer/garanti/answers.ts');
const history = inFile('acquirer/garanti/order-history.ts');
const threeD = inFile('acquirer/garanti/three-d.ts');
const requests = inFile('acquirer/garanti/requests.ts');

const SUITE = 'acquirer/conformance';
const ANSWERS = 'acquirer/garanti/answers';

export const GARANTI_BUGS = [
  garanti(
    'an order that Garanti has sold is a decline',
    'if (!ALREADY_SOLD.has(answer.code)) return declineOutcome(answer);',
    'if (answer.code) return declineOutcome(answer);',
    SUITE,
  ),
  garanti(
    'one inquiry of Garanti is enough for "not found"',
    "return isNotFound(order.answer) ? { kind: 'notFound' } : unanswered(order.answer);",
    "return { kind: 'notFound' };",
    ANSWERS,
  ),
  answers(
    'the hash of Garanti’s answers is not checked',
    'if (isSigned(answer, securities)) return undefined;',
    'return undefined;',
    ANSWERS,
  ),
  answers(
    'an answer of Garanti about another order counts',
    "if (textOf(answer, 'Order', 'OrderID') !== bankOrderId) return unknown('the answer names another order');",
    '',
    ANSWERS,
  ),
  answers(
    'an approval of Garanti whose reason is a decline counts',
    "if (textOf(answer, ...RESPONSE, 'ReasonCode') !== '00') return unknown('the codes contradict each other');",
    '',
    ANSWERS,
  ),
  answers(
    'a code of Garanti’s gateway is read as an issuer’s',
    "textOf(answer, ...RESPONSE, 'Source') === 'HOST' ? 'Code' : 'ReasonCode'",
    "'Code'",
    ANSWERS,
  ),
  history(
    'a row of Garanti that contradicts itself is approved',
    "if (!isDone(row) || textOf(row, 'RetrefNum') === '') return 'reversing';",
    '',
    ANSWERS,
  ),
  history(
    'a sale that Garanti has voided stands',
    "return textOf(row, 'VoidDate') === '' ? 'approved' : 'voided';",
    "return 'approved';",
    SUITE,
  ),
  threeD(
    'Garanti’s 3-D Secure hash is not checked',
    "if (!isSame(sha512(callbackText(fields, keys.storeKey)), text('hash'))) return 'hash';",
    '',
    SUITE,
  ),
  threeD(
    'an answer of Garanti to another form counts',
    "if (text('secure3dhash') !== sent.binding) return 'own form';",
    '',
    ANSWERS,
  ),
  threeD(
    'Garanti’s sender says what is signed',
    "if (text('hashparams') !== SIGNED_NAMES) return 'signed names';",
    '',
    ANSWERS,
  ),
  requests(
    'a refund at Garanti is sent for the first user',
    'const user = isUndoing ? USERS.refund : USERS.sale;',
    'const user = USERS.sale;',
    SUITE,
  ),
] as const;
