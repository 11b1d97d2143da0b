// The sale that follows is another one than the issuer was asked about: the proof counts for one bank and one
// amount.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { loadRecurringPayment, writeLiveStep } from '#store/recurring-payment/recurring-payment.ts';
import { commit } from '#store/table/commit.ts';
import { RIGHT_CODE } from '../../../drivers/buyer.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { openSecondBank } from '../../../drivers/second-bank.ts';
import { CARDS, DAY, HOUR, startHarness } from '../../../harness/harness.ts';

const harness = await startHarness();
const { service, buyer, moveBy } = harness;

/** A buyer is at the issuer with another card for an unpaid period. */
async function atIssuer() {
  const { apiKey, merchantId } = await service.addMerchant({ threeDSecure: 'newCards' });
  const charges = recurringPaymentDriver(harness, apiKey);
  const pages = cardPageDriver(harness, apiKey);
  const { id } = await charges.create({ cardStorageId: await charges.card(CARDS.doNotHonour) });
  await moveBy(DAY + HOUR);
  const challenge = await pages.send(await pages.open(await pages.updateLink(id)));
  return {
    ...{ merchantId, charges, id },
    /** The buyer returns with the proof. Resolves to the last attempt and its payment. */
    async comeBack() {
      const returned = buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
      // Once the card is replaced, the page waits for the outcome of the charge that follows.
      while ((await charges.show(id)).maskedCardNumber !== '552879******0008') await sleep(10);
      await moveBy(HOUR);
      await returned;
      const attempt = (await charges.attempts(id)).at(-1);
      return { attempt, payment: await charges.payment(attempt?.paymentReferenceNumber ?? null) };
    },
  };
}

const WITHOUT_PROOF = { status: 'Successful', threeDSecure: false, mdStatus: null, eci: null };

it('another bank gets no proof of the bank before, and charges the new card without it', async () => {
  const second = await openSecondBank(harness);
  const { merchantId, comeBack } = await atIssuer();
  await second.takeOver(merchantId);
  const { attempt, payment } = await comeBack();
  expect([attempt?.status, attempt?.trigger]).toEqual(['Succeeded', 'CardUpdate']);
  expect(payment).toMatchObject(WITHOUT_PROOF);
  const sales = second.bank.ledger().filter(({ operation }) => operation === 'sale');
  expect(sales.map(({ outcome }) => outcome)).toEqual(['approved']);
});

// No call changes the amount of a period that has begun. If one ever does, the buyer has agreed to another.
it('a proof for one amount sells no other: the new card is charged without it', async () => {
  const { merchantId, charges, id, comeBack } = await atIssuer();
  const stored = await loadRecurringPayment(merchantId, id);
  if (stored === undefined) throw new Error('The recurring payment is missing.');
  const { plan } = stored.record;
  const dearer = { ...stored.record, plan: { ...plan, amountMinor: plan.amountMinor + 100 } };
  await commit(writeLiveStep(stored, { record: dearer, closedPeriods: [] }));
  const { payment } = await comeBack();
  expect(payment).toMatchObject({ ...WITHOUT_PROOF, amount: (plan.amountMinor + 100) / 100 });
  expect(charges.sales(id).filter(({ outcome }) => outcome === 'approved')).toHaveLength(1);
});
