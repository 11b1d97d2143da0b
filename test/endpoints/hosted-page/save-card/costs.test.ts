// What the box costs: those who leave it alone nothing, those who tick it three round trips.
import { expect, it } from 'vitest';
import { costOf, counted } from '../../../harness/costs.ts';
import { startHarness } from '../../../harness/harness.ts';
import { savingBuyers } from './saving-buyers.ts';

const harness = await startHarness({ around: counted });
const { buyer } = harness;
const { makeCustomer, open, pay, send } = await savingBuyers(harness, 'never');
const TICKED = { saveCard: 'yes' };

// What a container remembers of a merchant has been asked for before.
await pay(await makeCustomer(), TICKED);

/** What the door of the form does with one submit. */
async function costOfSubmit(customer: string | undefined, entry: Record<string, string> = {}) {
  const { form } = await open(customer);
  const submit = async () => expect((await send(form, entry)).status).toBe(303);
  return await costOf(submit, 'hosted-page-pay');
}

it('a box that is not ticked costs nothing: whoever is known pays like whoever is not', async () => {
  const nobodys = await costOfSubmit(undefined);
  const unticked = await costOfSubmit(await makeCustomer());
  expect(unticked.kmsCalls).toBe(0);
  expect(unticked.writeUnits).toBe(nobodys.writeUnits);
  expect(unticked.readUnits).toBe(nobodys.readUnits);
  expect(unticked.rounds).toBe(nobodys.rounds);
});

it('a ticked one costs three round trips and two calls to the vault', async () => {
  const unticked = await costOfSubmit(await makeCustomer());
  const ticked = await costOfSubmit(await makeCustomer(), TICKED);
  expect(ticked.rounds - unticked.rounds).toBe(3);
  expect(ticked.kmsCalls).toBe(2);
});

it('the form asks for the customer while it asks for the cards', async () => {
  const pages = [await open(), await open(await makeCustomer())] as const;
  const costOfForm = async (path: string) => await costOf(() => buyer.open(path), 'hosted-page-form');
  const nobodys = await costOfForm(pages[0].form.path);
  expect((await costOfForm(pages[1].form.path)).rounds).toBe(nobodys.rounds + 1);
});
