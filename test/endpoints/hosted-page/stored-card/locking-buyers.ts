// Buyers who enter wrong security codes for a stored card, each on a page of its own.
import { expect } from 'vitest';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { CARDS, type Harness, MINUTE } from '../../../harness/harness.ts';
import { savingBuyers } from '../save-card/saving-buyers.ts';

export const BLANK = { ownerName: '', cardNumber: '', expiryMonth: '', expiryYear: '' };
export type Shop = Awaited<ReturnType<typeof savingBuyers>>;

export function lockingBuyers(harness: Harness) {
  const { service, api, buyer, moveBy, moveTo, now } = harness;
  /** Of a Visa card 82 means a wrong code. */
  const store = async (customer: string, at: Shop) =>
    (await at.store(customer, { cardNumber: CARDS.approvedVisa })).id;
  const lockOf = async (id: string, { key }: Shop) =>
    (await api('GET', `/api/card/${id}`, { key })).json.data['lockedReason'];
  /** Opens a page for the customer, and pays with the stored card; the bank answers so. */
  const choose = async (customer: string, savedCard: string, at: Shop, code = 'decline:82') => {
    const { form, token } = await at.open(customer);
    service.bank.script([code]);
    const answer = await buyer.post(form, { ...BLANK, savedCard, cvv: '111' });
    service.bank.script([]);
    return { answer, token };
  };
  return {
    store,
    lockOf,
    choose,
    /** A new merchant, at the beginning of a minute; the declines of an earlier test slow nobody. */
    newShop: async (threeDSecure: 'newCards' | 'never' = 'newCards', more: object = {}): Promise<Shop> => {
      await moveBy(11 * MINUTE);
      await moveTo(new Date(Math.ceil(now().getTime() / MINUTE_MS) * MINUTE_MS).toISOString());
      return await savingBuyers(harness, threeDSecure, more);
    },
    lockedCard: async (at: Shop): Promise<{ customer: string; card: string }> => {
      const customer = await at.makeCustomer();
      const card = await store(customer, at);
      for (let wrong = 0; wrong < 3; wrong += 1) await choose(customer, card, at);
      expect(await lockOf(card, at)).toBe('SecurityCode');
      return { customer, card };
    },
  };
}
