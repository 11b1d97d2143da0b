// The bank of a live account is asked each minute, so a bank that is silent while nobody pays is noticed
// within minutes (payments.md 4.7).
import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { isAnyOpen } from '#domain/bank/breaker.ts';
import { handler as reconcile } from '#reconcile.ts';
import { loadBreaker } from '#store/bank.ts';
import { duePages } from '#store/table/due.ts';
import { merchantKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { handler as sweep } from '#sweep.ts';
import { merchantAtOtherBank, openBankLines, ownBank } from '../harness/bank-line.ts';
import { DAY, MINUTE, startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { service, logs, moveBy, now } = harness;
const lines = openBankLines();
const own = ownBank(harness);
const runs = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 800_000 };
const live = await merchantAtOtherBank(harness, { mode: 'live' });

beforeAll(async () => {
  await reconcile(undefined, runs);
});
/** The sweeps of so many minutes. */
async function minutes(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await service.timeline.setRunning(false);
    await moveBy(MINUTE);
    await sweep({ only: 'buyers' }, runs);
  }
}
const measuredSince = (from: number, metric: string) =>
  logs.slice(from).filter((line) => line.includes(`"${metric}":1`)).length;

it('the bank of a live account is asked in each sweep, and nothing is written or measured', async () => {
  const before = await loadBreaker(live.host);
  expect(before).toMatchObject({ silent: [], watcher: { merchantId: live.merchantId } });
  const from = logs.length;
  const ledger = service.bank.ledger().length;
  lines.calls(live.host);
  await minutes(10);
  expect(lines.calls(live.host)).toBe(10);
  expect(await loadBreaker(live.host)).toEqual(before);
  const asked = service.bank.ledger().slice(ledger);
  expect(new Set(asked.map(({ operation }) => operation))).toEqual(new Set(['inquiry']));
  expect(logs.slice(from).filter((line) => /"BankLatency"|"level":"error"/.test(line))).toEqual([]);
});

it('the sweep of the release before, which reads the shards only, meets no unknown row', async () => {
  for (const pages of duePages(new Date(now().getTime() + DAY), 25))
    for await (const page of pages) expect(page).toEqual([]);
});

it('the bank of test accounts is not asked', async () => {
  lines.calls(own);
  await minutes(5);
  expect(lines.calls(own)).toBe(0);
  expect(await loadBreaker(own)).toBeUndefined();
});

it('a silent bank opens its breaker within five minutes, and is asked again after it', async () => {
  const from = logs.length;
  lines.refuse(live.host);
  await minutes(4);
  expect(measuredSince(from, 'BanksOpened')).toBe(0);
  await minutes(1);
  expect(measuredSince(from, 'BanksOpened')).toBe(1);
  await minutes(3);
  // `bank-down` becomes active with the fourth minute.
  expect(measuredSince(from, 'BanksDown')).toBeGreaterThanOrEqual(4);
  lines.mend(live.host);
  await minutes(2);
  const after = await loadBreaker(live.host);
  expect(after).toMatchObject({ silent: [], watcher: { merchantId: live.merchantId } });
  expect(after && isAnyOpen(after)).toBe(false);
  lines.calls(live.host);
  await minutes(3);
  expect(lines.calls(live.host)).toBe(3);
});

it('one lost inquiry opens nothing', async () => {
  const from = logs.length;
  lines.refuse(live.host);
  await minutes(1);
  lines.mend(live.host);
  await minutes(1);
  for (let at = 0; at < 6; at += 1) {
    lines.refuse(live.host);
    await minutes(1);
    lines.mend(live.host);
    await minutes(1);
  }
  expect(measuredSince(from, 'BanksOpened')).toBe(0);
});

it('an account that is gone is followed by one that the reconciliation names', async () => {
  const second = await merchantAtOtherBank(harness, { mode: 'live' });
  await table.send(new DeleteCommand({ TableName: tableName(), Key: merchantKey(live.merchantId) }));
  lines.calls(live.host);
  await minutes(3);
  expect(lines.calls(live.host)).toBe(0);
  expect(await loadBreaker(live.host)).not.toHaveProperty('watcher');
  await moveBy(DAY);
  await reconcile(undefined, runs);
  expect(await loadBreaker(live.host)).toMatchObject({ watcher: { merchantId: second.merchantId } });
  lines.calls(live.host);
  await minutes(2);
  expect(lines.calls(live.host)).toBe(2);
});
