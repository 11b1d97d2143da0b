// The code of docs/shops.md accepts the result of a link on which a buyer stored a card, for that link only.
import { describe, expect, it } from 'vitest';
import { cardPageDriver } from '../drivers/card-page-driver.ts';
import { customersOf } from '../endpoints/customer/customers.ts';
import { startHarness } from '../harness/harness.ts';
import { type Link, loadShopCode, type Order } from './shop-code.ts';

const harness = await startHarness();
const { merchant, buyer, createPage } = harness;
const { verifiedOrder: verify, verifiedCard } = await loadShopCode(harness);

describe('the code for a card without an order', async () => {
  const { addLink, open, give } = cardPageDriver(harness, merchant.apiKey);
  const customerId = (await customersOf(harness).create()).id;
  const link: Link = { customerId, purpose: 'AddCard', recurringPaymentId: null };
  const { location = '' } = await give(await open(await addLink(customerId)));
  const order = { orderNumber: 'ORDER-1', amount: 149.9, currency: 'TRY' };
  const paid = await buyer.submit(
    await buyer.open((await createPage({ orderNumber: order.orderNumber })).hostedPageUrl),
  );

  it('the result of a stored card is verified for its link', () => {
    expect(verifiedCard(location, link)).toMatchObject({ status: 'CardStored', ...link });
  });

  it('a result of another customer, purpose or recurring payment is refused', () => {
    for (const other of [{ customerId: 'x' }, { purpose: 'UpdateCard' }, { recurringPaymentId: 'x' }]) {
      expect(() => verifiedCard(location, { ...link, ...other })).toThrow('The result has another');
    }
  });

  it('the result of an order is none of a card, nor the reverse, even if the session has nothing', () => {
    for (const session of [link, {} as Link]) {
      expect(() => verifiedCard(paid.location ?? '', session)).toThrow('The result has another');
    }
    for (const session of [order, {} as Order]) {
      expect(() => verify(location, session)).toThrow('The result has another');
    }
  });
});
