// Customers who pay on hosted pages and may have their card saved: their pages, what they send, and what is
// stored for them afterwards, waiting or for good.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ThreeDSetting } from '#domain/payment/three-d-setting.ts';
import { entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import type { BuyerPage } from '../../../drivers/buyer.ts';
import { CARDS, type Harness } from '../../../harness/harness.ts';
import { cardsOf as storedCards } from '../../card/stored-cards.ts';
import { customersOf } from '../../customer/customers.ts';

type ShownPage = { state: string; payment: Record<string, unknown> | null };
const ENTRY = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: CARDS.approved,
  expiryMonth: '12',
  expiryYear: '29',
  cvv: '987',
};

export async function savingBuyers(harness: Harness, threeDSecure: ThreeDSetting, more: object = {}) {
  const { service, api, buyer, createPage } = harness;
  const merchant = await service.addMerchant({ threeDSecure, ...more });
  const key = merchant.apiKey;
  const { store, find } = storedCards(harness);
  const open = async (customerId?: string, body: Record<string, unknown> = {}) => {
    const page = await createPage({ ...body, ...(customerId && { customerId }) }, { key });
    return { ...page, form: await buyer.open(page.hostedPageUrl) };
  };
  const shown = async (token: string): Promise<ShownPage> =>
    (await api<ShownPage>('GET', `/api/payment/hostedpage/${token}`, { key })).json.data;
  return {
    merchant,
    key,
    open,
    makeCustomer: async () => (await customersOf(harness).create({}, { key })).id,
    store: async (customerId: string, body: Record<string, unknown> = {}) =>
      await store({ customerId, ...body }, { key }),
    /** The filled-in form of a page, sent. */
    send: async (form: BuyerPage, entry: Record<string, string> = {}) =>
      await buyer.post(form, { ...ENTRY, ...entry }),
    /** A page of the customer's, opened and paid. */
    pay: async (customerId: string, entry: Record<string, string> = {}) => {
      const page = await open(customerId);
      const answer = await buyer.submit(page.form, { ...ENTRY, ...entry });
      return { ...page, answer };
    },
    shown,
    /** What is kept beside the payment that a page is busy with, or was last. */
    pendingRow: async (token: string) => {
      const reference = String((await shown(token)).payment?.['paymentReferenceNumber']);
      const { pk } = entityKey(merchant.merchantId, 'PAYMENT', reference);
      const Key = { pk, sk: 'PENDING_CARD' };
      return (await table.send(new GetCommand({ TableName: tableName(), Key }))).Item;
    },
    /** All cards that the merchant finds for the customer, of the ranges used here. */
    cardsOf: async (customerId: string) => {
      const bins = [...new Set(Object.values(CARDS).map((number) => number.slice(0, 6)))];
      const pages = await Promise.all(bins.map((bin) => find({ bin, customerId }, { key })));
      return pages.flatMap(({ items }) => items);
    },
  };
}
