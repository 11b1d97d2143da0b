// The scenario of a stored card that wrong security codes lock, and that its buyer frees by 3-D Secure, once
// found by the bank's callback and once by the browser.
import { setTimeout as pause } from 'node:timers/promises';
import { CARDS, RIGHT_CODE } from '../../../../drivers/buyer.ts';
import { type Harness, MINUTE } from '../../../../harness/harness.ts';
import { caller } from './scenario-caller.ts';

const TYPED = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: CARDS.approvedVisa,
  expiryMonth: '12',
  expiryYear: '30',
  cvv: '123',
  saveCard: 'yes',
};
const BLANK = { ownerName: '', cardNumber: '', expiryMonth: '', expiryYear: '', cvv: '111' };

/** The bank's callback is lost while `isCallbackLost` is set. */
export async function lockAndFreeCard(harness: Harness, faults = { isCallbackLost: false }): Promise<void> {
  const { service, buyer, createPage, moveBy } = harness;
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'newCards' });
  const call = caller(harness, key);
  const { id: customerId } = await call('POST', '/api/customer', { fullName: 'Ayşe Yılmaz' });
  const { ownerName: _, cvv: __, saveCard: ___, ...card } = TYPED;
  const { id } = await call('POST', '/api/card', { cardAlias: 'Maaş', ...card, customerId });
  const lockOf = async (card: unknown) => (await call('GET', `/api/card/${String(card)}`))['lockedReason'];
  const open = async () => await buyer.open((await createPage({ customerId }, { key })).hostedPageUrl);
  for (const path of ['3d/callback', '3d']) {
    for (let wrong = 0; wrong < 3; wrong += 1) {
      await moveBy(MINUTE);
      const form = await open();
      service.bank.script(['decline:82']);
      await buyer.post(form, { ...BLANK, savedCard: String(id) });
    }
    service.bank.script([]);
    faults.isCallbackLost = path === '3d';
    const back = await buyer.verify(await buyer.post(await open(), TYPED), RIGHT_CODE);
    const action = String(back.form?.action).replace(/3d$/, path);
    await buyer.post({ ...back, form: { action, hidden: back.form?.hidden ?? {} } }, {});
    faults.isCallbackLost = false;
    // The bank's own callback may be at work still.
    for (let look = 0; (await lockOf(id)) !== null; look += 1) {
      if (look === 20) throw new Error('The card is still locked.');
      await pause(250);
    }
  }
}
