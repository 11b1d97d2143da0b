// An operator changes the bank of a merchant, and keeps, renews and removes virtual POS (virtual-pos.md 3).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { AcquirerSettings, SettingsOf } from '#acquirer/connect.ts';
import { forgetBank } from '#flows/bank-connection.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { openVirtualPos } from '#vault/virtual-pos.ts';
import { runCommand } from '../../bin/driver/command.ts';
import { changeBankPassword } from '../../drivers/bank-password.ts';
import { storedOrderId } from '../../drivers/books.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { openSecondBank } from '../../drivers/second-bank.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, payOrder, moveBy } = harness;
const second = await openSecondBank(harness);
const folder = mkdtempSync(join(tmpdir(), 'virtual-pos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(settings: AcquirerSettings): string {
  files += 1;
  const file = join(folder, `${files}.json`);
  writeFileSync(file, JSON.stringify(settings));
  return file;
}
type Shown = { posId: string; isCurrent: boolean; address: string; removedAt?: string };
type Printed = { posId?: string; answers?: string; virtualPos: Shown[] };

async function merchantWithCommands() {
  const merchant = await service.addMerchant({ threeDSecure: 'never' });
  const { merchantId, apiKey: key } = merchant;
  const pos = async (...args: string[]) => {
    const place = ['--merchant', merchantId, '--local', service.baseUrl];
    const result = await runCommand('merchant', 'pos', ...args, ...place);
    forgetBank(merchantId);
    return result;
  };
  return {
    merchantId,
    key,
    refunds: refundDriver(harness, merchant),
    pos,
    /** Returns the output of the command; throws if it fails. */
    done: async (...args: string[]): Promise<Printed> => {
      const { code, text } = await pos(...args);
      expect([code, text]).toEqual([0, expect.stringContaining('"virtualPos"')]);
      return JSON.parse(text) as Printed;
    },
    current: async (): Promise<string | undefined> => (await loadMerchant(merchantId))?.currentPos,
  };
}
async function salesAt(bank: typeof service.bank, reference: string) {
  const ours = await storedOrderId(reference);
  return bank.ledger().filter(({ orderId, operation }) => orderId === ours && operation !== 'inquiry');
}

it('one command changes the bank and prints no secret, and another one changes it back', async () => {
  const { merchantId, key, refunds, pos, done } = await merchantWithCommands();
  const before = await payOrder({}, {}, { key });
  const settings = second.newPos();
  const { posId = '', virtualPos } = await done('change', '--pos', fileOf(settings));
  const { host } = new URL(settings.apiUrl);
  expect(virtualPos).toMatchObject([
    { posId: merchantId, isCurrent: false, address: new URL(service.baseUrl).host },
    { posId, isCurrent: true, address: host, clientId: settings.clientId },
  ]);
  const after = await payOrder({}, {}, { key });
  const sold = [await salesAt(service.bank, before), await salesAt(second.bank, after)];
  expect(sold.map(({ length }) => length)).toEqual([1, 1]);
  expect((await refunds.cancel(before)).json.data.status).toBe('Completed');
  expect((await salesAt(service.bank, before)).map(({ operation }) => operation)).toEqual(['sale', 'void']);
  const { text } = await pos('list');
  for (const secret of [settings.password, settings.storeKey]) expect(text).not.toContain(secret);
  // The previous version would ask the first bank about all payments: it finds no settings, and asks none.
  const { sealedAcquirer = new Uint8Array() } = (await loadMerchant(merchantId)) ?? {};
  await expect(openVirtualPos(sealedAcquirer, { merchantId, posId: merchantId })).rejects.toThrow();
  const back = await done('current', '--virtual-pos', merchantId);
  expect(back.virtualPos.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
});

it('a bank that refuses the new settings, or does not answer, leaves all settings unchanged', async () => {
  const { pos, done, current } = await merchantWithCommands();
  const wrong = { ...second.newPos(), password: 'yanlış' };
  const refused = await pos('change', '--pos', fileOf(wrong));
  expect(refused.code).toBe(1);
  expect(refused.text).toContain('the bank refuses this virtual POS with CORE-2202: user name, password');
  const silent = { ...second.newPos(), apiUrl: 'http://localhost:9/fim/api' };
  expect((await pos('change', '--pos', fileOf(silent))).text).toContain('the bank did not answer');
  expect([await current(), (await done('list')).virtualPos.length]).toEqual([undefined, 1]);
  const { posId } = await done('change', '--pos', fileOf(silent), '--unchecked');
  expect(await current()).toBe(posId);
});

it('create, update and rotate store no settings to which no bank answers, unless told to', async () => {
  const { merchantId } = await merchantWithCommands();
  const run = (...args: string[]) => runCommand('merchant', ...args, '--local', service.baseUrl);
  const settings = async () => {
    const { sealedAcquirer = new Uint8Array() } = (await loadMerchant(merchantId)) ?? {};
    return (await openVirtualPos(sealedAcquirer, { merchantId, posId: merchantId })) as SettingsOf<'nestpay'>;
  };
  const before = await settings();
  const lost = fileOf({ ...before, apiUrl: `${before.apiUrl}/typo` });
  const refused = fileOf({ ...before, password: 'yanlış' });
  const rotate = ['pos', 'rotate', '--merchant', merchantId, '--virtual-pos', merchantId];
  for (const command of [['create', '--name', 'Yeni'], ['update', '--merchant', merchantId], rotate]) {
    const unanswered = await run(...command, '--pos', lost);
    expect([unanswered.code, unanswered.text]).toEqual([1, expect.stringContaining('did not answer')]);
    const unaccepted = await run(...command, '--pos', refused);
    expect([unaccepted.code, unaccepted.text]).toEqual([1, expect.stringContaining('CORE-2202')]);
  }
  expect(await settings()).toEqual(before);
  expect((await run(...rotate, '--pos', lost, '--unchecked')).code).toBe(0);
  expect((await settings()).apiUrl).toBe(`${before.apiUrl}/typo`);
});

it('a POS that is added takes no payment until it is made current, and is not added twice', async () => {
  const { key, pos, done } = await merchantWithCommands();
  const file = fileOf(second.newPos());
  const { posId = '', answers } = await done('add', '--pos', file);
  expect(answers).toBe(posId);
  const reference = await payOrder({}, {}, { key });
  expect(await salesAt(second.bank, reference)).toEqual([]);
  expect((await pos('change', '--pos', file)).text).toContain(`has this virtual POS already: ${posId}`);
  await done('current', '--virtual-pos', posId);
  expect(await salesAt(second.bank, await payOrder({}, {}, { key }))).toHaveLength(1);
  expect((await pos('current', '--virtual-pos', 'x')).text).toContain('has no virtual POS x');
});

it('a POS is added only once its bank has accepted the settings, unless that is left out', async () => {
  const { pos, done } = await merchantWithCommands();
  const settings = second.newPos();
  const refused = fileOf({ ...settings, password: 'wrong' });
  expect(await pos('add', '--pos', refused)).toMatchObject({
    code: 1,
    text: expect.stringContaining('CORE-2202'),
  });
  const silent = fileOf({ ...settings, apiUrl: `${settings.apiUrl}/typo` });
  expect((await pos('add', '--pos', silent)).text).toContain('repeat with --unchecked');
  expect((await done('list')).virtualPos).toHaveLength(1);
  const { answers, virtualPos } = await done('add', '--pos', silent, '--unchecked');
  expect([answers, virtualPos.length]).toEqual([undefined, 2]);
});

it('new settings are stored for the POS of the same shop and bank only', async () => {
  const { merchantId, key, refunds, pos, done } = await merchantWithCommands();
  const reference = await payOrder({}, {}, { key });
  await done('change', '--pos', fileOf(second.newPos()));
  const renewed = await changeBankPassword(harness, merchantId, 'yeni-parola-9');
  await done('rotate', '--virtual-pos', merchantId, '--pos', fileOf(renewed));
  expect((await refunds.cancel(reference)).json.data.status).toBe('Completed');
  const other = await pos('rotate', '--virtual-pos', merchantId, '--pos', fileOf(second.newPos()));
  expect(other.text).toContain('another shop number. To change the bank use: pos change');
  const moved = { ...renewed, apiUrl: 'https://bank.example/fim/api' };
  expect((await pos('rotate', '--virtual-pos', merchantId, '--pos', fileOf(moved))).text).toContain(
    'stays at its bank',
  );
});

it('a POS is removed after its refund window, or before on request, with its settings', async () => {
  const { merchantId, key, refunds, pos, done } = await merchantWithCommands();
  const reference = await payOrder({}, {}, { key });
  expect((await pos('remove', '--virtual-pos', merchantId)).text).toContain('is current');
  const { posId = '' } = await done('change', '--pos', fileOf(second.newPos()));
  expect((await pos('remove', '--virtual-pos', merchantId, '--give-up-refunds')).text).toContain(
    'is asked about its last payments',
  );
  await moveBy(4 * DAY);
  const refused = await pos('remove', '--virtual-pos', merchantId);
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('--give-up-refunds')]);
  expect((await refunds.partial(reference, 1)).status).toBe(201);
  service.bank.script(['lost-before']);
  expect((await refunds.partial(reference, 2)).status).toBe(202);
  const asked = await pos('remove', '--virtual-pos', merchantId, '--give-up-refunds');
  expect([asked.code, asked.text]).toEqual([1, expect.stringContaining('is asked about')]);
  // The refund was sent again by then, and the bank is asked about the first request once more.
  await moveBy(2 * HOUR);
  const looked = await pos('remove', '--virtual-pos', merchantId, '--give-up-refunds');
  expect([looked.code, looked.text]).toEqual([1, expect.stringContaining('is asked about')]);
  await moveBy(DAY);
  const { virtualPos } = await done('remove', '--virtual-pos', merchantId, '--give-up-refunds');
  expect(virtualPos[0]?.removedAt).toBeDefined();
  const answer = await refunds.partial(reference, 1);
  expect([answer.status, answer.json.errorCode]).toEqual([409, 'PAYMENT_NOT_REFUNDABLE']);
  const allowedStatuses = ['Successful', 'PartiallyRefunded'];
  expect(answer.json.data).toMatchObject({ status: 'PartiallyRefunded', allowedStatuses });
  const { sealedAcquirer = new Uint8Array() } = (await loadMerchant(merchantId)) ?? {};
  await expect(openVirtualPos(sealedAcquirer, { merchantId, posId: merchantId })).rejects.toThrow();
  expect((await pos('current', '--virtual-pos', merchantId)).text).toContain('was removed');
  const { posId: third = '' } = await done('add', '--pos', fileOf(second.newPos()));
  await done('remove', '--virtual-pos', third);
  expect(await payOrder({}, {}, { key })).toContain('PAY-');
  expect((await loadMerchant(merchantId))?.currentPos).toBe(posId);
});
