// Moves on card pages: a buyer adds a card, or replaces the card of a recurring payment, sometimes in two
// windows at once, and sometimes while the merchant closes the page.
import { openAddress } from '../../drivers/remote-buyer.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';
import { cardEntry, submitPage } from './browser.ts';
import { changeablePlan } from './plans.ts';

export async function addCardByLink(caller: Caller, merchant: Merchant): Promise<void> {
  const customerId = caller.random.pick(merchant.customers);
  if (customerId !== undefined) await useLink(caller, merchant, `/api/customer/${customerId}/addcardlink`);
}

export async function updateCardByLink(caller: Caller, merchant: Merchant): Promise<void> {
  const id = changeablePlan(caller, merchant);
  if (id !== undefined) await useLink(caller, merchant, `/api/RecurringPayment/${id}/updatelink`);
}

async function useLink(caller: Caller, merchant: Merchant, path: string): Promise<void> {
  const { random, browse } = caller;
  const link = await caller.write(merchant, 'POST', path, {});
  if (link === undefined) return;
  const open = () => openAddress(String(link['hostedPageUrl']), browse);
  const submit = async () => {
    const entry = { ...cardEntry(random, random.chance(0.25)), consent: 'yes' };
    await submitPage(caller, merchant, await open(), entry);
  };
  const close = () => caller.write(merchant, 'DELETE', `/api/payment/hostedpage/${link['token']}`);
  const actions = random.weighted([
    [8, [submit]],
    [2, [submit, submit]],
    [1, [submit, close]],
  ]);
  await Promise.all(actions.map((action) => action()));
  // After a decline the page accepts another card.
  if (random.chance(0.2)) await submit();
}
