// `npm run escrow`: an account is lost with its keys. The table of a backup gets new keys in another account,
// the copies of the cards are opened with the components of the offline key, and plans are charged again.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sdk from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetBank } from '#flows/bank-connection.ts';
import { forgetLease } from '#flows/lease.ts';
import { loadCard, loadSealedCard } from '#store/card/card.ts';
import { describeHolder, loadLease, saveLease } from '#store/lease.ts';
import { loadMerchant } from '#store/merchant.ts';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { tableName } from '#store/table/table.ts';
import { sealedPosOf } from '#store/virtual-pos.ts';
import { openCard } from '#vault/card.ts';
import { copyKeyOf } from '#vault/card-copy.ts';
import { openVirtualPos } from '#vault/virtual-pos.ts';
import { lastAction, operator } from '../../../bin/driver/operator.ts';
import { copyTable } from '../../../drivers/copied-table.ts';
import { newCardNumber, recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { cardBody } from '../../../endpoints/card/stored-cards.ts';
import { CARDS, DAY, pageBody, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
const { service, merchant, api, moveBy, now } = harness;
const { merchantId } = merchant;
const driver = recurringPaymentDriver(harness);
const client = new sdk.DynamoDBClient();
const { operate } = operator();
const folder = mkdtempSync(join(tmpdir(), 'escrow-'));
const run = async (...words: string[]) => await operate('escrow', ...words);
type Told = Record<string, unknown> & { escrowKey: string; files: string[] };
const told = ({ code, text }: { code: number; text: string }) => {
  if (code !== 0) throw new Error(text);
  return JSON.parse(text) as Told;
};
const componentsOf = (files: readonly string[], ...numbers: number[]) =>
  numbers.flatMap((number) => ['--component', files[number - 1] ?? '']);

const [first, restored] = [tableName(), `${tableName()}-2`];
const NEW_KEYS = {
  CARD_KEY_ID: 'ENCRYPT_DECRYPT',
  SECRETS_KEY_ID: 'ENCRYPT_DECRYPT',
  FINGERPRINT_KEY_ID: 'GENERATE_VERIFY_MAC',
  DIGEST_KEY_ID: 'GENERATE_VERIFY_MAC',
  MERCHANT_KEY_ID: 'GENERATE_VERIFY_MAC',
} as const;
const lost = Object.keys(NEW_KEYS).map((name) => [name, process.env[name]] as const);
async function use(table: string, keys: readonly (readonly [string, string | undefined])[]) {
  for (const [name, value] of keys) process.env[name] = value;
  process.env['TABLE_NAME'] = table;
  const lease = await loadLease();
  if (lease) await saveLease(lease, { ...lease, ...(await describeHolder()) });
  forgetLease();
  forgetBank(merchantId);
}

/** The account is gone: the table is a copy, the keys are others, and nobody can use the former ones. */
async function loseAccount(): Promise<void> {
  await copyTable(client, first, restored);
  const keys = Object.entries(NEW_KEYS).map(([name, usage]) => {
    const alias = `alias/new-${name.toLowerCase()}`;
    service.kms.addKey({ alias, usage });
    return [name, alias] as const;
  });
  for (const [, key = ''] of lost) service.kms.setEnabled(key, false);
  await use(restored, keys);
}
afterAll(async () => {
  for (const [, key = ''] of lost) service.kms.setEnabled(key, true);
  await use(first, lost);
  delete process.env['ESCROW_KEY'];
  await client.send(new sdk.DeleteTableCommand({ TableName: restored }));
  client.destroy();
  rmSync(folder, { recursive: true, force: true });
});

let pair: Told;
beforeAll(async () => {
  pair = told(await run('create', '--into', folder));
});

it('the ceremony gives five components, of which any three are enough', async () => {
  expect(pair.files).toHaveLength(5);
  const keyId = pair.escrowKey.slice(0, 8);
  expect(told(await run('check', ...componentsOf(pair.files, 5, 1, 3)))).toEqual({ keyId, components: 3 });
  const few = await run('check', ...componentsOf(pair.files, 1, 2, 2));
  expect(few).toEqual({ code: 1, text: expect.stringContaining('3 different components are needed') });
});

it('a component that was copied wrongly, or is of another key, is refused', async () => {
  const [one = ''] = pair.files;
  const wrong = join(folder, 'wrong.txt');
  writeFileSync(
    wrong,
    readFileSync(one, 'utf8').replace(/(.{30})(.)/, (_, a: string, b: string) => a + (b === '0' ? '1' : '0')),
  );
  expect((await run('check', '--component', wrong)).text).toContain('copied wrongly');
  const other = told(await run('create', '--into', join(folder, 'other')));
  const mixed = ['--component', other.files[0] ?? '', ...componentsOf(pair.files, 2, 3)];
  expect((await run('check', ...mixed)).text).toContain('not all of one key');
  // A second ceremony in the same folder overwrites no component.
  expect((await run('create', '--into', folder)).code).toBe(1);
});

it('after the loss of the account all cards with a copy are opened, and a plan is charged', async () => {
  const customerId = await driver.customer();
  const without = await driver.card();
  process.env['ESCROW_KEY'] = pair.escrowKey;
  const plan = await driver.create({ customerId });
  const renewed = await driver.card(CARDS.approved);
  expect((await driver.renewCard(renewed, { expiryMonth: '11', expiryYear: '2026' })).status).toBe(200);
  const before = await loadCard(merchantId, plan.cardStorageId, now());
  const page = await harness.createPage({ customerId });
  const saves = {
    ownerName: 'Ayşe Yılmaz',
    cardNumber: newCardNumber(),
    expiryMonth: '12',
    expiryYear: '2030',
    cvv: '123',
    saveCard: 'yes',
  };
  expect((await harness.buyer.post(await harness.buyer.open(page.hostedPageUrl), saves)).status).toBe(303);
  const pos = JSON.stringify(await posSettings());

  await loseAccount();
  const [three, ...options] = [componentsOf(pair.files, 4, 2, 5), '--confirm'];
  const counted = told(await run('recover', ...three));
  const left = [{ merchantId, id: without, why: 'has no copy' }];
  expect(counted).toMatchObject({ opened: 3, stored: 0, storedBefore: 0, left });
  expect(await lastAction()).toMatchObject({ command: 'escrow recover', options: ['component'] });
  expect(told(await run('recover', ...three, ...options))).toMatchObject({ opened: 3, stored: 3, left });
  // A repetition finds them done.
  expect(told(await run('recover', ...three, ...options))).toMatchObject({
    stored: 0,
    storedBefore: 3,
    left,
  });

  const open = async (cardId: string) => {
    const row = await loadSealedCard(merchantId, cardId);
    if (row === undefined) throw new Error('The card has no ciphertext.');
    expect(copyKeyOf(row.sealed)).toBe(pair.escrowKey.slice(0, 8));
    return await openCard(row, { merchantId, cardId });
  };
  expect(await open(renewed)).toEqual({ cardNumber: CARDS.approved, expiryMonth: '11', expiryYear: '2026' });
  const after = await loadCard(merchantId, plan.cardStorageId, now());
  expect(after).toMatchObject({ id: before?.id, usedBy: before?.usedBy, lastFour: before?.lastFour });
  expect(after?.fingerprint).not.toBe(before?.fingerprint);
  expect((await loadRecurringPayment(merchantId, plan.id))?.cardFingerprint).toBe(after?.fingerprint);

  // What else was encrypted or digested with the lost keys is given again.
  const posFile = join(folder, 'pos.json');
  writeFileSync(posFile, pos);
  const ofMerchant = ['--merchant', merchantId];
  told(await operate('merchant', 'update', ...ofMerchant, '--pos', posFile, '--unchecked'));
  const issued = told(
    await operate('merchant', 'issue', ...ofMerchant, '--scopes', 'cards:raw,cards,read,payments'),
  );
  const key = String(issued['apiKey']);
  told(await operate('merchant', 'signing-secret', 'add', ...ofMerchant));
  forgetBank(merchantId);
  const shown = await api<{ expiryStatus: string }>('GET', `/api/card/${renewed}`, { key });
  expect(shown.json.data.expiryStatus).toBe('ExpiresThisMonth');
  await moveBy(2 * DAY);
  const charged = await loadRecurringPayment(merchantId, plan.id);
  expect(charged?.record.successfulPaymentCount).toBe(1);
  expect(driver.sales(plan.id).map(({ outcome }) => outcome)).toEqual(['approved']);
  const { status, json } = await api('POST', '/api/payment/hostedpage', { body: pageBody(), key });
  expect(status).toBe(201);
  const form = await harness.buyer.open(String(json.data['hostedPageUrl']));
  expect((await harness.buyer.submit(form)).status).toBe(303);
  const again = await api('POST', '/api/card', { body: cardBody({ cardNumber: CARDS.approved }), key });
  expect(again.status).toBe(201);
});

async function posSettings() {
  const known = await loadMerchant(merchantId);
  const sealed = known && sealedPosOf(known, merchantId);
  if (sealed === undefined) throw new Error('The merchant has no virtual POS.');
  return await openVirtualPos(sealed, { merchantId, posId: merchantId });
}
