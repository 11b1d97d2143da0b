// Bugs in the keys of repeated requests and in their stored answers.
import { inFile } from './planted-bug.ts';

const keys = inFile('store/idempotency.ts');
const header = inFile('http/idempotency/idempotency-key.ts');
const recorder = inFile('http/idempotency/answer-recorder.ts');

export const REPEATED_CALL_BUGS = [
  keys(
    'a key is forgotten after a day',
    'KEPT_DAYS = 30',
    'KEPT_DAYS = 1',
    'http/idempotency-key',
    'every-endpoint/every-route',
  ),
  keys(
    'a second request overwrites the record of the first',
    "'attribute_not_exists(#pk) OR #startedAt <= :oldest'",
    "'attribute_not_exists(#pk) OR #startedAt > :oldest OR #startedAt <= :oldest'",
    'http/idempotency-key',
    'endpoints/customer/create',
    'every-endpoint/every-route',
  ),
  header(
    'one key on two routes has one answer',
    "macs('idempotency', event.httpMethod, event.path, key)",
    "macs('idempotency', event.httpMethod, key)",
    'http/idempotency-key',
    'every-endpoint/every-route',
  ),
  header(
    'another body gets the answer of the first',
    "if (!fingerprints.includes(item.fingerprint)) throw new Rejection('IDEMPOTENCY_KEY_REUSED');",
    '',
    'http/idempotency-key',
    'every-endpoint/every-route',
  ),
  header(
    'a request counts as crashed while it runs',
    'CRASHED_AFTER_MS = 60_000',
    'CRASHED_AFTER_MS = 5_000',
    'http/idempotency-key',
  ),
  keys(
    'the first answer of a slow call overwrites the answer of its resumption',
    "change('idempotency', running, { answer })",
    "{ ...change('idempotency', running, { answer }), condition: { expression: 'attribute_exists(#pk)' } }",
    'http/slow-call',
  ),
  recorder(
    'an undone call keeps its key',
    'running ? await withRecord(writes, writeForgotten(running)) : await commit(writes)',
    'await commit(writes)',
    'http/slow-call',
    'flows/refund/differing-history',
  ),
];
