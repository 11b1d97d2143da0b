// Single charges of stored cards, with every end: paid, declined for good, refused for the merchant's settings,
// and found by the sweep.
import { newCardNumber } from '../../../../drivers/recurring-payment-driver.ts';
import { singleChargeDriver } from '../../../../drivers/single-charge-driver.ts';
import { type Harness, HOUR } from '../../../../harness/harness.ts';
import { caller, nextKey } from './scenario-caller.ts';

export async function chargeCards(harness: Harness): Promise<void> {
  const { service, createPage, moveBy } = harness;
  const own = singleChargeDriver(harness);
  // A card with a renewed expiry has two ciphertexts to decrypt; an open page is superseded.
  const cardStorageId = await own.card();
  await own.renewCard(cardStorageId);
  const { orderNumber } = await createPage();
  await caller(harness)('POST', '/api/payment', await own.body({ cardStorageId, orderNumber }));
  for (const outcome of ['decline:41', 'lost-after', 'decline:CORE-2202']) {
    const cardNumber = newCardNumber();
    service.bank.script([outcome], cardNumber);
    await own.post(await own.body({ cardStorageId: await own.card(cardNumber) }), undefined, {
      headers: nextKey(),
    });
  }
  await moveBy(HOUR);
}
