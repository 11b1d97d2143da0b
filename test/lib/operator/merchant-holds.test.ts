// An operator's actions if a bank refuses a merchant's settings: show the hold, store new settings, reopen
// charges that an earlier version ended (recurring-payments.md R30).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { recordFailure } from '#domain/recurring-payment/charge-outcome.ts';
import type { DeclineCategory } from '#domain/recurring-payment/recurring-payment.ts';
import { loadRecurringPayment, writeStep } from '#store/recurring-payment/recurring-payment.ts';
import { commit } from '#store/table/commit.ts';
import { runCommand } from '../../bin/driver/command.ts';
import { changeBankPassword } from '../../drivers/bank-password.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, merchant, now, moveBy } = harness;
const { merchantId } = merchant;
const driver = recurringPaymentDriver(harness);
const folder = mkdtempSync(join(tmpdir(), 'merchant-holds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (program: string, ...args: string[]) => {
  const all = [...args, '--merchant', merchantId, '--local', service.baseUrl];
  return JSON.parse((await runCommand(program, ...all)).text) as Record<string, unknown>;
};
const dueInAnHour = async () => {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  return { dueMs, ...(await driver.create({ startDate: new Date(dueMs).toISOString() })) };
};

describe('a merchant whose bank refuses the password', () => {
  it('a hold is shown with code and time, and ends within seven minutes of new settings', async () => {
    const { id, dueMs } = await dueInAnHour();
    await changeBankPassword(harness, merchantId, 'rotated');
    await service.timeline.moveTo(dueMs + 2 * HOUR);
    expect((await run('merchant', 'show'))['holds']).toEqual([
      {
        virtualPos: merchantId,
        currency: 'TRY',
        since: new Date(dueMs).toISOString(),
        code: 'CORE-2202',
        meaning: 'user name, password or shop number are wrong',
        probes: expect.any(Number),
      },
    ]);
    expect(await run('merchant', 'update', '--name', 'Kahve')).not.toHaveProperty('chargesGoOnAt');
    const pos = join(folder, 'pos.json');
    writeFileSync(pos, JSON.stringify(await changeBankPassword(harness, merchantId, 'rotated again')));
    const { chargesGoOnAt } = await run('merchant', 'update', '--pos', pos);
    expect(Date.parse(String(chargesGoOnAt)) - now().getTime()).toBeLessThanOrEqual(MINUTE);
    await moveBy(7 * MINUTE);
    expect((await driver.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
    expect(await run('merchant', 'show')).not.toHaveProperty('holds');
    expect(await run('merchant', 'update')).not.toHaveProperty('chargesGoOnAt');
    await driver.cancel(id);
  });
});

/** Ends a due charge as the previous version did: the answer was a hard decline. */
async function endAsBefore(id: string, bankResponseCode: string, declineCategory: DeclineCategory = 'Hard') {
  const item = await loadRecurringPayment(merchantId, id);
  if (item === undefined) throw new Error('There is no such recurring payment.');
  const nowMs = item.record.nextAction?.atMs ?? 0;
  const card = { kind: 'chargeable', allowedFromMs: nowMs } as const;
  const decision = decideCharge(item.record, { kind: 'sweep' }, { nowMs, customerIsActive: true, card });
  if (decision.kind !== 'charge') throw new Error('Nothing is charged.');
  await commit(writeStep(item, decision.step, { pendingSale: { sentAt: '', inquiries: 0, sealVersion: 1 } }));
  const claimed = await loadRecurringPayment(merchantId, id);
  const decline = {
    declineCategory,
    errorCode: 'NOT_PERMITTED_TO_TERMINAL',
    bankResponseCode,
    nowMs,
  } as const;
  const failed = claimed && recordFailure(claimed.record, decision.step.attempt, decline);
  if (claimed && failed) await commit(writeStep(claimed, failed));
}

describe('review reopen', () => {
  it('the reopen command lists first, and reopens only charges that the settings ended', async () => {
    const plans = [
      await dueInAnHour(),
      await dueInAnHour(),
      await dueInAnHour(),
      await dueInAnHour(),
    ] as const;
    const [first, second, stolen, resumed] = plans;
    for (const { id } of [first, second, resumed]) await endAsBefore(id, 'CORE-2202');
    await endAsBefore(stolen.id, '43');
    await moveBy(3 * DAY);
    await driver.resume(resumed.id);

    const ids = (result: Record<string, unknown>) =>
      (result['found'] as { recurringPaymentId: string }[]).map((one) => one.recurringPaymentId).sort();
    const expected = [first.id, second.id].sort();
    const listed = await run('review', 'reopen');
    expect([ids(listed), listed['reopened']]).toEqual([expected, 0]);
    expect((await driver.show(first.id)).status).toBe('Unpaid');
    const since = new Date(now().getTime() - DAY).toISOString();
    expect(ids(await run('review', 'reopen', '--since', since))).toEqual([]);

    const reopened = await run('review', 'reopen', '--confirm');
    expect([ids(reopened), reopened['reopened']]).toEqual([expected, 2]);
    await moveBy(7 * MINUTE);
    for (const { id } of [first, second]) {
      expect(await driver.show(id)).toMatchObject({
        status: 'Active',
        failedAttemptCount: 0,
        successfulPaymentCount: 1,
      });
      const rows = (await driver.attempts(id)).map((one) => [
        one.periodNumber,
        one.attemptNumber,
        one.status,
      ]);
      expect(rows).toEqual([
        [1, 1, 'Failed'],
        [1, 2, 'Succeeded'],
      ]);
    }
    expect((await driver.show(stolen.id)).status).toBe('Unpaid');
    expect(driver.sales(resumed.id)).toEqual([]);
    expect(await run('review', 'reopen', '--confirm')).toMatchObject({ found: [], reopened: 0 });
  });
});
