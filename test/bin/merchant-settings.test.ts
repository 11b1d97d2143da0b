// Changes of a merchant's settings: a renewed password, another frame origin, another 3-D Secure policy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readAcquirerSettings } from '#acquirer/connect.ts';
import { loadMerchant } from '#store/merchant.ts';
import { open } from '#vault/vault.ts';
import { startHarness } from '../harness/harness.ts';
import { runCommand } from './command.ts';

const { service } = await startHarness();
const folder = mkdtempSync(join(tmpdir(), 'merchant-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { merchantId } = await service.addMerchant({ name: 'Çiçekçi', frameOrigins: ['https://old.example'] });

const runText = async (...args: string[]) =>
  (await runCommand('merchant', ...args, '--merchant', merchantId, '--local', service.baseUrl)).text;
const runJson = async (...args: string[]) => JSON.parse(await runText(...args)) as Record<string, unknown>;
const storedPos = async () => {
  const merchant = await loadMerchant(merchantId);
  if (merchant === undefined) throw new Error('The merchant is gone.');
  const context = { purpose: 'acquirer', merchantId } as const;
  return readAcquirerSettings(await open(merchant.sealedAcquirer, context));
};
function posFile(pos: object): string {
  const file = join(folder, 'pos.json');
  writeFileSync(file, JSON.stringify(pos));
  return file;
}

it('given settings are replaced, and others stay', async () => {
  const before = await runJson('show');
  expect(before).toEqual({
    ...{
      mode: 'test',
      testTwin: null,
      merchantId,
      name: 'Çiçekçi',
      timeZone: 'Europe/Istanbul',
      threeDSecure: 'newCards',
    },
    ...{ acceptHalfSecure: false, frameOrigins: ['https://old.example'], installments: [1] },
    ...{ spreadWindowMinutes: 0, storedCardCvv: 'always' },
    ...{ refundApproval: 'oneKey', fourEyesFromMinor: 0, listShards: 1 },
  });
  const args = ['--stored-card-cvv', 'whenAsked', '--installment', '1', '--installment', '3'];
  const changed = { storedCardCvv: 'whenAsked', installments: [1, 3] };
  expect(await runJson('update', ...args)).toEqual({ ...before, ...changed });
  const more = ['--frame-origin', 'none', '--accept-half-secure', '--spread-minutes', '60'];
  await runJson('update', ...more);
  const after = { ...before, ...changed, frameOrigins: [], acceptHalfSecure: true, spreadWindowMinutes: 60 };
  expect(await runJson('show')).toEqual(after);
  expect(await runJson('update', '--no-accept-half-secure')).toEqual({ ...after, acceptHalfSecure: false });
});

it('refunds can be made to need two keys, from an amount in TRY on', async () => {
  const change = async (...args: string[]) => {
    const { refundApproval, fourEyesFromMinor } = await runJson('update', ...args);
    return [refundApproval, fourEyesFromMinor];
  };
  expect(await change('--refund-approval', 'fourEyes')).toEqual(['fourEyes', 0]);
  expect(await change('--four-eyes-from', '999.5')).toEqual(['fourEyes', 99_950]);
  expect(await change('--four-eyes-from', '0')).toEqual(['fourEyes', 0]);
  expect(await change('--refund-approval', 'oneKey')).toEqual(['oneKey', 0]);
});

it('a renewed bank password is stored and never printed', async () => {
  const pos = { ...(await storedPos()), password: 'yeni-parola-7' };
  expect(await runText('update', '--pos', posFile(pos))).not.toContain('yeni-parola-7');
  expect(await storedPos()).toEqual(pos);
});

it('a virtual POS with another clientId is rejected, since only the old one can refund', async () => {
  const pos = await storedPos();
  const answer = await runText('update', '--pos', posFile({ ...pos, clientId: '999' }));
  expect(answer).toContain('another clientId');
  expect(await storedPos()).toEqual(pos);
});

it.each([
  [['--three-d-secure', 'sometimes'], '3-D Secure is one of: always, newCards, never.'],
  [['--stored-card-cvv', 'never'], 'The CVV of stored cards is one of: always, whenAsked.'],
  [['--spread-minutes', '1440'], '0 to 1439 whole minutes'],
  [['--spread-minutes', '-5'], 'spread'],
  [['--refund-approval', 'four'], 'one of: oneKey, fourEyes'],
  [['--four-eyes-from', '1,000'], 'an amount in TRY'],
  [['--four-eyes-from', '1e3'], 'an amount in TRY'],
  [['--time-zone', 'Mars/Base'], 'time zone'],
  [['--installment', '13'], 'Installment counts'],
])('%s is rejected, and nothing changes', async (args, message) => {
  const before = await runJson('show');
  expect(await runText('update', ...args, '--name', 'Başka')).toContain(message);
  expect(await runJson('show')).toEqual(before);
});
