// docs/recovery.md, played with times: a standby in a second Region takes over by one command, and a table is
// restored by the role that production makes. Only `--all` runs it.
import { strict as assert } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { KMSClient, ReplicateKeyCommand } from '@aws-sdk/client-kms';
import { LONGEST_CALL_MS } from '#domain/lease.ts';
import { SWEEP_GRACE_MS } from '#domain/recurring-payment/charge-waiting.ts';
import { nameOf } from '../../lib/cloud/deployment.ts';
import { ownRoleName } from '../../lib/cloud/own-roles.ts';
import type { Bank } from '../../lib/local/bank/bank.ts';
import { callAws } from '../../lib/operator/aws/aws-request.ts';
import { ACCOUNT, KEYS, REGION, requireLoopback } from './loopback.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { openOperator } from './operator.ts';
import type { Report } from './report.ts';
import { type Outputs, openStage, type Place, STAGE, type Stage } from './stage.ts';
import type { Stored } from './steps/card-steps.ts';
import { APPROVED, openPage } from './steps/payment-steps.ts';
import { type Attempt, createRecurringPayment } from './steps/recurring-payment-steps.ts';

type Recovery = { report: Report; place: Place };
type Standby = Recovery & {
  merchant: Merchant;
  outputs: Outputs;
  stored: Stored;
  bank: Bank;
};
type Lease = { validFrom: string; epoch: number };

const KEY_OUTPUTS = {
  card: 'Card',
  secrets: 'Secrets',
  fingerprint: 'Fingerprint',
  digest: 'Digest',
  merchant: 'Merchant',
};
/** The option that gives a stage the keys of another one. */
export const keyArnsIn = (outputs: Outputs): string =>
  Object.entries(KEY_OUTPUTS)
    .map(([name, output]) => `${name}=${outputs[`${output}KeyId`]}`)
    .join(',');

const SECOND_REGION = 'eu-west-1';
const STANDBY = 'rehearsal-2';

/** The emulator has replicas, but its CloudFormation makes none. */
async function replicate({ endpoint }: Place, outputs: Outputs): Promise<void> {
  const client = { endpoint, region: REGION, credentials: KEYS };
  const [dynamodb, kms] = [new DynamoDBClient(client), new KMSClient(client)];
  const ReplicaUpdates = [{ Create: { RegionName: SECOND_REGION } }];
  for (const TableName of [nameOf(STAGE), nameOf(STAGE, 'lease')]) {
    await dynamodb.send(new UpdateTableCommand({ TableName, ReplicaUpdates }));
  }
  for (const output of Object.values(KEY_OUTPUTS)) {
    const KeyId = outputs[`${output}KeyId`];
    await kms.send(new ReplicateKeyCommand({ KeyId, ReplicaRegion: SECOND_REGION }));
  }
}

/** A charge falls due when no Region has the lease: the first one leaves it, the second one makes it. */
export async function switchRegion(context: Standby): Promise<void> {
  const { report, place, merchant, outputs, stored, bank } = context;
  const there = { ...place, region: SECOND_REGION };
  const standby = openStage(there, STANDBY, {
    merchantRate: '0',
    tableName: nameOf(STAGE),
    leaseTable: nameOf(STAGE, 'lease'),
    keyArns: keyArnsIn(outputs).replaceAll(`:${REGION}:`, `:${SECOND_REGION}:`),
  });
  const thereAsMerchant = await report.step(
    'A standby is deployed in a second Region',
    async () => {
      await replicate(place, outputs);
      await standby.synthesise();
      await standby.bootstrap();
      return openMerchant(merchant, await standby.deploy(), place.endpoint);
    },
    () => `${SECOND_REGION}, with replicas of table, lease and keys`,
  );
  const salesBefore = salesOf(bank);
  await report.step(
    'It takes no money before the switch',
    () => refusesToPay(thereAsMerchant, 'STANDBY-EARLY'),
    (notice) => `"${notice.split('. ')[0]}."`,
  );
  const startedMs = Date.now();
  const lease = await report.step(
    'One command switches to it',
    async () => JSON.parse(await standby.operate('bin/lease.ts', ['take', '--confirm'], '')) as Lease,
    ({ epoch, validFrom }) => `epoch ${epoch}, from ${validFrom}`,
  );
  const fromMs = Date.parse(lease.validFrom);
  // The first Region trusts what it has read no more, and the second one begins no call yet.
  const dueMs = fromMs - LONGEST_CALL_MS;
  const id = await createRecurringPayment({ report, merchant }, stored, new Date(dueMs).toISOString());
  await openOperator(there, STANDBY).sweepAt(dueMs + SWEEP_GRACE_MS + 5_000);
  await report.step(
    'Buyers pay there, and no longer in the first Region',
    async () => {
      await pause(Math.max(0, fromMs - Date.now()), undefined, { signal: place.signal });
      await paysOnce(thereAsMerchant, 'STANDBY');
      await refusesToPay(merchant, 'FIRST');
      assert.equal(salesOf(bank), salesBefore + 1);
      return secondsSince(startedMs);
    },
    (seconds) => `${seconds} s after the command; the first one is fenced`,
  );
  await report.step(
    'The charge that fell due in between is made once',
    async () => {
      const made = await awaitCharge(thereAsMerchant, id, place.signal);
      assert.equal(salesOf(bank), salesBefore + 2);
      return made;
    },
    ({ trigger }) => `${secondsSince(startedMs)} s after the command, trigger ${trigger}`,
  );
  await standby.destroy();
}

const secondsSince = (startMs: number) => Math.round((Date.now() - startMs) / 1000);
const salesOf = (bank: Bank) =>
  bank.ledger().filter(({ operation, outcome }) => operation === 'sale' && outcome === 'approved').length;

export async function paysOnce(merchant: Merchant, orderNumber: string): Promise<void> {
  const shownTo = await merchant.pay(await openPage({ merchant }, orderNumber), APPROVED);
  assert.match(shownTo, /^https:\/\/shop\.example\/thanks\?/);
}

async function refusesToPay(merchant: Merchant, orderNumber: string): Promise<string> {
  const notice = await merchant.pay(await openPage({ merchant }, orderNumber), APPROVED);
  assert.doesNotMatch(notice, /^http/);
  return notice;
}

async function awaitCharge(merchant: Merchant, id: string, signal: AbortSignal): Promise<Attempt> {
  const endMs = Date.now() + 2 * SWEEP_GRACE_MS;
  for (;;) {
    const path = `/api/RecurringPayment/${id}/transactions`;
    const { items } = (await merchant.call('GET', path)) as { items: Attempt[] };
    const [attempt, ...others] = items;
    assert.deepEqual(others, []);
    if (attempt?.status === 'Succeeded') return attempt;
    assert.ok(Date.now() < endMs, `no charge: ${JSON.stringify(items)}`);
    await pause(1_000, undefined, { signal });
  }
}

/** By a role that nobody but AWS Backup and people with a second factor may assume. Returns the new name. */
export async function restoreTable({ report, place }: Recovery, name: string): Promise<string> {
  const SourceTableName = nameOf(name);
  const TargetTableName = `${SourceTableName}-2`;
  return await report.step(
    'Its table is restored to a second of before',
    async () => {
      const credentials = await assumeRole(place, ownRoleName(name, 'restore'));
      // The emulator reads the table of a grant from `TableName` only.
      const body = {
        SourceTableName,
        TargetTableName,
        UseLatestRestorableTime: true,
        TableName: SourceTableName,
      };
      const target = 'DynamoDB_20120810.RestoreTableToPointInTime';
      const url = new URL(requireLoopback(place.endpoint));
      const request = { service: 'dynamodb', url, body, target } as const;
      const { status, text } = await callAws(request, { credentials, region: REGION });
      assert.equal(status, 200, text);
      return TargetTableName;
    },
    (table) => `${table}, by the role ${ownRoleName(name, 'restore')}`,
  );
}

async function assumeRole({ endpoint }: Place, roleName: string) {
  const fields = {
    Action: 'AssumeRole',
    RoleArn: `arn:aws:iam::${ACCOUNT}:role/${roleName}`,
    RoleSessionName: 'drill',
    Version: '2011-06-15',
  };
  const body = String(new URLSearchParams(fields));
  const url = new URL(requireLoopback(endpoint));
  const signer = { credentials: KEYS, region: REGION };
  const { status, text } = await callAws({ service: 'sts', url, body }, signer);
  assert.equal(status, 200, text);
  const fieldOf = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1] ?? '';
  return {
    accessKeyId: fieldOf('AccessKeyId'),
    secretAccessKey: fieldOf('SecretAccessKey'),
    sessionToken: fieldOf('SessionToken'),
  };
}

const showLease = async (stage: Stage) =>
  JSON.parse(await stage.operate('bin/lease.ts', ['show'], '')) as {
    lease: Lease | null;
    mayMoveMoney: boolean;
  };

const mayMove = ({ lease, mayMoveMoney }: Awaited<ReturnType<typeof showLease>>) => [lease, mayMoveMoney];

/** A copy charges nothing until an operator says that it is the one. */
export async function takeLease({ report }: Recovery, stage: Stage): Promise<void> {
  const startedMs = Date.now();
  await report.step(
    'The copy moves no money until its lease is taken',
    async () => {
      assert.deepEqual(mayMove(await showLease(stage)), [null, false]);
      const takenMs = Date.now();
      const { validFrom } = JSON.parse(
        await stage.operate('bin/lease.ts', ['take', '--confirm'], ''),
      ) as Lease;
      await pause(Math.max(0, Date.parse(validFrom) - Date.now()));
      assert.equal((await showLease(stage)).mayMoveMoney, true);
      return secondsSince(takenMs);
    },
    (seconds) => `it may ${seconds} s after the command, ${secondsSince(startedMs)} s after the deployment`,
  );
}
