// An operator's actions if a bank refuses a merchant's settings: show the hold, store new settings
// (recurring-payments.md R30).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../bin/driver/command.ts';
import { changeBankPassword } from '../../drivers/bank-password.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

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
