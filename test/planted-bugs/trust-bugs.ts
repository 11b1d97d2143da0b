// Bugs in what limits an insider: guessed security codes, tests of webhooks.
import { inFile } from './planted-bug.ts';

const lock = inFile('domain/card/security-code-lock.ts');
const code = inFile('flows/payment/wrong-code.ts');
const turn = inFile('store/webhook/turn.ts');
const LOCK = 'domain/card/security-code-lock';

export const TRUST_BUGS = [
  lock('a wrong code counts for a day and a moment', '- firstMs < withinMs', '- firstMs <= withinMs', LOCK),
  lock('each try of a minute has the same first reference', 'MOST_AT_ONCE - left + at', 'at', LOCK),
  lock('a lock ends by waiting', 'isLockedBy(wrongAtMs) ? [...wrongAtMs] : ', '', LOCK),
  code(
    'a missing code counts as a wrong one',
    'outcome.cvvRequired !== true',
    'true',
    'endpoints/hosted-page/stored-card/security-code-lock',
  ),
  turn(
    'tests of a webhook take no turns',
    "if (taken.kind === 'conflict') return undefined;",
    '',
    'endpoints/webhook/turns',
  ),
];
