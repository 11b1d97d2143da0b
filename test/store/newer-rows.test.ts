// Rows of a newer version, whose additional attributes this code does not use: they are read, and a write of
// this code keeps them. A version that is rolled back, or runs beside a newer one, removes no attribute that
// the newer one stored.
import { isDeepStrictEqual } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { listApiKeys, writeKeyRevoked } from '#store/merchant/api-key.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { updateMerchant } from '#store/merchant/merchant-writes.ts';
import { commit } from '#store/table/commit.ts';
import type { RowName } from '#store/table/row-name.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import { kindOf } from '../../lib/operator/review/kind-of.ts';
import { startHarness } from '../harness/harness.ts';
import { begin, continueLives } from '../release/day.ts';
import { leaveAll } from '../release/life.ts';
import { controlOf } from '../release/shop.ts';
import { everyRow } from './every-row.ts';
import { ofNewerVersion } from './newer-version.ts';
import { unrecorded } from './recorded/recorded-rows.ts';

/** Rows that are replaced as a whole (CONTRIBUTING.md, "Versions beside each other"). */
const REPLACED: readonly RowName[] = [
  'bank',
  'latest-card',
  'merchant-name',
  'reconciliation',
  'table-owner',
];
/** Rows that the life must change. A row of another kind that it changes keeps the attributes too. */
const OF_LIFE: readonly RowName[] = [
  'merchant',
  'api-key',
  'hosted-page',
  'order',
  'payment',
  'pending-card',
  'customer',
  'card',
  'sealed-card',
  'card-numbers',
  'card-tries',
  'recurring-payment',
  'attempt',
  'refund',
  'merchant-hold',
  'refund-counts',
];
/** The number of the card that the life has stored, and another number with the same mask. */
const NUMBERS = ['4603450000000000', '4603450000180000'];

const harness = await startHarness();
const { baseUrl } = harness.service;
const { merchantId } = harness.merchant;
const service = { baseUrl, control: controlOf(baseUrl) };

async function operatorChanges(): Promise<void> {
  const [merchant, [key]] = await Promise.all([loadMerchant(merchantId), listApiKeys(merchantId)]);
  if (merchant === undefined || key === undefined) throw new Error('The harness has a merchant with a key.');
  await updateMerchant(merchant, { name: 'Kahve' });
  await commit([writeKeyRevoked(key, { revokedAt: harness.now().toISOString() })]);
}

const isKept = (kind: RowName, row: Item): boolean => {
  const { record } = row as { record?: { newer?: unknown; plan?: object } };
  const places = kind === 'recurring-payment' ? [row, record, record?.plan] : [row];
  return REPLACED.includes(kind) || places.every((place) => place !== undefined && 'newer' in place);
};

it('attributes of a newer version are still in a row after this version has written its kind', async () => {
  const life = await begin({ name: 'newer', sellsInstallments: false }, service);
  await leaveAll([life], service.control);
  expect(unrecorded(await everyRow())).toEqual([]);
  const before = (await everyRow()).map((item) => ofNewerVersion(item) as Item);
  for (const Item of before) await table.send(new PutCommand({ TableName: tableName(), Item }));

  await continueLives([life], service.control);
  for (const cardNumber of NUMBERS) {
    const card = { cardNumber, cardAlias: 'Kartım', expiryMonth: '12', expiryYear: '42' };
    await life.shop.call('POST', '/api/card', { ...card, customerId: life.customerId });
  }
  await operatorChanges();

  const after = new Map((await everyRow()).map((item) => [`${item.pk} ${item.sk}`, item]));
  // The next try of a held attempt replaces its row, which may therefore lose the attribute.
  const changed = before.flatMap((row) => {
    if (row['isHeld']) return [];
    const now = after.get(`${row.pk} ${row.sk}`);
    const kind = kindOf(row);
    return now && kind && !isDeepStrictEqual(now, row) ? [{ kind, now }] : [];
  });
  expect(changed.filter(({ kind, now }) => !isKept(kind, now))).toEqual([]);
  const kinds = new Set(changed.map(({ kind }) => kind));
  expect(OF_LIFE.filter((name) => !kinds.has(name))).toEqual([]);
});
