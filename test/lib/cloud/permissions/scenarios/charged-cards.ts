// Single charges of stored cards, with every end: paid, declined for good, refused for the merchant's settings,
// and found by the sweep.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';
import { newAccount, virtualPosOf } from '../../../../../lib/bank/account.ts';
import { addPos, preferPos } from '../../../../../lib/operator/pos/change-of-bank.ts';
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
  await chargeAtOneOfTwo(harness);
  await moveBy(HOUR);
}

/** Of a merchant with two POS the family of the card is read. */
async function chargeAtOneOfTwo(harness: Harness): Promise<void> {
  const { service, now } = harness;
  const { merchantId, apiKey } = await service.addMerchant({ bankCode: '0032' });
  const account = newAccount();
  service.bank.registerMerchant(account);
  const settings = virtualPosOf(account, `${service.baseUrl}/fim`);
  const posId = makeUuid(now().getTime(), randomBytes);
  await addPos(merchantId, { posId, settings, isTest: false, bankCode: '0067' }, { isChecked: false }, now());
  await preferPos(merchantId, [merchantId, posId], { isChecked: false }, now());
  await singleChargeDriver(harness, apiKey).charge();
}
