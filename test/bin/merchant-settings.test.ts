// Changes of a merchant's settings: a renewed password, another frame origin, another 3-D Secure policy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAcquirerSettings } from '#acquirer/connect.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { open } from '#vault/vault.ts';
import { jpegImage, pngImage } from '../fixtures/images.ts';
import { startHarness } from '../harness/harness.ts';
import { runCommand } from './driver/command.ts';

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

it('the given settings are replaced, and others stay', async () => {
  const before = await runJson('show');
  expect(before).toEqual({
    mode: 'test',
    testTwin: null,
    merchantId,
    name: 'Çiçekçi',
    timeZone: 'Europe/Istanbul',
    threeDSecure: 'newCards',
    acceptHalfSecure: false,
    cardRemoval: false,
    olderCardMandate: 'warn',
    pageBeacon: true,
    frameOrigins: ['https://old.example'],
    installments: [1],
    spreadWindowMinutes: 0,
    storedCardCvv: 'always',
    upcomingChargeDays: 0,
    refundExpiryDays: 30,
    refundApproval: 'oneKey',
    fourEyesFromMinor: 0,
  });
  const args = ['--stored-card-cvv', 'whenAsked', '--installment', '1', '--installment', '3'];
  const changed = { storedCardCvv: 'whenAsked', installments: [1, 3] };
  expect(await runJson('update', ...args)).toEqual({ ...before, ...changed });
  const more = [
    '--frame-origin',
    'none',
    '--accept-half-secure',
    '--card-removal',
    '--older-card-mandate',
    'require',
    '--no-page-beacon',
    '--spread-minutes',
    '60',
  ];
  await runJson('update', ...more);
  const after = {
    ...before,
    ...changed,
    frameOrigins: [],
    acceptHalfSecure: true,
    cardRemoval: true,
    olderCardMandate: 'require',
    pageBeacon: false,
    spreadWindowMinutes: 60,
  };
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
  const shown = await runText('update', '--pos', posFile(pos), '--unchecked');
  expect(shown).not.toContain('yeni-parola-7');
  expect(await storedPos()).toEqual(pos);
});

it('a virtual POS with another shop number is rejected, since only the old one can refund', async () => {
  const pos = await storedPos();
  const answer = await runText('update', '--pos', posFile({ ...pos, clientId: '999' }));
  expect(answer).toContain('another shop number');
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
  [['--installment', '37'], 'Installment counts'],
])('a command with %s is rejected, and nothing changes', async (args, message) => {
  const before = await runJson('show');
  expect(await runText('update', ...args, '--name', 'Başka')).toContain(message);
  expect(await runJson('show')).toEqual(before);
});

describe('the branding of a shop', () => {
  const file = (name: string, content: Buffer | string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('each part of the branding is set and removed separately, and shown by the show command', async () => {
    const texts = ['--color', '#8A4B22', '--display-name', 'Kahve Dükkânı', '--support-phone', '444 0 000'];
    const links = ['--terms-url', 'https://shop.example/kosullar', '--support-email', 'destek@shop.example'];
    await runJson('update', ...texts, ...links, '--logo', file('logo.png', pngImage()));
    const { branding } = await runJson('show');
    expect(branding).toEqual({
      color: '#8a4b22',
      displayName: 'Kahve Dükkânı',
      supportPhone: '444 0 000',
      termsUrl: 'https://shop.example/kosullar',
      supportEmail: 'destek@shop.example',
      logo: expect.stringMatching(/^64x32-[0-9a-f]{32}$/),
    });
    const changed = await runJson('update', '--support-phone', 'none', '--logo', file('a.jpg', jpegImage()));
    const { supportPhone: _, logo: before, ...rest } = branding as Record<string, string>;
    expect(changed['branding']).toEqual({ ...rest, logo: expect.stringMatching(/^64x32-/) });
    expect((changed['branding'] as Record<string, string>)['logo']).not.toBe(before);
    const { logo: __, ...bare } = (await runJson('update', '--logo', 'none'))['branding'] as typeof rest;
    expect(bare).toEqual(rest);
  });

  it.each([
    ['--color', '#777777', 'color: Its format is invalid; it must be a colour that text can be read on'],
    ['--color', 'red', 'a colour like #8a4b22'],
    ['--terms-url', 'http://shop.example', 'termsUrl: Its format is invalid; it must be an address'],
    ['--logo', file('logo.svg', '<svg/>'), 'An SVG can contain scripts: export it as PNG'],
    ['--logo', file('large.png', Buffer.concat([pngImage(), Buffer.alloc(20_480)])), 'more than 20 KB'],
    ['--logo', file('small.png', pngImage({ width: 8 })), '16 to 1024 pixels'],
  ])(
    'the option %s %s is refused with an accepted value, and nothing changes',
    async (option, value, says) => {
      const before = await runJson('show');
      expect(await runText('update', option, value)).toContain(says);
      expect(await runJson('show')).toEqual(before);
    },
  );

  it('a new merchant of the local service can have branding from the start', async () => {
    const args = ['--name', 'Kiraz', '--color', '#14213d', '--logo', file('kiraz.png', pngImage())];
    const { text } = await runCommand('merchant', 'create', ...args, '--local', service.baseUrl);
    const created = JSON.parse(text) as { merchantId: string };
    expect((await loadMerchant(created.merchantId))?.branding).toMatchObject({
      color: '#14213d',
      logo: expect.stringMatching(/^64x32-/),
    });
  });
});
