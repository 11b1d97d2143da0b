// A recurring payment on a card that a buyer saved on a page: charged only with the buyer's consent, or with
// a mandate that the merchant states (recurring-payments.md R38).
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { expectRejection } from '../../../drivers/rejection.ts';
import { CARDS, DAY, startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness();
const { api, now } = harness;

async function shop(more: object = {}) {
  const buyers = await savingBuyers(harness, 'never', more);
  const { makeCustomer, open, send, showPage, key, merchant } = buyers;
  const driver = recurringPaymentDriver(harness, key);
  return {
    ...buyers,
    driver,
    /** Pays a page and returns the stored card. */
    async pay(customerId: string, use?: string, entry: Record<string, string> = {}): Promise<string> {
      const page = await open(customerId, use === undefined ? {} : { saveCardFor: use });
      const form = entry['savedCard'] === undefined ? { saveCard: 'yes', ...entry } : entry;
      const paid =
        entry['savedCard'] === undefined ? send(page.form, form) : harness.buyer.post(page.form, form);
      expect((await paid).status).toBe(303);
      return String((await showPage(page.token)).payment?.['cardStorageId']);
    },
    plan: async (customerId: string, cardStorageId: string, mandate?: object | null) =>
      await driver.post(
        await driver.body({ customerId, cardStorageId, ...(mandate !== undefined && { mandate }) }),
      ),
    makeCustomer,
    /** The row as the previous version wrote it. */
    async forgetUse(cardId: string): Promise<void> {
      const Key = entityKey(merchant.merchantId, 'CARD', cardId);
      await table.send(
        new UpdateCommand({
          TableName: tableName(),
          Key,
          UpdateExpression: 'REMOVE agreedUse, answerSecret',
        }),
      );
    },
  };
}
const own = await shop();
const ago = (ms: number) => new Date(now().getTime() - ms).toISOString();
const REQUIRED = { code: 'MANDATE_REQUIRED' as const, fields: ['mandate'] };

it('a card saved to be chosen again begins no recurring payment, until the buyer agrees to it', async () => {
  const customerId = await own.makeCustomer();
  const card = await own.pay(customerId);
  expectRejection(await own.plan(customerId, card), REQUIRED);
  expectRejection(await own.plan(customerId, card, null), REQUIRED);
  // Paying with it again, even on a page that could save it, is no consent.
  await own.pay(customerId, 'oneClick');
  expectRejection(await own.plan(customerId, card), REQUIRED);
  const chosen = { savedCard: card, saveCard: 'yes', cvv: '123' };
  expect(await own.pay(customerId, 'recurring', chosen)).toBe(card);
  expect((await own.plan(customerId, card)).json).toMatchObject({
    success: true,
    message: 'Düzenli ödeme oluşturuldu.',
    data: { mandate: null },
  });
});

it('the number entered again with the consent makes the stored card chargeable', async () => {
  for (const entry of [{}, { expiryYear: '31' }]) {
    const customerId = await own.makeCustomer();
    const card = await own.pay(customerId);
    expect(await own.pay(customerId, 'recurring', entry)).toBe(card);
    expect((await own.plan(customerId, card)).status).toBe(201);
    // A later payment for one click does not take the consent back.
    await own.pay(customerId, 'oneClick');
    expect((await own.plan(customerId, card)).status).toBe(201);
  }
});

it('a new card saved with the consent is charged', async () => {
  const customerId = await own.makeCustomer();
  const card = await own.pay(customerId, 'recurring', { cardNumber: CARDS.troy });
  expect((await own.plan(customerId, card)).json.message).toBe('Düzenli ödeme oluşturuldu.');
});

it('a merchant that has a mandate states it, and it is kept and shown', async () => {
  const customerId = await own.makeCustomer();
  const card = await own.pay(customerId);
  const mandate = { reference: 'SOZLESME-2026-77', acceptedAt: ago(DAY) };
  const { status, json } = await own.plan(customerId, card, mandate);
  expect([status, json.data]).toMatchObject([201, { mandate }]);
  expect(await own.driver.show(json.data.id)).toMatchObject({ mandate });
  // It goes with the plan to another card, and a later one replaces it.
  const other = await own.pay(customerId, 'oneClick', { cardNumber: CARDS.troy });
  expect((await own.driver.replaceCard(json.data.id, other)).status).toBe(200);
  const newer = { reference: 'SOZLESME-2026-78', acceptedAt: ago(0) };
  const path = `/api/RecurringPayment/${json.data.id}`;
  const changed = await api('PUT', path, { body: { mandate: newer }, key: own.key });
  expect(changed.json.data).toMatchObject({ mandate: newer, cardStorageId: other });
});

it('a mandate is whole, and not of the future', async () => {
  const customerId = await own.makeCustomer();
  const card = await own.pay(customerId);
  const later = await own.plan(customerId, card, { reference: 'S-1', acceptedAt: ago(-DAY) });
  expect([later.status, later.json]).toMatchObject([
    422,
    { errorCode: 'MANDATE_REQUIRED', data: { errors: [{ field: 'mandate.acceptedAt' }] } },
  ]);
  expect(later.text).toContain('geçmiş bir an');
  const half = await own.plan(customerId, card, { reference: 'S-1' });
  expect(half.json.data).toMatchObject({ errors: [{ field: 'mandate.acceptedAt', code: 'REQUIRED' }] });
});

it('a mandate of the future is refused by a change too, with another card or without', async () => {
  const customerId = await own.makeCustomer();
  const card = await own.pay(customerId, 'recurring');
  const { data } = (await own.plan(customerId, card)).json;
  const mandate = { reference: 'S-1', acceptedAt: ago(-DAY) };
  for (const more of [
    {},
    { cardStorageId: await own.pay(customerId, 'oneClick', { cardNumber: CARDS.troy }) },
  ]) {
    const path = `/api/RecurringPayment/${data.id}`;
    const { json } = await api('PUT', path, { body: { mandate, ...more }, key: own.key });
    expect(json).toMatchObject({
      errorCode: 'MANDATE_REQUIRED',
      data: { errors: [{ field: 'mandate.acceptedAt' }] },
    });
  }
  expect(await own.driver.show(data.id)).toMatchObject({ mandate: null, cardStorageId: card });
});

it('another card of a running plan needs the consent too', async () => {
  const customerId = await own.makeCustomer();
  const first = await own.pay(customerId, 'recurring');
  const { data } = (await own.plan(customerId, first)).json;
  const other = await own.pay(customerId, 'oneClick', { cardNumber: CARDS.troy });
  expectRejection(await own.driver.replaceCard(data.id, other), REQUIRED);
  expect(await own.driver.show(data.id)).toMatchObject({ cardStorageId: first });
});

it('a card that the merchant stored itself needs none', async () => {
  const customerId = await own.makeCustomer();
  const { id } = await own.store(customerId);
  expect((await own.plan(customerId, id)).json.message).toBe('Düzenli ödeme oluşturuldu.');
});

it.each<[MerchantItem['olderCardMandate'], number]>([
  [undefined, 201],
  ['warn', 201],
  ['require', 422],
])('a card of the previous version, with the setting %s: %i', async (olderCardMandate, status) => {
  const shopOfOlder = await shop(olderCardMandate ? { olderCardMandate } : {});
  const { makeCustomer, pay, forgetUse, plan } = shopOfOlder;
  const customerId = await makeCustomer();
  const card = await pay(customerId);
  await forgetUse(card);
  const answer = await plan(customerId, card);
  expect(answer.status).toBe(status);
  if (status === 201) expect(answer.json.message).toContain('`mandate`');
  else expectRejection(answer, REQUIRED);
  // Another card of a plan is judged alike.
  const { id: stored } = await shopOfOlder.store(customerId, { cardNumber: CARDS.troy });
  const { data } = (await plan(customerId, stored)).json;
  const swapped = await shopOfOlder.driver.replaceCard(data.id, card);
  expect(swapped.status).toBe(status === 201 ? 200 : 422);
  expect(swapped.json.message.includes('`mandate`')).toBe(status === 201);
  const mandate = { reference: 'S-1', acceptedAt: ago(DAY) };
  expect((await plan(customerId, card, mandate)).json.message).toBe('Düzenli ödeme oluşturuldu.');
});
