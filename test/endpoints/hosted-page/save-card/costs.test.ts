// The cost of saving a card: nothing if the box is not ticked, three round trips if it is.
import { expect, it } from 'vitest';
import { costOf, counted } from '../../../harness/costs.ts';
import { startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness({ around: counted });
const { buyer } = harness;
const { makeCustomer, open, pay, send } = await savingBuyers(harness, 'never');
const TICKED = { saveCard: 'yes' };

// This payment fills the container's caches of the merchant.
await pay(await makeCustomer(), TICKED);

/** Returns the cost of the endpoint that receives the form, for one submit. */
async function costOfSubmit(customer: string | undefined, entry: Record<string, string> = {}) {
  const { form } = await open(customer);
  const submit = async () => expect((await send(form, entry)).status).toBe(303);
  return await costOf(submit, 'hosted-page-pay');
}

it('a submit with the box unticked costs the same with and without a customer', async () => {
  const anonymous = await costOfSubmit(undefined);
  const unticked = await costOfSubmit(await makeCustomer());
  expect(unticked.kmsCalls).toBe(0);
  expect(unticked.writeUnits).toBe(anonymous.writeUnits);
  expect(unticked.readUnits).toBe(anonymous.readUnits);
  expect(unticked.rounds).toBe(anonymous.rounds);
});

it('a submit with the box ticked costs three more round trips and two calls to KMS', async () => {
  const unticked = await costOfSubmit(await makeCustomer());
  const ticked = await costOfSubmit(await makeCustomer(), TICKED);
  expect(ticked.rounds - unticked.rounds).toBe(3);
  expect(ticked.kmsCalls).toBe(2);
});

it('the form of a known customer needs one more round trip', async () => {
  const pages = [await open(), await open(await makeCustomer())] as const;
  const costOfForm = async (path: string) => await costOf(() => buyer.open(path), 'hosted-page-form');
  const anonymous = await costOfForm(pages[0].form.path);
  expect((await costOfForm(pages[1].form.path)).rounds).toBe(anonymous.rounds + 1);
});

it('a page with a customer needs no more round trips and writes than one without', async () => {
  const costOfPage = async (customer?: string) => await costOf(() => open(customer), 'hosted-page-create');
  const anonymous = await costOfPage();
  const named = await costOfPage(await makeCustomer());
  expect([named.rounds, named.writeUnits]).toEqual([anonymous.rounds, anonymous.writeUnits]);
});
