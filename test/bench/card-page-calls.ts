// The measured calls of card pages: a card is added, and no money moves.
import { RIGHT_CODE } from '../drivers/buyer.ts';
import { cardPageDriver } from '../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { customersOf } from '../endpoints/customer/customers.ts';
import { type Harness, MINUTE } from '../harness/harness.ts';
import { expectSuccess } from './recurring-payment-calls.ts';
import { until } from './until.ts';

/** `asking` is the key of a merchant with 3-D Secure. */
export const cardPageCalls = (harness: Harness, asking: string) => ({
  ...linkCalls(harness),
  ...visitCalls(harness),
  ...issuerCalls(harness, asking),
});

function linkCalls(harness: Harness) {
  const driver = recurringPaymentDriver(harness);
  const { create } = customersOf(harness);
  const post = (path: string) => async () => {
    const { text, status } = await harness.api('POST', path);
    if (status !== 201) throw new Error(`The call failed: ${text}`);
  };
  return {
    'customer-add-card-link': async () => post(`/api/customer/${(await create()).id}/addcardlink`),
    'recurring-payment-update-link': async () => {
      const { id } = await driver.create({ customerId: await driver.customer() });
      return post(`/api/RecurringPayment/${id}/updatelink`);
    },
  };
}

async function openPage(harness: Harness, key: string) {
  const pages = cardPageDriver(harness, key);
  const { id } = await customersOf(harness).create({}, { key });
  const link = await pages.addLink(id);
  return { ...pages, link, isStored: async () => (await pages.cardsOf(id)).length > 0 };
}

function visitCalls(harness: Harness) {
  const opened = async () => await openPage(harness, harness.merchant.apiKey);
  return {
    'card-page-form': async () => {
      const { open, link } = await opened();
      return () => expectSuccess(open(link));
    },
    'card-page-submit': async () => {
      const { open, send, link } = await opened();
      const form = await open(link);
      return () => expectSuccess(send(form));
    },
    'card-page-leave': async () => {
      const { link } = await opened();
      return () => expectSuccess(harness.buyer.open(`${link.hostedPageUrl}/leave`));
    },
  };
}

function issuerCalls(harness: Harness, asking: string) {
  const { buyer } = harness;
  const challenged = async () => {
    const page = await openPage(harness, asking);
    return { ...page, sent: await page.send(await page.open(page.link)) };
  };
  return {
    // The bank's callback has arrived before the buyer, as usual.
    'card-page-three-d': async () => {
      const { sent, isStored } = await challenged();
      const back = await buyer.verify(sent, RIGHT_CODE);
      await until(isStored);
      return () => expectSuccess(buyer.post(back, {}));
    },
    'card-page-three-d-callback': async () => {
      const { sent, isStored } = await challenged();
      return async () => {
        await buyer.verify(sent, RIGHT_CODE);
        await until(isStored);
      };
    },
    'card-page-three-d-cancel': async () => {
      // A cancelled challenge counts as a decline, and too many declines in ten minutes lead to 429.
      await harness.moveBy(11 * MINUTE);
      const { open, link } = await challenged();
      const waiting = await open(link);
      return () => expectSuccess(buyer.post(waiting, {}));
    },
  };
}
