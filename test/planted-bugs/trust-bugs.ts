// Bugs in what limits an insider: guessed security codes, tests of webhooks, and events of webhooks.
import { inFile } from './planted-bug.ts';

const lock = inFile('domain/card/security-code-lock.ts');
const code = inFile('flows/payment/wrong-code.ts');
const turn = inFile('store/webhook/turn.ts');
const account = inFile('domain/event/account-events.ts');
const webhook = inFile('domain/webhook/webhook.ts');
const stored = inFile('store/webhook/webhook.ts');
const row = inFile('store/table/row.ts');
const revoked = inFile('domain/webhook/revoked.ts');
const installments = inFile('store/installment/table.ts');
const HOOK = 'domain/webhook/webhook';
const LOCK = 'domain/card/security-code-lock';

const lane = inFile('flows/webhook/lane.ts');
const range = inFile('domain/address-range.ts');
const newKey = inFile('endpoints/key/create.ts');

export const TRUST_BUGS = [
  lane(
    'what a receiver repeats of a person outlives the erasure',
    "isErasable(claim.type) ? '' : ",
    '',
    'journeys/merchant/erased-person',
  ),
  range('a key of a range makes one of all addresses', ' || outer.bits > bits', '', 'domain/address-range'),
  range(
    'a key of no address that can be read works from any',
    'read !== undefined && ',
    'read === undefined || ',
    'domain/address-range',
  ),
  inFile('http/json-handler.ts')(
    'a limited key works from any address',
    "  requireAddress(caller, requestContext.identity?.sourceIp ?? '');\n",
    '',
    'endpoints/key/keys',
  ),
  newKey('a key that a limited one makes works from any address', ': own;', ': [];', 'endpoints/key/keys'),
  newKey('a key outlives the one that made it', 'Math.min(ownEndMs, ', 'Math.max(0, ', 'endpoints/key/keys'),
  inFile('domain/event/announcement.ts')(
    'the end of a key is announced once',
    '.findLast((one)',
    '.find((one)',
    'domain/event/announcement',
  ),
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
  account(
    'a new secret is told to nobody',
    "'description', 'secrets'",
    "'description'",
    'domain/event/account-events',
  ),
  account(
    'a webhook without a success is told as changed by its merchant',
    "disabledReason === 'ByMerchant' || disabledReason === 'KeyRevoked'",
    'disabledReason !== undefined',
    'domain/event/account-events',
  ),
  revoked('a webhook that a revoked key has taken over goes on', ' || keyIds.has(urlSetBy)', '', HOOK),
  revoked(
    'the address of a revoked key is told of the next one',
    "before.disabledReason === 'KeyRevoked' || ",
    '',
    HOOK,
  ),
  webhook('no key knows a secret', '[secret, ...replaced]', '[{ sealed: secret.sealed }, ...replaced]', HOOK),
  installments(
    'a key that sets a table twice sets the former one too',
    'own === undefined || isOfSame ? own?.former : versionOf(own)',
    'own && versionOf(own)',
    'bin/revoked-key',
  ),
  webhook('a webhook is told of itself', 'objectId !== id &&', '', 'domain/webhook/webhook'),
  inFile('endpoints/card/create.ts')(
    'a stored card does not name the key that stored it',
    '    createdBy: caller.keyId,\n',
    '',
    'bin/revoked-key',
  ),
  stored('a deleted webhook is told to nobody', '\n      ...CAPTURE_TRIGGER,', '', 'webhook/account-events'),
  row(
    'deliveries of a webhook that was changed once are told to capture',
    '...Object.keys({ ...CAPTURE_TRIGGER, ...DELIVERY_TRIGGER }),',
    '',
    'webhook/account-events',
  ),
];
