// Customers who pay on hosted pages and may save their card: opens and submits their pages, and finds the
// cards stored for them.
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
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
  const showPage = async (token: string): Promise<ShownPage> =>
    (await api<ShownPage>('GET', `/api/payment/hostedpage/${token}`, { key })).json.data;
  return {
    merchant,
    key,
    open,
    makeCustomer: async () => (await customersOf(harness).create({}, { key })).id,
    store: async (customerId: string, body: Record<string, unknown> = {}) =>
      await store({ customerId, ...body }, { key }),
    /** Fills in and submits the form of a page. */
    send: async (form: BuyerPage, entry: Record<string, string> = {}) =>
      await buyer.post(form, { ...ENTRY, ...entry }),
    /** Creates a page for the customer, opens and pays it. */
    pay: async (customerId: string, entry: Record<string, string> = {}) => {
      const page = await open(customerId);
      const answer = await buyer.submit(page.form, { ...ENTRY, ...entry });
      return { ...page, answer };
    },
    showPage,
    /** Returns the pending card of the current or last payment of the page. */
    pendingRow: async (token: string) => {
      const reference = String((await showPage(token)).payment?.['paymentReferenceNumber']);
      const { pk } = entityKey(merchant.merchantId, 'PAYMENT', reference);
      const Key = { pk, sk: 'PENDING_CARD' };
      return (await table.send(new GetCommand({ TableName: tableName(), Key }))).Item;
    },
    /** All cards of the customer in the card ranges of the sandbox. */
    cardsOf: async (customerId: string) => {
      const bins = [...new Set(Object.values(CARDS).map((number) => number.slice(0, 6)))];
      const pages = await Promise.all(bins.map((bin) => find({ bin, customerId }, { key })));
      return pages.flatMap(({ items }) => items);
    },
    /** Reproduces the moment after a write in which the index does not contain the card yet. */
    hideFromIndex: async (cardId: string): Promise<void> => {
      const Key = entityKey(merchant.merchantId, 'CARD', cardId);
      const UpdateExpression = 'REMOVE listPk, listSk';
      await table.send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression }));
    },
  };
}
