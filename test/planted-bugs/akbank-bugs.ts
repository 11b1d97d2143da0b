// Bugs in the adapter of Akbank.
import { inFile } from './planted-bug.ts';

const akbank = inFile('acquirer/akbank/akbank.ts');
const answers = inFile('acquirer/akbank/answers.ts');
const history = inFile('acquirer/akbank/order-history.ts');
const threeD = inFile('acquirer/akbank/three-d.ts');
const requests = inFile('acquirer/akbank/requests.ts');

const SUITE = 'acquirer/conformance';

export const AKBANK_BUGS = [
  akbank(
    'an order id that was used is a decline at Akbank',
    'if (answer.code !== ORDER_ID_USED) return declineOutcome(answer);',
    'if (answer.code !== "") return declineOutcome(answer);',
    SUITE,
  ),
  answers(
    'an answer of Akbank about another order counts',
    "if (orderId !== '' && orderId !== bankOrderId)",
    'if (orderId === bankOrderId + bankOrderId)',
    'acquirer/akbank/answers',
  ),
  answers(
    'an approval of Akbank whose host declined counts',
    "if (hostCode !== '' && hostCode !== '00')",
    "if (hostCode === 'x')",
    'acquirer/akbank/answers',
  ),
  history(
    'a declined row of Akbank with the status N is a sale',
    "if (code !== APPROVED) return 'declined';",
    '',
    SUITE,
  ),
  history(
    'a row of Akbank without a code is approved',
    "if (code === '') return 'reversing';",
    "if (code === '') return 'approved';",
    'acquirer/akbank/answers',
  ),
  history(
    'a row of Akbank of another order counts',
    'if (!isOfOrder || operation',
    'if (operation',
    'acquirer/akbank/answers',
  ),
  threeD(
    'Akbank’s hash is not checked',
    "if (!isHmac(message, keys.secretKey, fields.get('hash') ?? '')) return 'hash';",
    '',
    SUITE,
  ),
  threeD(
    'a success of Akbank may leave its proof unsigned',
    "if (isSuccess && !NAMES_OF_SUCCESS.every(isListed)) return 'signed names';",
    '',
    'acquirer/akbank/answers',
  ),
  threeD(
    'a signed text under a name of the sender’s own passes at Akbank',
    "if (!names.every((name) => SIGNED_NAMES.has(name))) return 'signed names';\n  if (!isListed('responseCode') || !isListed('orderId')) return 'signed names';\n  const isSuccess = fields.get('responseCode') === APPROVED;\n  if (isSuccess && !NAMES_OF_SUCCESS.every(isListed)) return 'signed names';",
    'const isSuccess = fields.get("responseCode") === APPROVED;',
    'acquirer/akbank/answers',
  ),
  threeD(
    'a field that Akbank did not sign is read',
    'return readReturn(signedOf(fields), sent);',
    'return readReturn(fields, sent);',
    'acquirer/akbank/answers',
  ),
  requests('a refund at Akbank has no amount', '  transaction: moneyOf(order),\n});', '});', SUITE),
] as const;
