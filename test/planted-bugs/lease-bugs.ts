// Bugs in the lease, without which nothing is sent to a bank or to a merchant's server. Each would show only
// after a restore or a switch of Regions.
import { inFile } from './planted-bug.ts';

const fence = inFile('flows/lease.ts');
const lease = inFile('domain/lease.ts');
const deliver = inFile('deliver.ts');

export const LEASE_BUGS = [
  fence(
    'a lease that cannot be read lets calls pass',
    "log('error', 'lease not read', {}, error);\n    return true;",
    "log('error', 'lease not read', {}, error);\n    return false;",
    'flows/lease',
  ),
  fence(
    'a lease counts from its answer, however late that is',
    'known = { lease, own, readAtMs };',
    'known = { lease, own, readAtMs: Date.now() };',
    'flows/lease',
  ),
  fence(
    'jobs run without a lease',
    'if (await hasLease()) return await work();',
    'return await work();',
    'flows/lease',
  ),
  lease(
    'jobs and calls run before anybody has had the lease',
    'lease !== undefined && isSame(lease, own) && lease.validFromMs <= nowMs',
    '(lease === undefined || (isSame(lease, own) && lease.validFromMs <= nowMs))',
    'flows/lease',
  ),
  lease('a lease is trusted for ever', 'ageMs < TRUSTED_MS', 'true', 'flows/lease', 'domain/lease'),
  lease(
    'a restored table of the same name has the lease of the deleted one',
    'one.table === table && one.tableId === tableId',
    'one.table === table',
    'flows/lease',
  ),
  lease(
    'the lease of a copy in another account begins with its first epoch',
    'Math.max(lease?.epoch ?? 0, owner?.epoch ?? 0) + 1',
    '(lease?.epoch ?? 0) + 1',
    'bin/lease',
  ),
  inFile('store/lease.ts')(
    'the table forgets the epoch of a new lease',
    "await commit([{ what: 'table-owner'",
    "void ([{ what: 'table-owner'",
    'bin/lease',
  ),
  inFile('store/lease.ts')(
    'a takeover overwrites a lease that it has not seen',
    "ConditionExpression: 'epoch = :epoch',",
    "ConditionExpression: 'epoch <> :epoch OR epoch = :epoch',",
    'flows/lease',
  ),
  inFile('flows/payment/three-d.ts')(
    'a return from 3-D Secure is begun without the lease',
    '    requireLease(),\n',
    '',
    'flows/lease',
  ),
  deliver(
    'deliveries that are due are sent without the lease',
    'whileLeased<Result | undefined>(() => sendDueRows(options), undefined)',
    'sendDueRows(options)',
    'background/standby',
  ),
  deliver(
    'the wait of deliveries is missing where another Region has the lease',
    '  await measureBacklog(0);\n',
    '',
    'background/standby',
  ),
  inFile('flows/webhook/lane.ts')(
    'a run whose lease is gone sends the events that follow',
    '    if (await isFencedOff()) return sent;\n',
    '',
    'background/standby',
  ),
  inFile('announce.ts')(
    'what is to come is announced without the lease',
    'whileLeased(() => announce(context), idle)',
    'announce(context)',
    'background/standby',
  ),
  inFile('capture.ts')(
    'events are recorded without the lease',
    'whileLeased(async () => ({ failedAt: await captureBatch(records, now) }), undefined)',
    '(async () => ({ failedAt: await captureBatch(records, now) }))()',
    'background/standby',
  ),
  inFile('capture/batch.ts')(
    'the stream of a standby without the lease runs ahead of the holder',
    'recorded.has(event.id) ? [] : [at]',
    'recorded.has(event.id) ? [] : []',
    'background/standby',
  ),
];
