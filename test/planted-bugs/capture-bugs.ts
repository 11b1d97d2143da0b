// Bugs of captures and releases: taking what was freed, freeing what was taken, and recording what was not.
import { inFile } from './planted-bug.ts';

const authorization = inFile('domain/payment/authorization.ts');
const captureStep = inFile('flows/payment/capture-step.ts');
const movement = inFile('domain/settlement/movement.ts');
const outcome = inFile('flows/payment-outcome.ts');
const recovery = inFile('flows/payment/authorization-recovery.ts');
const step = inFile('flows/payment/bank-step.ts');
const writes = inFile('store/payment/authorization.ts');

const EDGES = 'flows/payment/capture';
const BOOKS = 'flows/payment/capture-books';

export const CAPTURE_BUGS = [
  recovery(
    'the end of a hold undoes what its merchant has captured in the portal',
    "if (found.kind === 'done') return await record(payment, found, now);\n  if (found.kind === 'reserved' && isUnsent)",
    'if (isUnsent)',
    EDGES,
  ),
  recovery(
    'a release that is lost at the end of a hold is not sent again',
    'if (resolution === undefined && askAtMs !== undefined)',
    'if (!isAuthorizationOver(authorization, now) && askAtMs !== undefined)',
    EDGES,
  ),
  recovery(
    'a capture that never arrived is sent again without its merchant',
    "if (sent.kind === 'Capture') return await undo(payment);",
    '',
    EDGES,
  ),
  recovery(
    'a capture is given up before it can have landed',
    ' && asked.nowMs >= sentAtMs + asked.arrivesWithinMs',
    '',
    EDGES,
  ),
  recovery(
    'what the portal has captured is recorded as what was asked for',
    'taken(payment, sale)',
    'taken(payment, { ...sale, amountMinor: payment.authorization.sent.amountMinor })',
    EDGES,
  ),
  recovery(
    'a release that the bank refuses is sent again for ever',
    'nextInquiryAt(inquiries + 1, now.getTime())',
    'now.getTime() + 60_000',
    EDGES,
  ),
  writes(
    'a step is stored beside one that is under way',
    ' AND attribute_not_exists(#authorization.#sent)',
    '',
    EDGES,
  ),
  authorization('two callers in one millisecond both send', 'worker: randomUUID()', "worker: ''", EDGES),
  inFile('store/payment/payment-writes.ts')(
    'what a person said of the sale decides its capture',
    "...(authorization ? ['resolution'] : []),",
    '',
    EDGES,
  ),
  captureStep(
    'a key is answered with the release of another call',
    'ended?.as === kind',
    'ended !== undefined',
    EDGES,
  ),
  captureStep(
    'a capture that the bank has declined stays under way',
    'await commitWithRetry(() => commit([writeStepUndone(payment, 0)]));',
    '',
    EDGES,
  ),
  step(
    'a capture of a part is recorded as all that was reserved',
    'chargedMinor: amountMinor',
    'chargedMinor: authorization.amountMinor',
    'journeys/capture',
  ),
  step(
    'what the bank has settled counts as released',
    "outcome.kind === 'alreadyVoided'",
    "outcome.kind === 'alreadyVoided' || outcome.kind === 'batchClosed'",
    EDGES,
  ),
  inFile('endpoints/payment/capture.ts')(
    'more is captured than was reserved',
    'amountMinor <= reservedMinor',
    'reservedMinor > 0',
    'journeys/capture',
  ),
  outcome(
    'a hold whose answer was lost is counted from when it was found',
    '? saleBeganMs(payment)',
    '? now.getTime()',
    EDGES,
  ),
  movement(
    'an authorization that arrived late is a sale in the books',
    "capture === 'manual' ? undefined : recheck",
    'recheck',
    BOOKS,
  ),
  movement(
    'a capture stands on the day on which its lost answer was found',
    'authorization.ended?.sentAt ?? paidAt',
    'paidAt',
    BOOKS,
  ),
  inFile('domain/reconciliation/comparison.ts')(
    'an authorization that arrived late is missing at the bank',
    "!isTaken || (status === 'Failed' && capture === 'manual')",
    "!isTaken || (capture === undefined && status === 'Processing')",
    BOOKS,
  ),
  inFile('domain/payment/payment-statistics.ts')(
    'a capture takes the submit of its page to another day',
    'dayOf(authorization?.at ?? paidAt)',
    'dayOf(paidAt)',
    'domain/payment/payment-statistics',
  ),
  inFile('store/payment/suspicion.ts')(
    'a shop that only reserves amounts seems to test cards',
    "newest('Successful'), newest('Authorized')",
    "newest('Successful')",
    BOOKS,
  ),
  inFile('flows/sale-inquiry.ts')(
    'what was captured in a lost time waits for a person',
    'if (captured) return',
    'if (captured?.reserved) return',
    'flows/sale-inquiry',
  ),
  inFile('acquirer/nestpay/order-history.ts')(
    'a cancelled capture of a part gives back all that was reserved',
    "state.status !== 'declined' && isPositive",
    "state.status === 'approved' && isPositive",
    BOOKS,
  ),
];
