// The merchant changes its bank while a buyer is at the issuer: the proof is of the bank that asked for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RIGHT_CODE } from '../../../drivers/buyer.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { openSecondBank } from '../../../drivers/second-bank.ts';
import { CARDS, DAY, HOUR, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
const { service, buyer, moveBy } = harness;

it('another bank gets no proof of the bank before, and charges the new card without it', async () => {
  const second = await openSecondBank(harness);
  const { apiKey, merchantId } = await service.addMerchant({ threeDSecure: 'newCards' });
  const charges = recurringPaymentDriver(harness, apiKey);
  const pages = cardPageDriver(harness, apiKey);
  const { id } = await charges.create({ cardStorageId: await charges.card(CARDS.doNotHonour) });
  await moveBy(DAY + HOUR);
  const challenge = await pages.send(await pages.open(await pages.updateLink(id)));
  await second.takeOver(merchantId);
  const returned = buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
  // Once the card is replaced, the page waits for the outcome of the charge that follows.
  while ((await charges.show(id)).maskedCardNumber !== '552879******0008') await sleep(10);
  await moveBy(HOUR);
  await returned;
  const paid = (await charges.attempts(id)).at(-1);
  expect([paid?.status, paid?.trigger]).toEqual(['Succeeded', 'CardUpdate']);
  expect(await charges.payment(paid?.paymentReferenceNumber ?? null)).toMatchObject({
    status: 'Successful',
    threeDSecure: false,
    mdStatus: null,
    eci: null,
  });
  const sales = second.bank.ledger().filter(({ operation }) => operation === 'sale');
  expect(sales.map(({ outcome }) => outcome)).toEqual(['approved']);
});
