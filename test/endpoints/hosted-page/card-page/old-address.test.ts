// Until version 1.1 a card page had the address of a payment page. Links in e-mails, open forms and answers
// of banks still use it: they are redirected to the new address with their fields.
import { expect, it } from 'vitest';
import { type BuyerPage, RIGHT_CODE } from '../../../drivers/buyer.ts';
import { cardPageDriver, ENTRY } from '../../../drivers/card-page-driver.ts';
import { startHarness } from '../../../harness/harness.ts';
import { customersOf } from '../../customer/customers.ts';

const harness = await startHarness({
  around: async ({ functionName }, run) => {
    if (functionName === 'card-page-three-d-callback' && isCallbackLost) throw new Error('lost on the way');
    return await run();
  },
});
const { service, buyer, createPage } = harness;
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'newCards' });
const pages = cardPageDriver(harness, key);
let isCallbackLost = true;

const oldAddress = (url: string) => url.replace('/card/', '/iframe/');

async function newLink() {
  const { id } = await customersOf(harness).create({}, { key });
  return { customerId: id, ...(await pages.addLink(id)) };
}

/** Posts the form to its old address and repeats the post at the redirect, as a browser does. */
async function postToOldAddress(page: BuyerPage, entry: Record<string, string>): Promise<BuyerPage> {
  const { action = '', hidden = {} } = page.form ?? {};
  const moved = await buyer.post({ ...page, form: { action: oldAddress(action), hidden } }, entry);
  expect([moved.status, moved.location]).toEqual([307, expect.stringMatching(/\/card\/HST-/)]);
  return await buyer.post({ ...page, form: { action: String(moved.location), hidden } }, entry);
}

it('a link of the previous version leads to the page, in the language that the buyer chose', async () => {
  const { hostedPageUrl } = await newLink();
  for (const below of ['', '?language=en', '/leave', '/leave?language=en']) {
    const { status, location } = await buyer.open(oldAddress(hostedPageUrl) + below);
    expect([status, location]).toEqual([307, hostedPageUrl + below]);
  }
  expect((await buyer.open(hostedPageUrl)).form).toBeDefined();
});

it.each(['3d', '3d/callback'])(
  'a form and a bank’s answer at the old address count, with %s',
  async (path) => {
    const link = await newLink();
    const challenge = await postToOldAddress(await pages.open(link), ENTRY);
    const back = await buyer.verify(challenge, RIGHT_CODE);
    expect(await pages.cardsOf(link.customerId)).toEqual([]);
    isCallbackLost = path === '3d';
    const action = String(back.form?.action).replace(/3d$/, path);
    await postToOldAddress({ ...back, form: { action, hidden: back.form?.hidden ?? {} } }, {});
    isCallbackLost = true;
    expect(await pages.cardsOf(link.customerId)).toHaveLength(1);
  },
);

it('an attempt can be abandoned at the old address', async () => {
  const link = await newLink();
  await pages.send(await pages.open(link));
  await postToOldAddress(await pages.open(link), {});
  expect((await pages.open(link)).text).toContain('name="cardNumber"');
});

it('the page of an order is not found below the address of card pages', async () => {
  const { token } = await createPage();
  expect((await buyer.open(`/card/${token}`)).status).toBe(404);
});
